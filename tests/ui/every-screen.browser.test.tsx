// Every screen and state that annotators and experts meet, held against the same list: axe in both themes and both
// languages, targets of 44 px, a visible ring on whatever has the focus, nothing that moves where less motion is wished
// for, choices that show in forced colours, and no scrolling sideways at 320 px or with letters twice as large.
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { seal } from "../../client/capture/seal.ts";
import { setMeta } from "../../client/outbox/database.ts";
import { mediaCache } from "../../client/outbox/media-cache.ts";
import { put } from "../../client/outbox/put.ts";
import { en } from "../../client/words/en.ts";
import { startEn } from "../../client/words/start-en.ts";
import { startZhHans } from "../../client/words/start-zh-Hans.ts";
import { zhHans } from "../../client/words/zh-Hans.ts";
import { emotionIds } from "../../schemas/labels.ts";
import type { PackItem } from "../../schemas/sync.ts";
import { emulate, unsound } from "./unsound.ts";
import { clipItem, emotionStudy, openApp, question, quizStudy, type World, world } from "./world.tsx";

const consent = {
  version: 1,
  sections: [
    { id: "what", title: { en: "What it is about", "zh-Hans": "关于什么" }, text: { en: "You watch clips." } },
  ],
  board: "Ethics board of the school",
  contact: "study@example.org",
};
const feelings = {
  ...emotionStudy,
  settings: { ...emotionStudy.settings, cueSpans: true, faces: true },
};
const told = {
  ...emotionStudy,
  id: "told",
  title: "Told",
  consent,
  instructions: { en: "Look at the face first.", "zh-Hans": "先看脸。" },
};
const signs = { ...quizStudy, settings: { ...quizStudy.settings, cannotTell: true } };
const nowhere = { modality: "video", media: "f".repeat(64) } satisfies Partial<PackItem>;

const drawn = { ...quizStudy, id: "drawn", title: "Drawn" };
const pictureHash = "e".repeat(64);

/** A picture that is stored on this device. */
async function storePicture(): Promise<void> {
  const canvas = new OffscreenCanvas(320, 240);
  canvas.getContext("2d")?.fillRect(80, 60, 160, 120);
  const blob = await canvas.convertToBlob({ type: "image/png" });
  const stored = new Response(blob, { headers: { "content-type": "image/png" } });
  await (await caches.open(mediaCache)).put(`/media/${pictureHash}`, stored);
  const facts = { hash: pictureHash, bytes: blob.size, type: "image/png" as const, width: 320, height: 240 };
  await here.db.media.put({ ...facts, studies: ["drawn"], stored: 1 });
}

let here: World;
beforeEach(async () => {
  await page.viewport(1280, 720);
  here = await world([
    { study: feelings, items: [clipItem(1), clipItem(2)] },
    { study: told, items: [clipItem(3)] },
    { study: signs, items: Array.from({ length: 3 }, (_, n) => question(n + 1)) },
    {
      study: { ...quizStudy, id: "tried", title: "Tried" },
      items: [question(1, { id: "p1", practice: true, expected: { option: "B", reason: "So it is." } }), question(2)],
    },
    { study: drawn, items: [question(1, { modality: "image", media: pictureHash })] },
    { study: { ...emotionStudy, id: "lost", title: "Lost" }, items: [clipItem(9, nowhere)] },
  ]);
});
afterEach(async () => {
  await emulate();
  document.documentElement.style.fontSize = "";
  await here.end();
});

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const heading = (name: string) => screen.findByRole("heading", { name }, { timeout: 15_000 });
const settled = () => new Promise((done) => setTimeout(done, 350));
const shut = async () => {
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(document.querySelector("dialog")).toBeNull());
};

it("the list notices each kind of fault when it is planted", async () => {
  openApp("/work");
  await screen.findByRole("heading", { name: "Signs" });
  const planted = document.createElement("div");
  planted.innerHTML = `
    <style>
      .planted { all: unset; width: 20px; height: 20px; color: #ccc; background: #ddd; }
      .planted:focus-visible { outline: none; }
      .wide { width: 340px; }
      .large { width: 60rem; }
    </style>
    <div role="group"><button class="planted" aria-pressed="true">a</button><button class="planted" aria-pressed="false">b</button></div>
    <p style="color: #999; background: #aaa">Too faint</p><div class="wide">.</div><div class="large">.</div>
    <button style="width: 60px; height: 44px; overflow: hidden; white-space: nowrap">Somewhat long</button>`;
  document.querySelector("main")?.append(planted);
  planted.animate([{ opacity: 0.9 }, { opacity: 1 }], 60_000);
  const found = (await unsound("planted", "en")).join("\n");
  for (const kind of [
    ...["light en: color-contrast", "dim en: color-contrast", "no ring: BUTTON a", "forced colours: BUTTON a"],
    ...["moves: Animation", "letters twice as large", "cut with large letters: BUTTON Somewhat", "320 px: "],
    ...["under 44 px: BUTTON a", "under 44 px at 320: BUTTON a"],
  ])
    expect(found).toContain(kind);
});

for (const language of ["en", "zh-Hans"] as const) {
  const words = language === "en" ? en : zhHans;
  const start = language === "en" ? startEn : startZhHans;
  const open = (path: string) => {
    cleanup();
    openApp(path, language);
  };
  const check = async (name: string) => expect(await unsound(name, language)).toEqual([]);

  describe(`what people meet in ${language}`, () => {
    it("is sound at the doors", async () => {
      open("/");
      await heading(words.door.title);
      await check("door");
      open("/join#a-token");
      await heading(words.join.title);
      await check("join");
      open("/setup#a-token");
      await screen.findByRole("textbox");
      await check("setup");
      open("/sign-in");
      await screen.findByRole("textbox");
      await check("sign-in");
      open("/nowhere");
      await screen.findByText(words.failure.notFound);
      await check("no such page");
    });

    it("is sound on the list of studies and in its dialogs", async () => {
      open("/work");
      await screen.findByRole("heading", { name: "Signs" });
      await check("studies");
      await press(words.bar.help);
      await screen.findByRole("dialog");
      await check("help");
      await shut();
      const at = new Date(Date.now() - 7_205_000).toISOString();
      await here.db.outbox.put({ id: crypto.randomUUID(), n: 1, at, strikes: 0 });
      await userEvent.click(await screen.findByRole("button", { name: new RegExp(words.sync.waiting(1, undefined)) }));
      await screen.findByRole("dialog");
      await check("what waits");
    });

    it("is sound from the welcome to the check", async () => {
      await setMeta(here.db, "begun", {});
      open("/work/told");
      await press(start.welcome.goOn);
      await screen.findAllByRole("checkbox");
      await check("consent");
      await press(start.consent.agree);
      await heading(start.setUp.title);
      await check("set-up check");
    });

    it("is sound through the steps of a clip", async () => {
      open("/work/weather");
      await heading(words.steps.sentiment);
      await check("sentiment");
      await userEvent.keyboard("6");
      await settled();
      await userEvent.keyboard("{Enter}");
      await heading(words.steps.emotions);
      await userEvent.keyboard("203");
      await check("emotions");
      await userEvent.keyboard("0000000");
      await settled();
      await userEvent.keyboard("{Enter}");
      await heading(words.steps.confidence);
      await userEvent.keyboard("62");
      await check("confidence");
      await settled();
      await userEvent.keyboard("{Enter}");
      await heading(words.steps.cues);
      await screen.findByRole("button", { name: words.cue.whole });
      await userEvent.keyboard("{Escape}14fnb");
      await check("cues");
    });

    it("is sound in the dialogs of a clip and where the clip is not here", async () => {
      open("/work/weather");
      await heading(words.steps.sentiment);
      await press(words.annotate.skip);
      await screen.findByRole("dialog");
      await check("skip");
      await press(words.recorder.signIt);
      await screen.findByRole("button", { name: words.recorder.turnOn });
      await check("recorder");
      await shut();
      open("/work/lost");
      await screen.findByRole("main");
      await check("a clip that is not here");
    });

    it("is sound with a picture, in the break and at the end", async () => {
      await storePicture();
      open("/work/drawn");
      await waitFor(() => expect(document.querySelector("button[aria-pressed]:not([aria-disabled])")).not.toBeNull());
      await check("a picture question");
      await press(words.quiz.break);
      await heading(words.break.title);
      await check("break");
      const about = { study: "drawn", studyVersion: 1, item: "q1", occasion: 1 } as const;
      await put(here.db, seal({ kind: "choice", ...about, answer: { option: "A", shown: ["A", "B", "C", "D"] } }));
      open("/work/drawn");
      await heading(words.end.title);
      await check("end");
    });

    it("is sound where an answer is opened again", async () => {
      const emotions = Object.fromEntries(emotionIds.map((id) => [id, 0]));
      const about = { study: "weather", studyVersion: 1, item: "clip-1", occasion: 1 } as const;
      await put(
        here.db,
        seal({ kind: "emotion", ...about, answer: { sentiment: 1, emotions, confidence: 60, cues: [] } }),
      );
      open("/work/weather/mine");
      await press(words.mine.open(1));
      await heading(words.steps.cues);
      await check("an answer opened again");
    });

    it("is sound in the quiz and after it", async () => {
      open("/work/signs");
      const tile = () => document.querySelector("button[aria-pressed]");
      await waitFor(() => expect(tile()?.getAttribute("aria-disabled")).toBeNull());
      await settled();
      await check("question");
      await press(words.quiz.flag);
      await screen.findByRole("dialog");
      await check("flag");
      await shut();
      open("/work/tried");
      await waitFor(() => expect(tile()?.getAttribute("aria-disabled")).toBeNull());
      await settled();
      await userEvent.keyboard("2{Enter}");
      await screen.findByText("So it is.");
      await check("practice");
      open("/work/signs/mine");
      await screen.findByRole("main");
      await check("my answers");
    });
  });
}

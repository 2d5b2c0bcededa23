// Faults that other tools had, replayed on our screens by the person's hands: an old draft over a sent answer, words lost on
// the way to the next clip, two values of one click, an input method that sends the form, script in every text.
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { seal } from "../../client/capture/seal.ts";
import { type StudyRow, setMeta } from "../../client/outbox/database.ts";
import { put } from "../../client/outbox/put.ts";
import { emotionIds } from "../../schemas/labels.ts";
import type { PackItem } from "../../schemas/sync.ts";
import { clipItem, emotionStudy, openApp, question, quizStudy, type World, world } from "./world.tsx";

let here: World;
beforeEach(() => page.viewport(1280, 720));
afterEach(() => here.end());

const clips = async (items: readonly PackItem[] = [clipItem(1), clipItem(2)], study: StudyRow = emotionStudy) => {
  here = await world([{ study, items }]);
};
const zeros = Object.fromEntries(emotionIds.map((emotion) => [emotion, 0]));
const give = (item: string, sentiment: number, cues: { id: string; text: string }[] = []) =>
  put(
    here.db,
    seal({
      kind: "emotion",
      study: "weather",
      studyVersion: 1,
      item,
      occasion: 1,
      answer: { sentiment, emotions: zeros, confidence: 40, cues },
    }),
  );
const heading = (name: string) => screen.findByRole("heading", { name });
const settled = () => new Promise((done) => setTimeout(done, 350));
const next = async (keys: string) => {
  await userEvent.keyboard(keys);
  await settled();
  await userEvent.keyboard("{Enter}");
};
const toCues = async () => {
  await heading("Overall, how does it feel?");
  await next("4");
  await heading("How much of each do you see?");
  await next("0000000000");
  await heading("How sure are you?");
  await next("50");
  return heading("What showed it?");
};

describe("reports from the field", () => {
  it("FR-01: shows the changed answer in every view after it was sent, and no older draft over it", async () => {
    await clips();
    await give("clip-1", 2);
    openApp("/work/weather/mine/clip-1~1");
    await heading("What showed it?");
    await userEvent.click(screen.getByRole("button", { name: "Change: Overall feeling" }));
    await heading("Overall, how does it feel?");
    await userEvent.keyboard("3");
    await waitFor(async () => expect(await here.db.drafts.count()).toBe(1));
    await settled();
    await userEvent.keyboard("{Enter}");
    await userEvent.click(await screen.findByRole("button", { name: /Send/ }));
    await heading("My answers");
    await screen.findByText(/−1 slightly negative/);
    for (const view of ["/work/weather", "/work/weather/mine/clip-1~1", "/work/weather/mine"]) {
      cleanup();
      openApp(view);
      await (view === "/work/weather" ? screen.findByText("2 of 2") : screen.findByText(/−1 slightly negative/));
      expect(screen.queryByText(/\+2 positive/)).toBeNull();
    }
    expect(await here.db.drafts.count()).toBe(0);
  });

  it("FR-02: has the words on the device before the next clip shows, however soon they are sent, and says not yet sent", async () => {
    await clips();
    openApp("/work/weather");
    await toCues();
    await userEvent.keyboard("brows down, 眉毛{Control>}{Enter}{/Control}");
    await screen.findByText("2 of 2");
    await screen.findByText("1 only on this device");
    const [given] = await here.given();
    expect(given?.kind === "emotion" && given.answer.cues.map(({ text }) => text)).toEqual(["brows down, 眉毛"]);
  });

  it("FR-17: keeps one value of three clicks, slow or quick, also after a reload, and all three in the history", async () => {
    await clips();
    openApp("/work/weather");
    await heading("Overall, how does it feel?");
    await next("4");
    await heading("How much of each do you see?");
    const joy = () => screen.getByRole("group", { name: "joy" });
    const click = async (value: number) => {
      within(joy())
        .getByRole("radio", { name: new RegExp(`^${value}`) })
        .click();
    };
    const checked = () =>
      within(joy())
        .getAllByRole("radio", { checked: true })
        .map((one) => one.getAttribute("aria-label"));
    for (const gap of [700, 50]) {
      for (const value of [1, 3, 2]) {
        await click(value);
        await new Promise((done) => setTimeout(done, gap));
      }
      await waitFor(() => expect(checked()).toEqual(["2 clearly"]));
    }
    await waitFor(async () => expect(JSON.stringify(await here.db.drafts.toArray())).toContain('"joy":2'));
    cleanup();
    openApp("/work/weather");
    await heading("How much of each do you see?");
    expect(checked()).toEqual(["2 clearly"]);
    screen.getByRole("group", { name: "excited" }).querySelector("input")?.focus();
    await next("000000000");
    await heading("How sure are you?");
    await next("50");
    await heading("What showed it?");
    await userEvent.click(screen.getByRole("button", { name: /Send/ }));
    await waitFor(async () => expect((await here.given()).length).toBe(1));
    const [given] = await here.given();
    if (given?.kind !== "emotion") throw new Error("no answer");
    expect(given.answer.emotions.joy).toBe(2);
    expect(given.trail?.filter(([, field]) => field === "joy").map(([, , value]) => value)).toEqual([1, 3, 2, 1, 3, 2]);
  });

  it("FR-38: sends nothing and takes no digit while an input method composes, in either order of events", async () => {
    await clips();
    openApp("/work/weather");
    await toCues();
    const field = screen.getByRole<HTMLTextAreaElement>("textbox");
    field.focus();
    fireEvent.compositionStart(field);
    fireEvent.change(field, { target: { value: "眉" } });
    for (const code of ["Enter", "Digit1", "Digit2", "Digit3", "Digit4"])
      fireEvent.keyDown(field, { code, key: code === "Enter" ? "Enter" : code.slice(5), isComposing: true });
    fireEvent.keyDown(field, { code: "Enter", key: "Enter", ctrlKey: true, isComposing: true });
    fireEvent.compositionEnd(field);
    fireEvent.keyDown(field, { code: "Enter", key: "Enter", keyCode: 229 });
    fireEvent.keyDown(field, { code: "Enter", key: "Enter", keyCode: 229, ctrlKey: true });
    await settled();
    expect(await here.given()).toEqual([]);
    expect(field.value).toBe("眉");
    expect(document.activeElement).toBe(field);
    await heading("What showed it?");
  });
});

const scripts = [
  '<img src=x onerror="window.__xss=1">',
  '"><svg onload="window.__xss=1">',
  "javascript:window.__xss=1",
  '{{constructor.constructor("window.__xss=1")()}}',
] as const;
const all = scripts.join(" ");
const texts = { en: all, "zh-Hans": all };

/** Every one of the four stands literally in the page, and nothing of it became an element or ran. */
async function literal(): Promise<void> {
  await waitFor(() => {
    const shown = `${document.body.textContent} ${[...document.querySelectorAll("textarea")].map((one) => one.value)}`;
    for (const script of scripts) expect(shown).toContain(script);
  });
  expect((window as { __xss?: unknown }).__xss).toBeUndefined();
  expect(document.querySelector("img[src=x], svg[onload], [onerror], a[href^=javascript]")).toBeNull();
}

describe("FR-47: script in a text stands there as it is written, and never runs", () => {
  const consent = {
    version: 1,
    sections: [{ id: "what", title: texts, text: texts }],
    board: all,
    number: all.slice(0, 100),
    contact: all,
  };

  it("in title, name, instructions, additions and consent", async () => {
    const announcements = [{ at: "2026-01-06T12:00:00.000Z", texts }];
    await clips(undefined, { ...emotionStudy, title: all, instructions: texts, announcements, consent });
    await setMeta(here.db, "name", all);
    await setMeta(here.db, "begun", {});
    openApp("/work");
    await screen.findByText(`Hello ${all}`);
    await literal();
    cleanup();
    openApp("/work/weather");
    await heading("Welcome");
    await literal();
    await userEvent.click(screen.getByRole("button", { name: "Go on" }));
    await heading("Do you want to take part?");
    await literal();
    expect(document.title).toContain(scripts[0]);
  });

  it("in a caption, in the person's own words, in My answers", async () => {
    const study = { ...emotionStudy, title: all, settings: { ...emotionStudy.settings, captions: "shown" as const } };
    await clips([clipItem(1, { caption: all }), clipItem(2, { caption: all })], study);
    await give("clip-1", 1, [{ id: crypto.randomUUID(), text: all }]);
    openApp("/work/weather/mine/clip-1~1");
    await heading("What showed it?");
    await literal();
    expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe(all);
    cleanup();
    openApp("/work/weather/mine");
    await screen.findByText("Clip 1");
    await literal();
    await here.db.items.delete(["weather", "clip-2", 1]);
    cleanup();
    openApp("/work/weather/mine/nothing~1");
    await screen.findByText("This one was withdrawn");
    expect((window as { __xss?: unknown }).__xss).toBeUndefined();
  });

  it("in a question, its text and its options, and in the reason of a practice", async () => {
    const [A, B, C, D] = scripts;
    const item = question(1, {
      practice: true,
      question: all,
      text: all,
      options: { A, B, C, D },
      expected: { option: "B", reason: all },
    });
    here = await world([{ study: { ...quizStudy, title: all }, items: [item] }]);
    openApp("/work/signs");
    await waitFor(() => expect(screen.getByRole("button", { name: /^1:/ }).getAttribute("aria-disabled")).toBeNull());
    const options = [...document.querySelectorAll('[aria-pressed] > [lang="zh-Hans"]')].map((one) => one.textContent);
    expect(options).toEqual([...scripts]);
    await literal();
    await userEvent.keyboard("1");
    await screen.findByText("Next sign in");
    await settled();
    await userEvent.keyboard("{Enter}");
    await heading("Practice: compare");
    await literal();
  });
});

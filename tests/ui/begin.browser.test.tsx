// Before the first item, by the person's hands and with no network: welcome, consent with its switches, set-up check; then
// never again, until the words of the consent change.
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { setMeta } from "../../client/outbox/database.ts";
import { mediaCache } from "../../client/outbox/media-cache.ts";
import type { Consent } from "../../schemas/consent.ts";
import {
  clipItem,
  emotionStudy,
  faults,
  openApp,
  question,
  quizStudy,
  sticksOut,
  type World,
  world,
} from "./world.tsx";

let here: World;
const consent: Consent = {
  version: 1,
  sections: [
    {
      id: "what",
      title: { en: "What it is about", "zh-Hans": "关于什么" },
      text: { en: "You watch clips.\nYou may stop." },
    },
    { id: "data", title: { en: "Your answers" }, text: { en: "They are kept under a code." } },
  ],
  board: "Ethics board of the school",
  number: "2026-17",
  expires: "2031-05-01",
  contact: "study@example.org",
};
const told = {
  ...emotionStudy,
  instructions: { en: "Look at the face first.", "zh-Hans": "先看脸。" },
  consent,
};

beforeEach(async () => {
  await page.viewport(1280, 720);
  here = await world([{ study: told, items: [clipItem(1), clipItem(2)] }]);
  await setMeta(here.db, "begun", {});
});
afterEach(() => here.end());

const heading = (name: string) => screen.findByRole("heading", { name });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const given = async () => (await here.given()).map((one) => (one.kind === "consent" ? one.answer : one.kind));
const allOff = { "recordings-team": false, "recordings-released": false, "answers-published": false, contact: false };

describe("before the first item", () => {
  it("come welcome, consent and the check, once, by keys alone; nothing is turned on by itself", async () => {
    openApp("/work/weather");
    await heading("Welcome");
    expect(screen.getByText("Step 1 of 3")).toBeTruthy();
    expect(screen.getByText("Look at the face first.")).toBeTruthy();
    expect(await faults()).toEqual([]);
    screen.getByRole("button", { name: "Go on" }).focus();
    await userEvent.keyboard("{Enter}");
    await heading("Do you want to take part?");
    for (const text of [
      "What it is about",
      "They are kept under a code.",
      "2026-17",
      "May 1, 2031",
      "study@example.org",
    ])
      expect(screen.getByText(text, { exact: false })).toBeTruthy();
    expect(screen.getAllByRole("checkbox").length).toBe(4);
    expect(screen.queryAllByRole("checkbox", { checked: true })).toEqual([]);
    expect(await faults()).toEqual([]);
    screen.getByRole("checkbox", { name: /may watch what I sign/ }).focus();
    await userEvent.keyboard(" ");
    screen.getByRole("button", { name: "I agree" }).focus();
    await userEvent.keyboard("{Enter}");
    await heading("Check that all works here");
    expect(await given()).toEqual([{ version: 1, switches: { ...allOff, "recordings-team": true } }]);
    expect(await faults()).toEqual([]);
    await press("Skip the check");
    await heading("Overall, how does it feel?");
    cleanup();
    openApp("/work/weather");
    await heading("Overall, how does it feel?");
    expect((await given()).length).toBe(1);
  });

  it("writes all four switches also where none is touched, and goes back without a trace by Not now", async () => {
    await setMeta(here.db, "begun", { weather: { readAt: new Date().toISOString() } });
    openApp("/work/weather");
    await heading("Do you want to take part?");
    await press("Not now");
    await heading("Your studies");
    expect(await given()).toEqual([]);
    cleanup();
    openApp("/work/weather");
    await press("I agree");
    await heading("Check that all works here");
    expect(await given()).toEqual([{ version: 1, switches: allOff }]);
  });

  it("asks how somebody hears and signs beside the consent: optional, nothing chosen, told only with the agreement", async () => {
    openApp("/work/weather/consent");
    await heading("About you, if you like");
    expect(screen.queryAllByRole("radio", { checked: true })).toEqual([]);
    await press("I agree");
    await heading("Your studies");
    expect(await here.db.meta.get("about")).toBeUndefined();
    await press("Consent");
    const signed = await screen.findByRole("group", { name: "You have signed" });
    await userEvent.click(screen.getByRole("radio", { name: "Deaf" }));
    await userEvent.click(within(signed).getByRole("radio", { name: "I prefer not to say" }));
    expect(await here.db.meta.get("about")).toBeUndefined();
    expect(await faults()).toEqual([]);
    await press("Save my choice");
    await heading("Your studies");
    const kept = (await here.db.meta.get("about"))?.value as Record<string, object>;
    expect(kept["weather"]).toMatchObject({ hearing: "deaf", signing: "not-said" });
    await press("Consent");
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>("radio", { name: "Deaf" }).checked).toBe(true));
  });

  it("asks again when the words have a newer version; what was answered stays, also offline", async () => {
    await setMeta(here.db, "begun", {
      weather: { readAt: "2026-01-01T00:00:00.000Z", checkedAt: "2026-01-01T00:00:00.000Z" },
    });
    openApp("/work/weather");
    await userEvent.click(await screen.findByRole("checkbox", { name: /write to me later/ }));
    await press("I agree");
    await heading("Overall, how does it feel?");
    await here.db.studies.put({ ...told, consent: { ...consent, version: 2 } });
    await heading("Do you want to take part?");
    expect(screen.getByText(/The words have changed since you agreed/)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /write to me later/ }).checked).toBe(true);
    await press("I agree");
    await heading("Overall, how does it feel?");
    const kept = { ...allOff, contact: true };
    expect(await given()).toEqual([
      { version: 1, switches: kept },
      { version: 2, switches: kept },
    ]);
  });

  it("takes no new consent under an approval that has ended, by the study's day; who agreed before goes on and is told", async () => {
    const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10);
    const over = { ...told, timeZone: "Asia/Shanghai", consent: { ...consent, expires: day(-2) } };
    await here.db.studies.put(over);
    openApp("/work/weather/consent");
    await screen.findByText("The approval of this study has ended");
    expect(screen.getByText(/Nobody can agree until it is extended/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "I agree" })).toBeNull();
    expect(screen.getByRole("button", { name: "Ask a question first" })).toBeTruthy();
    expect(await faults()).toEqual([]);
    await here.db.studies.put({ ...over, consent: { ...consent, expires: day(1) } });
    await press("I agree");
    await heading("Your studies");
    await here.db.studies.put(over);
    await press("Consent");
    await screen.findByText(/You agreed before/);
    expect(screen.getByRole("button", { name: "Save my choice" })).toBeTruthy();
    expect(await given()).toEqual([{ version: 1, switches: allOff }]);
    await here.db.studies.put({ ...over, consent: { ...over.consent, version: 2 } });
    await screen.findByText(/The words have changed since you agreed/);
    expect(screen.getByText(/You agreed before/)).toBeTruthy();
    expect(screen.queryByText(/Nobody can agree/)).toBeNull();
    await press("I agree");
    await heading("Your studies");
    expect((await given()).at(-1)).toEqual({ version: 2, switches: allOff });
  });

  it("opens the consent again from the list of studies, and a change is a new response", async () => {
    openApp("/work/weather/consent");
    await press("I agree");
    await heading("Your studies");
    await press("Consent");
    await screen.findByText(/You agreed to this/);
    await userEvent.click(screen.getByRole("checkbox", { name: /may be published under my code/ }));
    await press("Save my choice");
    await heading("Your studies");
    expect(await given()).toEqual([
      { version: 1, switches: allOff },
      { version: 1, switches: { ...allOff, "answers-published": true } },
    ]);
  });

  it("says on the card and in Help what was added to the instructions since they were read", async () => {
    const readAt = "2026-01-05T12:00:00.000Z";
    await setMeta(here.db, "begun", { weather: { readAt, checkedAt: readAt } });
    await here.db.studies.put({
      ...told,
      announcements: [
        { at: "2026-01-04T12:00:00.000Z", texts: { en: "Older." } },
        { at: "2026-01-06T12:00:00.000Z", texts: { en: "Rate the face, not the topic." } },
      ],
    });
    openApp("/work");
    await screen.findByText("1 new since you last looked");
    await press("Instructions");
    const dialog = await screen.findByRole("dialog");
    await within(dialog).findByText("Rate the face, not the topic.");
    await within(dialog).findByText("New");
    expect(within(dialog).getByText("Added on Jan 6, 2026")).toBeTruthy();
    expect(await faults()).toEqual([]);
    await waitFor(() => expect(screen.queryByText("1 new since you last looked")).toBeNull());
  });

  it("stands in Chinese, dim, at 320 px", async () => {
    await page.viewport(320, 640);
    document.documentElement.dataset["theme"] = "dim";
    openApp("/work/weather", "zh-Hans");
    await heading("欢迎");
    expect(screen.getByText("先看脸。")).toBeTruthy();
    expect(sticksOut()).toBe(false);
    await press("继续");
    await heading("您愿意参加吗？");
    expect(screen.getByRole("heading", { name: "关于什么" }).lang).toBe("zh-Hans");
    expect(screen.getByRole("heading", { name: "Your answers" }).lang).toBe("en");
    expect(sticksOut()).toBe(false);
    expect(await faults()).toEqual([]);
    await press("我同意");
    await heading("检查这里是否一切正常");
    expect(sticksOut()).toBe(false);
    expect(await faults()).toEqual([]);
  });
});

describe("the set-up check", () => {
  it("proves that video plays, that four keys arrive, and what is stored; the result stays on the device", async () => {
    openApp("/work/weather/set-up");
    await heading("Check that all works here");
    await screen.findByText("This block works without a network.");
    expect(screen.getByText(/Ready to work offline: 1 of 1/)).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Play the clip" }).getAttribute("aria-disabled")).toBeNull(),
    );
    await press("Play the clip");
    document.querySelector<HTMLElement>("h2")?.focus();
    await userEvent.keyboard("50s ");
    await screen.findByText("The keys work.");
    await screen.findByText("Video plays here.", undefined, { timeout: 15_000 });
    await press("Go on");
    await heading("Your studies");
    expect((await here.db.meta.get("begun"))?.value).toMatchObject({ weather: { video: true, keys: true } });
  });

  it("says so when the block that comes next cannot be saved now", async () => {
    await caches.delete(mediaCache);
    await here.db.media.toCollection().modify({ stored: 0 });
    openApp("/work/weather/set-up");
    await press("Save this block");
    await screen.findByText("It could not be saved now. Try again when the network is better.");
  });

  it("asks an expert for an expert's keys", async () => {
    await here.db.studies.put(quizStudy);
    await here.db.items.put({ ...question(1), study: "signs", position: 0 });
    openApp("/work/signs/set-up");
    await heading("Check that all works here");
    await userEvent.keyboard("14f{Backspace}");
    await screen.findByText("The keys work.");
  });
});

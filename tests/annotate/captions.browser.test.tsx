// The three caption conditions on the screen, and what My answers says about a clip whose caption was seen since: the first
// answer is locked, with words why; the order of the two holds, also with no network and after a reload.
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { seal } from "../../client/capture/seal.ts";
import type { StudyRow } from "../../client/outbox/database.ts";
import { put } from "../../client/outbox/put.ts";
import { emotionIds } from "../../schemas/labels.ts";
import { skipReasons } from "../../schemas/response.ts";
import { clipItem, emotionStudy, faults, openApp, sticksOut, type World, world } from "../ui/world.tsx";

let here: World;
const caption = "It will rain.";
const withCaptions = (captions: "hidden" | "shown" | "shown-after", more: Partial<StudyRow> = {}): StudyRow => ({
  ...emotionStudy,
  ...more,
  settings: { ...emotionStudy.settings, captions },
});
const pair = [clipItem(1), clipItem(2), clipItem(3, { id: "clip-1~caption", caption, locks: "clip-1" })];

beforeEach(() => page.viewport(1280, 720));
afterEach(() => here.end());

const emotions = Object.fromEntries(emotionIds.map((emotion) => [emotion, 0]));
const about = (item: string) => ({ study: "weather", studyVersion: 1, item, occasion: 1 });
const answer = (item: string, sentiment = 1) =>
  put(here.db, seal({ kind: "emotion", ...about(item), answer: { sentiment, emotions, confidence: 50, cues: [] } }));
const sentiment = () => screen.findByRole("heading", { name: "Overall, how does it feel?" });
const row = (text: string) => screen.getByText(text).closest("li") as HTMLElement;

describe("a caption", () => {
  it("stays away where the condition is hidden, and stands under the clip where it is shown", async () => {
    here = await world([{ study: withCaptions("hidden"), items: [clipItem(1, { caption })] }]);
    openApp("/work/weather");
    await sentiment();
    expect(document.body.textContent).not.toContain(caption);
    await here.db.studies.put(withCaptions("shown"));
    await screen.findByText(caption);
  });

  it("comes after the clip without it, even where somebody opens its block first", async () => {
    const study = withCaptions("shown-after");
    here = await world([{ study: { ...study, settings: { ...study.settings, breakEvery: 2 } }, items: pair }]);
    openApp("/work/weather/block/2");
    await screen.findByText("1 of 3");
    await sentiment();
    expect(document.body.textContent).not.toContain(caption);
    await answer("clip-1");
    await answer("clip-2");
    cleanup();
    openApp("/work/weather");
    await screen.findByText("3 of 3");
    await screen.findByText(caption);
  });

  it("locks the first answer once it was answered with the caption, and says why", async () => {
    here = await world([{ study: withCaptions("shown-after"), items: pair }]);
    await answer("clip-1", -1);
    openApp("/work/weather/mine");
    await screen.findByRole("button", { name: "Open clip 1" });
    await answer("clip-1~caption", 2);
    await screen.findByText("You have seen its caption. This answer, given without it, stays as it is.");
    expect(within(row("Clip 1")).queryAllByRole("button")).toEqual([]);
    expect(within(row("Clip 3")).getAllByRole("button").length).toBe(2);
    expect(await faults()).toEqual([]);
    cleanup();
    openApp("/work/weather/mine/clip-1~1");
    await screen.findByText("You have seen its caption. This answer, given without it, stays as it is.");
    expect((await here.given()).length).toBe(2);
  });
});

describe("my answers", () => {
  it("say that a study is closed, that two devices disagreed, and what is only on the server now", async () => {
    here = await world([{ study: withCaptions("hidden"), items: [clipItem(1), clipItem(2)] }]);
    await answer("clip-1");
    await answer("clip-2");
    const [first, second] = await here.db.responses.orderBy("id").toArray();
    if (first === undefined || second === undefined) throw new Error("no answers");
    const twin = { ...JSON.parse(first.text), id: crypto.randomUUID(), device: crypto.randomUUID(), n: 1 };
    await here.db.responses.put({
      ...first,
      id: twin.id,
      device: twin.device,
      text: JSON.stringify(twin),
      state: "elsewhere",
    });
    await here.db.responses.update(second.id, { state: "server", text: "" });
    await here.db.outbox.clear();
    openApp("/work/weather/mine");
    await screen.findByText("Changed on two devices. The later one counts; the other is kept.");
    expect(within(row("Clip 2")).getByText("Only on the server now")).toBeTruthy();
    expect(await faults()).toEqual([]);
    await userEvent.click(within(row("Clip 2")).getByRole("button", { name: "Open clip 2" }));
    await screen.findByText("This answer is only on the server now. Connect to the network to open it.");
    cleanup();
    await page.viewport(320, 640);
    await here.db.studies.put(withCaptions("hidden", { state: "closed" }));
    openApp("/work/weather/mine");
    expect((await screen.findAllByText("The study is closed. This can no longer be changed.")).length).toBe(2);
    expect(sticksOut()).toBe(false);
  });

  it("keep a skip with each reason as no answer", async () => {
    const reasons = skipReasons.filter((reason) => !["not-on-device", "cannot-decode"].includes(reason));
    here = await world([{ study: withCaptions("hidden"), items: reasons.map((_, n) => clipItem(n + 1)) }]);
    openApp("/work/weather");
    const names = {
      "bad-video": "The video is bad",
      upsetting: "It upsets me",
      "not-my-signing": "Not my variety of signing",
      "cannot-tell": "I cannot tell",
      other: "Another reason",
    } as Record<string, string>;
    for (const [at, reason] of reasons.entries()) {
      await screen.findByText(`${at + 1} of ${reasons.length}`);
      await sentiment();
      await userEvent.keyboard("s");
      const dialog = await screen.findByRole("dialog");
      await userEvent.click(within(dialog).getByText(names[reason] as string));
      if (reason === "other") await userEvent.fill(within(dialog).getByRole("textbox"), "no face");
      await userEvent.click(within(dialog).getByRole("button", { name: "Skip this" }));
      await waitFor(async () => expect((await here.given()).length).toBe(at + 1));
    }
    await screen.findByRole("heading", { name: "All done. Thank you." });
    expect((await here.given()).map((one) => one.answer)).toEqual(
      reasons.map((reason) => (reason === "other" ? { reason, text: "no face" } : { reason })),
    );
  });

  it("go on from a clip that was withdrawn while it was open, with words", async () => {
    here = await world([{ study: withCaptions("hidden"), items: [clipItem(1), clipItem(2)] }]);
    openApp("/work/weather");
    await sentiment();
    await here.db.items.delete(["weather", "clip-1", 1]);
    await screen.findByText("This one was withdrawn");
    expect(await faults()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Go on" }));
    await screen.findByText("1 of 1");
    await sentiment();
    expect(await here.given()).toEqual([]);
  });
});

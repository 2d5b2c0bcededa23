// The annotator's clip, by the person's hands: no default anywhere, one click for any value, ten strokes for ten cards,
// one response however often Send is pressed, zero kept as zero.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { emotionIds } from "../../schemas/labels.ts";
import { clipItem, emotionStudy, faults, openApp, sticksOut, type World, world } from "../ui/world.tsx";

let here: World;
const items = [clipItem(1), clipItem(2), clipItem(3)];

beforeEach(async () => {
  await page.viewport(1280, 720);
  here = await world([{ study: emotionStudy, items }]);
});
afterEach(() => here.end());

const heading = (name: string) => screen.findByRole("heading", { name });
const main = (name: RegExp) => screen.findByRole("button", { name });
const settled = () => new Promise((done) => setTimeout(done, 350));

async function toEmotions(): Promise<void> {
  await heading("Overall, how does it feel?");
  await userEvent.keyboard("4");
  await settled();
  await userEvent.keyboard("{Enter}");
  await heading("How much of each do you see?");
}
async function toConfidence(digits = "0123012301"): Promise<void> {
  await toEmotions();
  await userEvent.keyboard(digits);
  await settled();
  await userEvent.keyboard("{Enter}");
  await heading("How sure are you?");
}
async function toCues(): Promise<void> {
  await toConfidence();
  await userEvent.keyboard("62");
  await settled();
  await userEvent.keyboard("{Enter}");
  await heading("What showed it?");
}

describe("the clip screen", () => {
  it("says what is missing, chooses nothing by itself, and sends nothing while something is open (FR-16)", async () => {
    openApp("/work/weather");
    await heading("Overall, how does it feel?");
    expect(screen.queryAllByRole("radio", { checked: true })).toEqual([]);
    const button = await main(/1 still open/);
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await userEvent.click(button, { force: true });
    await settled();
    await userEvent.keyboard("{Enter}");
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Overall, how does it feel?");
    await toEmotions();
    expect(screen.queryAllByRole("radio", { checked: true })).toEqual([]);
    await main(/10 still open/);
    expect(await here.given()).toEqual([]);
  });

  it("takes the middle value by one click (FR-16)", async () => {
    openApp("/work/weather");
    await heading("Overall, how does it feel?");
    await userEvent.click(screen.getByText("neutral"));
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /neutral/ }).checked).toBe(true);
    await userEvent.click(await main(/Go on/));
    await heading("How much of each do you see?");
    expect(screen.getByText("0 neutral")).toBeTruthy();
  });

  it("fills ten cards with ten digits", async () => {
    openApp("/work/weather");
    await toEmotions();
    await userEvent.keyboard("0123012301");
    const cards = screen.getAllByRole("group").filter((card) => within(card).queryAllByRole("radio").length === 4);
    expect(cards.length).toBe(10);
    const chosen = cards.map((card) => within(card).getByRole("radio", { checked: true }).getAttribute("aria-label"));
    expect(chosen.map((label) => label?.[0]).join("")).toBe("0123012301");
    await main(/Go on/);
  });

  it("moves between cards by arrows without answering any", async () => {
    openApp("/work/weather");
    await toEmotions();
    await userEvent.keyboard("{ArrowRight}{ArrowDown}{ArrowLeft}");
    expect(screen.queryAllByRole("radio", { checked: true })).toEqual([]);
    await userEvent.keyboard("3");
    const chosen = screen.getByRole("radio", { checked: true });
    expect(chosen.closest("fieldset")?.textContent).toContain("surprise, pleasant");
  });

  it("leaves the line of confidence empty until the first click or key (FR-16)", async () => {
    openApp("/work/weather");
    await toConfidence();
    const line = screen.getByRole("spinbutton");
    expect(line.getAttribute("aria-valuenow")).toBeNull();
    expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("");
    await userEvent.keyboard("{ArrowRight}");
    expect(line.getAttribute("aria-valuenow")).toBe("0");
    await userEvent.keyboard("100");
    expect(line.getAttribute("aria-valuenow")).toBe("100");
    await userEvent.keyboard("{PageDown}{ArrowLeft}");
    expect(line.getAttribute("aria-valuenow")).toBe("89");
    await userEvent.keyboard("{Backspace}");
    expect(line.getAttribute("aria-valuenow")).toBeNull();
    const box = line.getBoundingClientRect();
    await userEvent.click(line, { position: { x: box.width / 2, y: box.height / 2 } });
    expect(Math.abs(Number(line.getAttribute("aria-valuenow")) - 50)).toBeLessThanOrEqual(3);
  });

  it("keeps zero as zero, in the order asked, and goes to the next clip", async () => {
    openApp("/work/weather");
    await toCues();
    await userEvent.keyboard("Brows down.");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(async () => expect((await here.given()).length).toBe(1));
    const [given] = await here.given();
    if (given?.kind !== "emotion") throw new Error("no answer");
    expect(given.answer.sentiment).toBe(0);
    expect(emotionIds.map((emotion) => given.answer.emotions[emotion]).join("")).toBe("0123012301");
    expect(given.answer.confidence).toBe(62);
    expect(given.answer.cues.map((cue) => cue.text)).toEqual(["Brows down."]);
    expect(given.media).toEqual([here.hash]);
    await heading("Overall, how does it feel?");
    expect(screen.queryAllByRole("radio", { checked: true })).toEqual([]);
    await screen.findByText("1 only on this device");
    await screen.findByText("2 of 3");
  });

  it("sends once, however often the button is pressed and whatever key with it (FR-04)", async () => {
    openApp("/work/weather");
    await toCues();
    const send = await main(/Send/);
    await settled();
    send.click();
    send.click();
    fireEvent.keyDown(document.body, { code: "Enter", key: "Enter" });
    fireEvent.keyDown(document.body, { code: "Enter", key: "Enter", repeat: true });
    await heading("Overall, how does it feel?");
    await settled();
    expect((await here.given()).length).toBe(1);
  });

  it("opens an earlier step again without losing the later ones", async () => {
    openApp("/work/weather");
    await toCues();
    await userEvent.click(screen.getByRole("button", { name: "Change: Overall feeling" }));
    await heading("Overall, how does it feel?");
    await userEvent.keyboard("1");
    await settled();
    await userEvent.keyboard("{Enter}");
    await heading("What showed it?");
    expect(screen.getByText("−3 strongly negative")).toBeTruthy();
    expect(screen.getByText("62")).toBeTruthy();
  });

  it("keeps the answer in hand when the language changes and when the page is opened again", async () => {
    openApp("/work/weather");
    await toEmotions();
    await userEvent.keyboard("012");
    await userEvent.click(screen.getByRole("button", { name: /中文/ }));
    await heading("每种情绪您看到多少？");
    await waitFor(() => expect(document.documentElement.lang).toBe("zh-Hans"));
    expect(screen.getAllByRole("radio", { checked: true }).length).toBe(3);
    await settled();
    const { cleanup } = await import("@testing-library/react");
    cleanup();
    openApp("/work/weather");
    await heading("How much of each do you see?");
    expect(screen.getAllByRole("radio", { checked: true }).length).toBe(3);
  });

  it("skips with a reason, as its own response and never as zeros", async () => {
    openApp("/work/weather");
    await heading("Overall, how does it feel?");
    await userEvent.keyboard("s");
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).queryAllByRole("radio", { checked: true })).toEqual([]);
    await userEvent.click(within(dialog).getByText("Another reason"));
    const submit = within(dialog).getByRole("button", { name: "Say why in a few words" });
    expect(submit.getAttribute("aria-disabled")).toBe("true");
    await userEvent.fill(within(dialog).getByRole("textbox"), "Two people sign at once");
    await userEvent.click(within(dialog).getByRole("button", { name: "Skip this" }));
    await waitFor(() => expect(screen.getByText("2 of 3")).toBeTruthy());
    const given = await here.given();
    expect(given.map((one) => one.kind)).toEqual(["skip"]);
    expect(given[0]?.answer).toEqual({ reason: "other", text: "Two people sign at once" });
  });

  it("shows a caption only where the study says so", async () => {
    await here.db.items.update(["weather", "clip-1", 1], { caption: "It will rain." });
    openApp("/work/weather");
    await heading("Overall, how does it feel?");
    expect(screen.queryByText("It will rain.")).toBeNull();
    await here.db.studies.put({ ...emotionStudy, settings: { ...emotionStudy.settings, captions: "shown" } });
    await screen.findByText("It will rain.");
  });

  it("waits for one whole view where the study asks for it", async () => {
    await here.db.studies.put({ ...emotionStudy, settings: { ...emotionStudy.settings, wholeViewFirst: true } });
    openApp("/work/weather");
    await heading("Watch the whole clip once");
    expect((await main(/Watch the clip to its end/)).getAttribute("aria-disabled")).toBe("true");
    await screen.findByRole("heading", { name: "Overall, how does it feel?" }, { timeout: 10_000 });
  });

  it("ends with what is answered, sent and waiting, and lets an answer be taken back", async () => {
    await here.db.items
      .where("study")
      .equals("weather")
      .and((item) => item.id !== "clip-1")
      .delete();
    openApp("/work/weather");
    await toCues();
    await userEvent.click(await main(/Send/));
    await heading("All done. Thank you.");
    await userEvent.click(screen.getByRole("button", { name: "My answers" }));
    await screen.findByText("Clip 1");
    await userEvent.click(screen.getByRole("button", { name: "Take back" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Take back" }));
    await screen.findByText("You have not answered anything here yet.");
    expect((await here.given()).map((one) => one.kind)).toEqual(["emotion", "retract"]);
  });

  it("opens an earlier answer, changes it, and the change replaces it", async () => {
    openApp("/work/weather");
    await toCues();
    await userEvent.click(await main(/Send/));
    await screen.findByText("2 of 3");
    const { cleanup } = await import("@testing-library/react");
    cleanup();
    openApp("/work/weather/mine");
    await userEvent.click(await screen.findByRole("button", { name: "Open clip 1" }));
    await heading("What showed it?");
    await userEvent.click(screen.getByRole("button", { name: "Change: How sure" }));
    await heading("How sure are you?");
    await userEvent.keyboard("7");
    await settled();
    await userEvent.click(await main(/Go on/));
    await userEvent.click(await main(/Send/));
    await heading("My answers");
    const [first, second] = await here.given();
    expect(second?.replaces).toBe(first?.id);
    if (second?.kind !== "emotion") throw new Error("no answer");
    expect(second.answer.confidence).toBe(7);
    expect(second.answer.sentiment).toBe(0);
  });

  for (const [theme, language] of [
    ["light", "en"],
    ["dim", "zh-Hans"],
  ] as const)
    it(`has no fault that axe finds at any step, ${theme}, ${language}`, async () => {
      document.documentElement.dataset["theme"] = theme;
      openApp("/work/weather", language);
      await waitFor(() => expect(screen.getAllByRole("radio").length).toBe(7));
      expect(await faults()).toEqual([]);
      await userEvent.keyboard("2");
      await settled();
      await userEvent.keyboard("{Enter}");
      await waitFor(() => expect(screen.getAllByRole("radio").length).toBe(40));
      await userEvent.keyboard("012");
      expect(await faults()).toEqual([]);
      await userEvent.keyboard("0123012");
      await settled();
      await userEvent.keyboard("{Enter}");
      await screen.findByRole("spinbutton");
      expect(await faults()).toEqual([]);
      await userEvent.keyboard("50");
      await settled();
      await userEvent.keyboard("{Enter}");
      await screen.findByRole("textbox");
      expect(await faults()).toEqual([]);
    });

  it("fits 360 px without sticking out, with targets of 44 px", async () => {
    await page.viewport(360, 740);
    openApp("/work/weather");
    await heading("Overall, how does it feel?");
    expect(sticksOut()).toBe(false);
    await toEmotions();
    expect(sticksOut()).toBe(false);
    const small = [...document.querySelectorAll("section:last-of-type :is(button, label:has(input))")].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.width > 0 && Math.min(box.width, box.height) < 44;
    });
    expect(small.map((one) => one.textContent)).toEqual([]);
  });

  it("stands in one view at 1280 x 720 at every step", async () => {
    const fits = () => {
      const panel = document.querySelector<HTMLElement>("main > section:last-of-type");
      return panel !== null && panel.scrollHeight <= panel.clientHeight && document.body.scrollHeight <= 720;
    };
    openApp("/work/weather");
    await toEmotions();
    expect(fits()).toBe(true);
    await userEvent.keyboard("0123012301");
    await settled();
    await userEvent.keyboard("{Enter}");
    await heading("How sure are you?");
    expect(fits()).toBe(true);
    await userEvent.keyboard("5");
    await settled();
    await userEvent.keyboard("{Enter}");
    await heading("What showed it?");
    expect(fits()).toBe(true);
  });

  it("answers by Tab and arrows alone when single keys are switched off", async () => {
    localStorage.setItem("countersign-keys", "off");
    openApp("/work/weather");
    await heading("Overall, how does it feel?");
    await userEvent.keyboard("4");
    expect(screen.queryAllByRole("radio", { checked: true })).toEqual([]);
    await userEvent.tab();
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /−2/ }).checked).toBe(true);
  });
});

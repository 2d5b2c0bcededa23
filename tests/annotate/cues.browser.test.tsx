// A cue by keys alone: when it shows, where, what of, a box on the paused picture; each part can be taken back.
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Cue, textLimit } from "../../schemas/response.ts";
import { clipItem, emotionStudy, faults, openApp, sticksOut, type World, world } from "../ui/world.tsx";

let here: World;
const study = { ...emotionStudy, settings: { ...emotionStudy.settings, cueSpans: true } };

beforeEach(async () => {
  await page.viewport(1280, 720);
  here = await world([{ study, items: [clipItem(1), clipItem(2)] }]);
});
afterEach(() => here.end());

const heading = (name: string) => screen.findByRole("heading", { name }, { timeout: 10_000 });
const settled = () => new Promise((done) => setTimeout(done, 350));

async function toCues(emotions = "2000000010"): Promise<void> {
  openApp("/work/weather");
  for (const [title, keys] of [
    ["Overall, how does it feel?", "5"],
    ["How much of each do you see?", emotions],
    ["How sure are you?", "62"],
  ] as const) {
    await heading(title);
    await userEvent.keyboard(keys);
    await settled();
    await userEvent.keyboard("{Enter}");
  }
  await heading("What showed it?");
  await screen.findByRole("button", { name: "Start" });
  await userEvent.keyboard("{Escape}");
}
const pressed = () =>
  [...document.querySelectorAll("fieldset [aria-pressed=true] > span")].map((one) => one.textContent);
const video = () => {
  const shown = [...document.querySelectorAll("video")].find((one) => !Number.isNaN(one.duration));
  if (shown === undefined) throw new Error("no clip");
  return shown;
};
async function sent(): Promise<Cue[]> {
  await settled();
  await userEvent.keyboard("{Enter}");
  await waitFor(async () => expect((await here.given()).length).toBe(1));
  const [given] = await here.given();
  if (given?.kind !== "emotion") throw new Error("no answer");
  return given.answer.cues;
}

describe("a cue on the clip", () => {
  it("is told by keys in under 8 seconds: span, chips, feeling, emotion, and it plays in a loop", async () => {
    await toCues();
    const began = performance.now();
    await userEvent.keyboard("ri");
    await new Promise((done) => setTimeout(done, 400));
    await userEvent.keyboard("o14fnn");
    expect(performance.now() - began).toBeLessThan(8000);
    expect(pressed()).toEqual(["brows", "mouth", "feeling", "joy"]);
    await screen.findByText(/^Loops/);
    const [cue] = await sent();
    expect(cue).toMatchObject({ media: here.hash, chips: ["brows", "mouth"], function: "feeling", emotion: "joy" });
    expect(cue?.endMs ?? 0).toBeGreaterThan(cue?.startMs ?? 0);
    expect((cue?.endFrame ?? 0) - (cue?.startFrame ?? 0)).toBeGreaterThan(0);
    expect(cue?.text).toBeUndefined();
  });

  it("stands whole beside the clip at 1280 x 720, in both languages: nothing of it is scrolled for", async () => {
    await toCues("2200100010");
    await userEvent.keyboard("ri");
    await settled();
    await userEvent.keyboard("o123fnnb{Enter}");
    for (const language of ["en", "zh-Hans"]) {
      if (language !== "en") await userEvent.click(screen.getByRole("button", { name: /中文/ }));
      const last = await screen.findByRole("button", { name: language === "en" ? "frustration" : "沮丧" });
      const scrolled: string[] = [];
      for (let above = last.parentElement; above !== null; above = above.parentElement)
        if (getComputedStyle(above).overflowY === "auto" && above.scrollHeight > above.clientHeight + 1)
          scrolled.push(`${above.className}: ${above.scrollHeight} in ${above.clientHeight}`);
      expect(scrolled).toEqual([]);
      const foot = screen.getByRole("button", { name: language === "en" ? /^Send/ : /^提交/ });
      expect(last.getBoundingClientRect().bottom).toBeLessThanOrEqual(foot.getBoundingClientRect().top);
      expect(foot.getBoundingClientRect().bottom).toBeLessThanOrEqual(720);
      expect(video().getBoundingClientRect().width).toBeGreaterThanOrEqual(480);
    }
  });

  it("brings one of several into hand, each named with what it says", async () => {
    await toCues();
    await userEvent.keyboard("14f");
    await userEvent.click(screen.getByRole("button", { name: "One more" }));
    await userEvent.keyboard("{Escape}5u");
    await userEvent.click(screen.getByRole("button", { name: "1 · brows · mouth · feeling" }));
    expect(pressed()).toEqual(["brows", "mouth", "feeling"]);
    await userEvent.click(screen.getByRole("button", { name: "2 · head · unsure" }));
    expect(pressed()).toEqual(["head", "unsure"]);
    (document.activeElement as HTMLElement).blur();
    expect((await sent()).map((cue) => cue.chips)).toEqual([["brows", "mouth"], ["head"]]);
  });

  it("cuts its words at the limit between characters, never within an emoji (FR-37)", async () => {
    await toCues();
    const text = screen.getByRole<HTMLTextAreaElement>("textbox");
    for (const end of ["😀", "👩‍👩‍👧‍👦"]) {
      await userEvent.fill(text, "");
      await userEvent.fill(text, `${"a".repeat(textLimit - 1)}${end}`);
      expect(text.value).toBe("a".repeat(textLimit - 1));
      await userEvent.fill(text, `${"a".repeat(textLimit - end.length)}${end}`);
      expect(text.value.endsWith(`a${end}`)).toBe(true);
    }
    await userEvent.keyboard("{Escape}");
    const [cue] = await sent();
    expect(cue?.text?.isWellFormed()).toBe(true);
  });

  it("takes no fourth chip, and takes back one change after the other", async () => {
    await toCues();
    await userEvent.keyboard("1234");
    expect(pressed()).toEqual(["brows", "eyes and gaze", "cheeks and nose"]);
    await userEvent.keyboard("zz");
    expect(pressed()).toEqual(["brows"]);
    await userEvent.keyboard("z");
    expect(pressed()).toEqual([]);
    expect(await sent()).toEqual([]);
  });

  it("keeps a box in shares of the unmirrored picture, by arrows alone, also on a mirrored stage", async () => {
    await toCues();
    await userEvent.keyboard("m");
    await userEvent.keyboard("b");
    await screen.findByRole("button", { name: /^Box: arrows/ });
    expect(video().paused).toBe(true);
    await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowDown}{Shift>}{ArrowRight}{/Shift}{Enter}");
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Box: arrows/ })).toBeNull());
    const [cue] = await sent();
    expect(cue?.box).toEqual([0.32, 0.16, 0.31, 0.35]);
    expect(cue?.media).toBe(here.hash);
  });

  it("leaves the words alone while somebody writes, and is axe clean and whole at 320 and 1280 px in both languages", async () => {
    await toCues();
    await userEvent.click(screen.getByRole("textbox"));
    await userEvent.keyboard("bio 1 2 z");
    expect(pressed()).toEqual([]);
    for (const width of [1280, 320]) {
      await page.viewport(width, 720);
      expect(await faults()).toEqual([]);
      expect(sticksOut()).toBe(false);
    }
    await userEvent.click(screen.getByRole("button", { name: /中文/ }));
    await screen.findByText("语法还是情感？");
    expect(await faults()).toEqual([]);
    expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("bio 1 2 z");
  });
});

// The expert's question, by the person's hands: sealed at once, undone within three seconds by a retract, never twice.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { StudyRow } from "../../client/outbox/database.ts";
import { faults, openApp, question, quizStudy, sticksOut, type World, world } from "../ui/world.tsx";

let here: World;
const open = async (settings: Partial<StudyRow["settings"]> = {}, count = 3) => {
  const study = { ...quizStudy, settings: { ...quizStudy.settings, ...settings } };
  here = await world([{ study, items: Array.from({ length: count }, (_, n) => question(n + 1)) }]);
};

beforeEach(async () => {
  await page.viewport(1280, 720);
});
afterEach(() => here.end());

const tile = (n: number) => screen.getByRole("button", { name: new RegExp(`^${n}:`) });
/** The sign is visible: before that nothing can be answered. */
const seen = () => waitFor(() => expect(tile(1).getAttribute("aria-disabled")).toBeNull());
const settled = () => new Promise((done) => setTimeout(done, 350));

describe("the question", () => {
  it("seals a choice at once, with the letter of the stored order and the order shown", async () => {
    await open();
    openApp("/work/signs");
    await screen.findByRole("heading", { name: "Which sign is this?" });
    await seen();
    await settled();
    await userEvent.keyboard("2");
    await waitFor(() => expect(tile(2).getAttribute("aria-pressed")).toBe("true"));
    await waitFor(async () => expect((await here.given()).length).toBe(1));
    const [given] = await here.given();
    expect(given?.answer).toEqual({ option: "B", shown: ["A", "B", "C", "D"] });
    expect(given).toMatchObject({ kind: "choice", study: "signs", item: "q1", occasion: 1 });
    expect(given?.latencyMs).toBeGreaterThan(0);
    expect(screen.getByText("Next sign in")).toBeTruthy();
  });

  it("takes letters and clicks as well, and only the first choice counts", async () => {
    await open();
    openApp("/work/signs");
    await screen.findByRole("heading", { name: "Which sign is this?" });
    await seen();
    await userEvent.keyboard("c");
    tile(1).click();
    tile(4).click();
    await waitFor(() => expect(tile(3).getAttribute("aria-pressed")).toBe("true"));
    await settled();
    expect((await here.given()).map((given) => given.answer)).toEqual([{ option: "C", shown: ["A", "B", "C", "D"] }]);
  });

  it("undoes by a retract and asks again", async () => {
    await open();
    openApp("/work/signs");
    await screen.findByRole("heading", { name: "Which sign is this?" });
    await seen();
    await userEvent.keyboard("1");
    await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(tile(1).getAttribute("aria-pressed")).toBe("false"));
    await userEvent.keyboard("4");
    await waitFor(async () => expect((await here.given()).length).toBe(3));
    const given = await here.given();
    expect(given.map((one) => one.kind)).toEqual(["choice", "retract", "choice"]);
    expect(given[1]?.replaces).toBe(given[0]?.id);
    expect(given[2]?.replaces).toBe(given[1]?.id);
  });

  it("goes on by itself after three seconds, and by Enter sooner", async () => {
    await open();
    openApp("/work/signs");
    await screen.findByText("1 of 3");
    await seen();
    await userEvent.keyboard("1");
    await screen.findByText("Next sign in");
    await screen.findByText("2 of 3", undefined, { timeout: 4500 });
    expect(tile(1).getAttribute("aria-pressed")).toBe("false");
    await seen();
    await userEvent.keyboard("2");
    await screen.findByText("Next sign in");
    await settled();
    await userEvent.keyboard("{Enter}");
    await screen.findByText("3 of 3", undefined, { timeout: 1000 });
  });

  it("waits for Enter where the study says so, and undo passes after three seconds", async () => {
    await open({ advance: "enter" });
    openApp("/work/signs");
    await screen.findByText("1 of 3");
    await seen();
    await userEvent.keyboard("1");
    await screen.findByRole("button", { name: "Undo" });
    await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull(), { timeout: 4500 });
    expect(screen.getByText("1 of 3")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByText("2 of 3");
  });

  it("does not carry a held key over into the next question", async () => {
    await open();
    openApp("/work/signs");
    await screen.findByText("1 of 3");
    await seen();
    await userEvent.keyboard("1");
    await screen.findByText("Next sign in");
    await settled();
    fireEvent.keyDown(document.body, { code: "Enter", key: "Enter" });
    for (let times = 0; times < 5; times += 1) {
      fireEvent.keyDown(document.body, { code: "Enter", key: "Enter", repeat: true });
      fireEvent.keyDown(document.body, { code: "Digit1", key: "1", repeat: true });
    }
    await screen.findByText("2 of 3");
    await settled();
    expect((await here.given()).length).toBe(1);
  });

  it("answers nothing while an input method composes", async () => {
    await open();
    openApp("/work/signs");
    await screen.findByText("1 of 3");
    await seen();
    fireEvent.keyDown(document.body, { code: "Digit1", key: "1", isComposing: true });
    await settled();
    expect(await here.given()).toEqual([]);
  });

  it("offers cannot tell only where the study asks it", async () => {
    await open({ cannotTell: true });
    openApp("/work/signs");
    await seen();
    await userEvent.click(await screen.findByRole("button", { name: "Cannot tell" }));
    await waitFor(async () => expect((await here.given()).length).toBe(1));
    expect((await here.given())[0]?.answer).toEqual({ reason: "cannot-tell" });
  });

  it("flags with a reason and can still be answered", async () => {
    await open();
    openApp("/work/signs");
    await screen.findByText("1 of 3");
    await seen();
    expect(screen.queryByRole("button", { name: "Cannot tell" })).toBeNull();
    await userEvent.keyboard("f");
    const dialog = await screen.findByRole("dialog");
    await userEvent.click(within(dialog).getByText("Two answers are right"));
    await userEvent.click(within(dialog).getByRole("button", { name: "Flag this" }));
    await userEvent.click(await screen.findByRole("button", { name: "Done" }));
    await userEvent.keyboard("1");
    await waitFor(async () => expect((await here.given()).map((one) => one.kind)).toEqual(["flag", "choice"]));
  });

  it("asks the coordinator by a note", async () => {
    await open();
    openApp("/work/signs");
    await userEvent.click(await screen.findByRole("button", { name: "Ask" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.fill(within(dialog).getByRole("textbox"), "Is this Shanghai signing?");
    await userEvent.click(within(dialog).getByRole("button", { name: "Send the question" }));
    await screen.findByText("Your question is saved. It goes to the coordinator.");
    expect((await here.given())[0]?.answer).toEqual({ text: "Is this Shanghai signing?" });
  });

  it("offers a break after each block and ends with a thank you", async () => {
    await open({ breakEvery: 2 });
    openApp("/work/signs");
    const next = async (place: string) => {
      await screen.findByText(place);
      await seen();
      await settled();
      await userEvent.keyboard("1");
      await screen.findByText("Next sign in");
      await settled();
      await userEvent.keyboard("{Enter}");
    };
    await next("1 of 3");
    await next("2 of 3");
    await screen.findByRole("heading", { name: "Time for a break" });
    expect(screen.getByText(/2 answers in this block/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Go on" }));
    await next("3 of 3");
    await screen.findByRole("heading", { name: "All done. Thank you." });
  });

  it("moves a question whose medium is missing to the end of the block", async () => {
    await open();
    await here.db.items.update(["signs", "q1", 1], { modality: "video", media: "f".repeat(64) });
    await here.db.media.put({
      hash: "f".repeat(64),
      bytes: 10,
      type: "video/mp4",
      width: 10,
      height: 10,
      durationMs: 1000,
      studies: ["signs"],
      stored: 0,
    });
    openApp("/work/signs");
    await screen.findByText("2 of 3", undefined, { timeout: 10_000 });
    expect(screen.getByText(/comes again at the end of the block/)).toBeTruthy();
  });

  for (const [theme, language] of [
    ["light", "zh-Hans"],
    ["dim", "en"],
  ] as const)
    it(`has no fault that axe finds before and after the choice, ${theme}, ${language}`, async () => {
      await open({ cannotTell: true });
      document.documentElement.dataset["theme"] = theme;
      openApp("/work/signs", language);
      await waitFor(() => expect(screen.getAllByRole("button", { name: /^\d:/ }).length).toBe(4));
      expect(await faults()).toEqual([]);
      await seen();
      await userEvent.keyboard("1");
      await waitFor(() => expect(tile(1).getAttribute("aria-pressed")).toBe("true"));
      expect(await faults()).toEqual([]);
    });

  it("shows glosses exactly, as Chinese, in large tiles, and fits 320 px", async () => {
    await page.viewport(320, 640);
    await open();
    await here.db.items.update(["signs", "q1", 1], {
      options: { A: "安全带①", B: "➊（二）很长很长很长的词汇表达方式一个", C: "ㄈ", D: "<b>勇士</b>" },
    });
    openApp("/work/signs");
    await screen.findByText("1 of 3");
    await seen();
    const glosses = [...document.querySelectorAll('[aria-pressed] > [lang="zh-Hans"]')].map((one) => one.textContent);
    expect(glosses).toEqual(["安全带①", "➊（二）很长很长很长的词汇表达方式一个", "ㄈ", "<b>勇士</b>"]);
    expect(sticksOut()).toBe(false);
  });
});

describe("the keys of the question", () => {
  it("leave Space to the buttons of the foot and Enter to whatever is in focus", async () => {
    await open();
    openApp("/work/signs");
    await screen.findByText("1 of 3");
    await seen();
    screen.getByRole("button", { name: "Flag" }).focus();
    await userEvent.keyboard(" ");
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByRole("heading", { name: "What is wrong here?" })).toBe(document.activeElement);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    tile(3).focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(tile(3).getAttribute("aria-pressed")).toBe("true"));
    await settled();
    expect((await here.given()).length).toBe(1);
  });
});

// The panel of keys: what moves and what is switched off works so on the screen, stands so in the sheet, and stays for
// this person on this device; a clash is refused with words.
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
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
beforeEach(async () => {
  await page.viewport(1280, 720);
  here = await world([
    { study: emotionStudy, items: [clipItem(1), clipItem(2)] },
    { study: quizStudy, items: [question(1), question(2)] },
  ]);
});
afterEach(() => here.end());

const open = async (path: string) => {
  openApp(path);
  await screen.findByRole("heading", { level: 2 });
  await userEvent.click(await screen.findByRole("button", { name: "Help" }));
  await userEvent.click(await screen.findByRole("button", { name: "Change the keys" }));
  return screen.findByRole("dialog");
};
const choose = async (panel: HTMLElement, act: string, keys: string) => {
  await userEvent.click(within(panel).getByRole("button", { name: `Change the key: ${act}` }));
  await userEvent.keyboard(keys);
};
const seen = () =>
  waitFor(() => expect(screen.getByRole("button", { name: /^1:/ }).getAttribute("aria-disabled")).toBeNull());

describe("the panel of keys", () => {
  it("moves a key: the new one works, the old one no more, the sheet says so, and it stays", async () => {
    const panel = await open("/work/weather");
    await choose(panel, "Skip", "x");
    await within(panel).findByText("Skip: X");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.keyboard("s");
    expect(screen.queryByRole("dialog")).toBeNull();
    await userEvent.keyboard("x");
    await screen.findByRole("heading", { name: "Why do you skip this?" });
    cleanup();
    openApp("/work/weather");
    await screen.findByRole("heading", { name: "Overall, how does it feel?" });
    fireEvent.keyDown(document.body, { code: "Slash", key: "?", shiftKey: true });
    const sheet = await screen.findByRole("dialog");
    const line = within(sheet).getByText("Skip").closest("div");
    expect(line?.querySelector("kbd")?.textContent).toBe("X");
  });

  it("refuses a key that the same screen uses, one that is fixed, and digits, each with words", async () => {
    const panel = await open("/work/weather");
    await choose(panel, "Skip", "m");
    await within(panel).findByText("M is already used: Mirror.");
    await userEvent.keyboard("5");
    await within(panel).findByText("Digits give values here and cannot be taken.");
    await userEvent.keyboard("{PageDown}");
    await within(panel).findByText("PageDown has a fixed meaning and cannot be taken.");
    await userEvent.keyboard("{Escape}");
    expect(screen.getByRole("dialog")).toBe(panel);
    expect(await here.db.meta.get("keys")).toBeUndefined();
  });

  it("lets a key that only the other screen has be taken, and gives it back", async () => {
    const panel = await open("/work/signs");
    await choose(panel, "Flag", "s");
    await within(panel).findByText("Flag: S");
    await userEvent.click(await within(panel).findByRole("button", { name: "As at first: Flag" }));
    await within(panel).findByText("Flag: F");
    expect((await here.db.meta.get("keys"))?.value).toEqual({});
  });

  it("switches one key off, moves an option of the quiz, and leaves composing and text fields alone", async () => {
    const panel = await open("/work/signs");
    await userEvent.click(within(panel).getByRole("button", { name: "Off: Flag" }));
    await choose(panel, "Choose answer 1", "j");
    await within(panel).findByText("Choose answer 1: J");
    await userEvent.keyboard("{Escape}");
    await seen();
    expect(document.querySelector('[aria-pressed] [aria-hidden="true"]')?.textContent).toBe("J");
    await userEvent.keyboard("f1a");
    expect(screen.queryByRole("dialog")).toBeNull();
    fireEvent.keyDown(document.body, { code: "KeyJ", key: "j", isComposing: true });
    fireEvent.keyDown(document.body, { code: "KeyJ", key: "Process", keyCode: 229 });
    fireEvent.keyDown(document.body, { code: "KeyJ", key: "j", repeat: true });
    expect(await here.given()).toEqual([]);
    await userEvent.keyboard("j");
    await waitFor(async () =>
      expect((await here.given()).map(({ answer }) => answer)).toMatchObject([{ option: "A" }]),
    );
  });

  it("is sound: axe, 320 px, both languages", async () => {
    await page.viewport(320, 640);
    document.documentElement.dataset["theme"] = "dim";
    openApp("/work", "zh-Hans");
    await userEvent.click(await screen.findByRole("button", { name: "帮助" }));
    await userEvent.click(await screen.findByRole("button", { name: "更改按键" }));
    const panel = await screen.findByRole("dialog");
    await within(panel).findByRole("heading", { name: "问题" });
    expect(await faults()).toEqual([]);
    expect(sticksOut()).toBe(false);
    expect(panel.scrollWidth).toBeLessThanOrEqual(panel.clientWidth);
  });
});

// What the chip counts and what its dialog tells beside it; unsent work that needs several files.
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { seal } from "../../client/capture/seal.ts";
import { put } from "../../client/outbox/put.ts";
import { SaveFiles } from "../../client/shell/save-files.tsx";
import { WordsProvider } from "../../client/words/words.ts";
import { clipItem, emotionStudy, openApp, type World, world } from "./world.tsx";

let here: World;
beforeEach(async () => {
  here = await world([{ study: emotionStudy, items: [clipItem(1)] }]);
});
afterEach(() => here.end());
const about = { study: "weather", studyVersion: 1 } as const;

it("counts answers in the chip and names consents and questions in its dialog only", async () => {
  await put(here.db, seal({ kind: "note", ...about, answer: { text: "May I look twice?" } }));
  openApp("/work");
  await screen.findByRole("button", { name: "Not all sent yet" });
  const skip = { kind: "skip", ...about, item: "clip-1", occasion: 1, answer: { reason: "upsetting" } } as const;
  await put(here.db, seal(skip));
  await userEvent.click(await screen.findByRole("button", { name: "1 only on this device" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("1 answer is saved on this device");
  expect(dialog.textContent).toContain("1 other thing is only here too");
});

it("offers several files one by one, each with its size, and ticks what was saved", async () => {
  cleanup();
  const files = [
    { name: "a.json", text: "{}", bytes: 12_000_000 },
    { name: "b.json", text: "{}", bytes: 3_400 },
  ];
  render(
    <WordsProvider start="en">
      <SaveFiles files={files} />
    </WordsProvider>,
  );
  screen.getByText("They need 2 files. Save each one.");
  screen.getByRole("button", { name: "Save file 1 · 12 MB" });
  await userEvent.click(screen.getByRole("button", { name: "Save file 2 · 4 kB" }));
  await screen.findByRole("button", { name: "File 2 saved · 4 kB" });
  screen.getByRole("button", { name: "Save file 1 · 12 MB" });
});

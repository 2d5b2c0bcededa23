// A quiz whose practice has a pass mark: below it the practice is offered again, with words; at it work begins. What
// happened stays in the log. Items that check attention look like all others.
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { seal } from "../../client/capture/seal.ts";
import { put } from "../../client/outbox/put.ts";
import { itemStates } from "../../client/outbox/status.ts";
import { shortOfPass } from "../../client/shell/pass-mark.ts";
import { faults, openApp, question, quizStudy, sticksOut, type World, world } from "../ui/world.tsx";

let here: World;
const study = { ...quizStudy, settings: { ...quizStudy.settings, passMark: 0.5 } };
const practice = (n: number) => question(n, { practice: true, expected: { option: "B" } });

beforeEach(async () => {
  await page.viewport(1280, 720);
  here = await world([{ study, items: [practice(1), practice(2), question(3)] }]);
});
afterEach(() => here.end());

const choose = (n: number, option: "A" | "B") =>
  put(
    here.db,
    seal({
      kind: "choice",
      study: "signs",
      studyVersion: 1,
      item: `q${n}`,
      occasion: 1,
      answer: { option, shown: ["A", "B", "C", "D"] },
    }),
  );

describe("the pass mark of a practice", () => {
  it("offers the practice again, takes the earlier answers back, and begins once it is reached", async () => {
    await choose(1, "A");
    await choose(2, "A");
    openApp("/work/signs");
    await screen.findByRole("heading", { name: "0 of 2 as expected" });
    expect(screen.getByText(/^1 is needed/)).toBeTruthy();
    expect(await faults()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Practise again" }));
    await screen.findByText("1 of 3");
    await waitFor(() => expect(screen.getByRole("button", { name: /^1:/ }).getAttribute("aria-disabled")).toBeNull());
    expect((await here.given()).map(({ kind }) => kind)).toEqual(["choice", "choice", "retract", "retract"]);
    await choose(1, "B");
    await choose(2, "A");
    expect(shortOfPass(study, await itemStates(here.db, "signs"))).toBeUndefined();
  });

  it("lets somebody go on after three tries, says what the coordinator is told, and tells it", async () => {
    for (let round = 0; round < 3; round++) {
      await choose(1, "A");
      await choose(2, "A");
      if (round === 2) break;
      openApp("/work/signs");
      await screen.findByRole("heading", { name: "0 of 2 as expected" });
      expect(screen.queryByRole("button", { name: "Go on to the counted questions" })).toBeNull();
      await userEvent.click(screen.getByRole("button", { name: "Practise again" }));
      await screen.findByText("1 of 3");
      cleanup();
    }
    openApp("/work/signs");
    const goOn = await screen.findByRole("button", { name: "Go on to the counted questions" });
    const told = "Practice: 0 of 2 as expected after 3 tries; went on to the counted questions.";
    expect(screen.getByText(told)).toBeTruthy();
    expect(await faults()).toEqual([]);
    await userEvent.click(goOn);
    await screen.findByText("3 of 3");
    const last = (await here.given()).at(-1);
    expect(last).toMatchObject({ kind: "note", study: "signs", answer: { text: told } });
    cleanup();
    openApp("/work/signs");
    await screen.findByText("3 of 3");
  });

  it("never stops somebody who has begun, nor a study without a mark, nor clips", async () => {
    await choose(1, "A");
    await choose(2, "A");
    const states = () => itemStates(here.db, "signs");
    expect(shortOfPass(study, await states())).toEqual({ right: 0, of: 2, needed: 1 });
    expect(shortOfPass(quizStudy, await states())).toBeUndefined();
    expect(shortOfPass({ ...study, protocol: "emotion" }, await states())).toBeUndefined();
    await choose(3, "A");
    expect(shortOfPass(study, await states())).toBeUndefined();
  });

  it("stands at 320 px in Chinese", async () => {
    await page.viewport(320, 640);
    await choose(1, "A");
    await choose(2, "A");
    openApp("/work/signs", "zh-Hans");
    await screen.findByRole("heading", { name: "2 题中有 0 题符合预期" });
    expect(sticksOut()).toBe(false);
    expect(await faults()).toEqual([]);
  });
});

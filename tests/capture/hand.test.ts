import { describe, expect, it } from "vitest";
import { createHand } from "#client/capture/hand";
import { fields, missing } from "#client/capture/missing";
import { response } from "#schemas/response";
import { timingAt } from "./timing-at.ts";

const open = (clock = { ms: 0 }) =>
  createHand({ study: "s1", studyVersion: 1, item: "c1", occasion: 1, timing: timingAt(clock) });
const answerOf = (hand: ReturnType<typeof open>) => hand.store.getState().answer;

describe("the answer in hand", () => {
  it("says nothing for anybody: all twelve are missing at first (FR-16)", () => {
    const hand = open();
    expect(missing(answerOf(hand))).toEqual([...fields]);
    const { answer } = hand.seal() as { answer: object };
    expect(answer).toEqual({ emotions: {}, cues: [] });
  });

  it("takes a 0 and the exact middle as said", () => {
    const hand = open();
    hand.rate("sentiment", 0);
    hand.rate("joy", 0);
    hand.rate("confidence", 50);
    expect(missing(answerOf(hand))).not.toContain("sentiment");
    expect(missing(answerOf(hand))).not.toContain("joy");
    expect(missing(answerOf(hand)).length).toBe(9);
  });

  it("keeps one value of quick clicks and all of them in the trail (FR-17)", () => {
    const clock = { ms: 1000 };
    const hand = open(clock);
    for (const value of [1, 3, 2]) {
      hand.rate("joy", value);
      clock.ms += 50;
    }
    expect(answerOf(hand).emotions.joy).toBe(2);
    expect(hand.store.getState().trail).toEqual([
      [1000, "joy", 1],
      [1050, "joy", 3],
      [1100, "joy", 2],
    ]);
  });

  it("makes a cleared value missing again, not 0", () => {
    const hand = open();
    hand.rate("fear", 2);
    hand.clear("fear");
    expect("fear" in answerOf(hand).emotions).toBe(false);
    expect(hand.store.getState().trail.at(-1)).toEqual([0, "fear", null]);
  });

  it.each([
    ["sentiment", 4],
    ["joy", -1],
    ["joy", 1.5],
    ["confidence", 101],
  ] as const)("refuses %s %d", (field, value) => {
    expect(() => open().rate(field, value)).toThrow(RangeError);
  });

  it("records who filled the rest with 0", () => {
    const hand = open();
    hand.rate("anger", 3);
    hand.restAreZero();
    expect(answerOf(hand)).toMatchObject({ filledBy: "rest", emotions: { anger: 3, joy: 0 } });
  });

  it("runs typing in one cue together and counts it by its length", () => {
    const clock = { ms: 0 };
    const hand = open(clock);
    const id = "11111111-1111-4111-8111-111111111111";
    hand.addCue({ id, text: "b" });
    for (const text of ["br", "bro", "brows"]) {
      clock.ms += 100;
      hand.changeCue(id, { text });
    }
    expect(hand.store.getState().trail).toEqual([[300, `cue ${id}`, 5]]);
    expect(answerOf(hand).cues).toEqual([{ id, text: "brows" }]);
  });

  it("seals one valid record however often it is asked, and takes no change after it", () => {
    const hand = open({ ms: 4000 });
    hand.rate("sentiment", -3);
    hand.viewed({ plays: 1, watchedMs: 3000, share: 1, slowest: 1, steps: 0, dropped: 0 });
    const sealed = hand.seal();
    hand.rate("sentiment", 3);
    expect(hand.seal()).toBe(sealed);
    const device = "22222222-2222-4222-8222-222222222222";
    const record = response.parse({ ...sealed, person: "ada", device, n: 1 });
    expect(record).toMatchObject({ answer: { sentiment: -3 }, latencyMs: 4000, viewing: { plays: 1 } });
  });
});

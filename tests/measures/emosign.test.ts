// EmoSign's derived sets: the rules, the published counts, and the balanced accuracies of its Table 4.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type EmotionId, emotionIds } from "#schemas/labels";
import { classify } from "#server/measures/classification";
import {
  distributionOf,
  emosignSets,
  expressionClasses,
  expressionsOf,
  jaccard,
  type LabelledItem,
  sentiment3,
} from "#server/measures/emosign";
import { haveVectors, vectors } from "./vectors.ts";

const felt = (some: Partial<Record<EmotionId, number>> = {}) =>
  Object.fromEntries(emotionIds.map((id) => [id, some[id] ?? 0])) as Record<EmotionId, number>;

describe("the dominant emotion", () => {
  it("is happiness by the greater of joy and excited", () => {
    expect(expressionsOf(felt({ joy: 1, excited: 3, fear: 2 }))).toEqual(["happiness"]);
    expect(expressionsOf(felt({ joy: 2, fear: 3 }))).toEqual(["fear"]);
  });

  it("is neutral where all are 0, and several where they are equal", () => {
    expect(expressionsOf(felt())).toEqual(["neutral"]);
    expect(expressionsOf(felt({ sadness: 2, worry: 2 }))).toEqual(["worry", "sadness"]);
  });

  it("is not told where a label is missing", () => {
    const { anger: _, ...rest } = felt({ joy: 3 });
    expect(expressionsOf(rest)).toBeUndefined();
  });
});

describe("the sets", () => {
  const repeat = (n: number, some: Partial<Record<EmotionId, number>>, name: string): LabelledItem[] =>
    Array.from({ length: n }, (_, k) => ({ item: `${name}${k}`, labels: { ...felt(some), sentiment: (k % 7) - 3 } }));

  it("have the published counts for labels made to them", () => {
    const single = [
      ...repeat(30, { joy: 2 }, "j"),
      ...repeat(24, { excited: 1 }, "e"),
      ...repeat(5, { surprise_pos: 1 }, "sp"),
      ...repeat(7, { surprise_neg: 1 }, "sn"),
      ...repeat(14, { worry: 3, fear: 1 }, "w"),
      ...repeat(10, { sadness: 1 }, "s"),
      ...repeat(7, { fear: 1 }, "f"),
      ...repeat(10, { disgust: 1 }, "d"),
      ...repeat(19, { frustration: 1 }, "fr"),
      ...repeat(3, { anger: 1 }, "a"),
      ...repeat(11, {}, "n"),
    ];
    const multi = [
      ...repeat(16, { joy: 2, surprise_pos: 2 }, "hs"),
      ...repeat(7, { sadness: 1, worry: 1 }, "sw"),
      ...repeat(4, { frustration: 2, sadness: 2 }, "fs"),
      ...repeat(4, { frustration: 2, disgust: 2 }, "fd"),
      ...repeat(3, { worry: 1, fear: 1 }, "wf"),
      ...repeat(3, { worry: 1, frustration: 1 }, "wr"),
      ...repeat(2, { anger: 1, fear: 1 }, "rare"),
    ];
    const sets = emosignSets([...single, ...multi, { item: "gap", labels: { joy: 1 } }]);
    expect(sets.single).toHaveLength(140);
    expect(
      distributionOf(
        sets.single.map(({ value }) => value),
        [...expressionClasses],
      ),
    ).toEqual([54, 5, 7, 14, 10, 7, 10, 19, 3, 11]);
    expect(sets.multi).toHaveLength(37);
    const combinations = ["happiness+surprise_pos", "worry+sadness", "sadness+frustration", "disgust+frustration"];
    expect(
      distributionOf(
        sets.multi.map(({ value }) => value),
        combinations,
      ),
    ).toEqual([16, 7, 4, 4]);
    expect(sets.left).toEqual([
      { item: "rare0", why: "seldom" },
      { item: "rare1", why: "seldom" },
      { item: "gap", why: "incomplete" },
    ]);
    expect(sets.sentiment7).toHaveLength(179);
    expect(sets.sentiment3.filter(({ value }) => value === "neutral")).toHaveLength(
      sets.sentiment7.filter(({ value }) => value === 0).length,
    );
  });

  it("take sentiment by its sign", () => {
    expect([-3, -1, 0, 1, 3].map(sentiment3)).toEqual(["negative", "negative", "neutral", "positive", "positive"]);
  });

  it("compare two labels by where they occur", () => {
    const both = Array.from({ length: 64 }, () => [1, 2] as const);
    const one = Array.from({ length: 15 }, (_, k) => (k % 2 ? ([0, 1] as const) : ([1, 0] as const)));
    expect(jaccard([...both, ...one, [0, 0]])).toBeCloseTo(64 / 79, 15);
    expect(jaccard([[0, 0]])).toBeNull();
  });
});

interface Seeds {
  class_sizes: number[];
  rows: {
    row: string;
    correct: number[];
    published_wAcc: number;
    balanced_from_counts: number;
    plain_accuracy: number;
  }[];
}
describe.runIf(haveVectors)("the published rows of Table 4", () => {
  const { class_sizes: sizes, rows } = (
    haveVectors ? JSON.parse(readFileSync(`${vectors}/seeds.json`, "utf8")) : { class_sizes: [], rows: [] }
  ) as Seeds;
  it.each(rows.map((one) => [one.row, one] as const))("%s is a balanced accuracy", (_, one) => {
    const truth = sizes.flatMap((n, k) => new Array<number>(n).fill(k));
    const guessed = sizes.flatMap((n, k) =>
      Array.from({ length: n }, (_, i) => (i < (one.correct[k] as number) ? k : (k + 1) % sizes.length)),
    );
    const got = classify(truth, guessed, sizes.length);
    expect(100 * (got.balancedAccuracy as number)).toBeCloseTo(one.published_wAcc, 1);
    expect(100 * (got.balancedAccuracy as number)).toBeCloseTo(one.balanced_from_counts, 1);
    expect(100 * (got.accuracy as number)).toBeCloseTo(one.plain_accuracy, 1);
  });
});

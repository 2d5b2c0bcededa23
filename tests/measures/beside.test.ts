// What stands beside a baseline: first exposure, the gap of modalities, the share over the whole lexicon, by hand.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wilson } from "#server/measures/accuracy";
import type { BaselineAnswer } from "#server/measures/baseline";
import { firstExposure, modalityGap, weightedBack } from "#server/measures/beside";
import { clusteredDifference, pairedDifference } from "#server/measures/paired";

const answer = (person: number, cluster: string, modality: "text" | "video", right: boolean, at?: number) =>
  ({ person, cluster, modality, right, articulations: [], ...(at === undefined ? {} : { at }) }) as BaselineAnswer;

describe("first exposure", () => {
  it("keeps for each person and entry the modality that came first", () => {
    const all = [
      answer(0, "e", "text", true, 2),
      answer(0, "e", "video", false, 1),
      answer(1, "e", "text", true, 1),
      answer(1, "f", "video", true, 0),
    ];
    expect(firstExposure(all)).toEqual(all.slice(1));
  });

  it("is not told where one answer has no time", () => {
    expect(firstExposure([answer(0, "e", "text", true, 1), answer(0, "f", "text", true)])).toBeNull();
  });
});

describe("the gap of text and video", () => {
  it("pairs what one person answered of one entry in both", () => {
    const gap = modalityGap([
      answer(0, "e", "text", true),
      answer(0, "e", "video", false),
      answer(0, "f", "text", true),
      answer(1, "f", "video", true),
      answer(1, "g", "text", true),
      answer(1, "g", "video", true),
    ]);
    expect(gap).toMatchObject({ text: 1, video: 0.5, pairs: 2, clusters: 2, difference: 0.5 });
    // Deviations 1/2 and -1/2: variance 2 x 1/2 / 4 = 1/4, of independent pairs 1/4 / 2.
    expect(gap.designEffect).toBe(2);
    expect(gap.interval).toEqual(pairedDifference({ both: 0.5, onlyFirst: 0.5, onlySecond: 0, neither: 0 }).interval);
    expect(modalityGap([answer(0, "e", "text", true)])).toMatchObject({ pairs: 0, difference: null, interval: null });
  });

  it("stands on the number of entries where all pairs differ alike", () => {
    const pairs = ["e", "e", "f"].map((cluster) => ({ cluster, first: true, second: false }));
    const got = clusteredDifference(pairs);
    expect(got).toMatchObject({ difference: 1, designEffect: null });
    const two = pairedDifference({ both: 0, onlyFirst: 2, onlySecond: 0, neither: 0 });
    expect(got.interval?.[0]).toBeCloseTo(two.interval?.[0] as number, 14);
  });

  it("of independent pairs is never narrower than Newcombe's, holds the difference, and turns round with its sides", () => {
    const pair = fc.record({
      cluster: fc.constantFrom("a", "b", "c", "d"),
      first: fc.boolean(),
      second: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 30 }), (pairs) => {
        const got = clusteredDifference(pairs);
        const [low, high] = got.interval as [number, number];
        const difference = got.difference as number;
        expect(low).toBeLessThanOrEqual(difference + 1e-12);
        expect(high).toBeGreaterThanOrEqual(difference - 1e-12);
        const back = clusteredDifference(pairs.map((one) => ({ ...one, first: one.second, second: one.first })));
        expect(back.difference).toBeCloseTo(-difference, 12);
        expect(back.interval?.[0]).toBeCloseTo(-high, 12);
        const alone = clusteredDifference(pairs.map((one, k) => ({ ...one, cluster: String(k) })));
        if (alone.designEffect !== null) expect(alone.designEffect).toBeCloseTo(pairs.length / (pairs.length - 1), 9);
      }),
    );
  });
});

describe("the share over the whole lexicon", () => {
  const tagged = { articulations: ["air-writing"] } as const;
  it("weights tagged and other entries by the lexicon, and joins their intervals", () => {
    const all = [
      { ...answer(0, "e", "text", true), ...tagged },
      { ...answer(0, "f", "text", false), ...tagged },
      answer(0, "g", "text", true),
    ];
    const [text, , video] = weightedBack(all, { tagged: 1, others: 3 }) ?? [];
    expect(text?.share).toBe(0.25 * 0.5 + 0.75);
    // Tagged: two entries, variance 2 x 1/2 / 4 = 1/4 against 1/8: Wilson at 1 of 2 with n = 1. Others: one entry.
    const [low] = wilson(0.5, 1) as [number, number];
    const [single] = wilson(1, 1) as [number, number];
    expect(text?.interval?.[0]).toBeCloseTo(0.875 - Math.hypot(0.25 * (0.5 - low), 0.75 * (1 - single)), 14);
    expect(text?.interval?.[1]).toBeCloseTo(0.875 + 0.25 * (0.5 - low), 14);
    expect(video).toEqual({ modality: "video", share: null, interval: null });
  });

  it("does not ask for a stratum that the lexicon lacks", () => {
    const [text] = weightedBack([answer(0, "g", "text", true)], { tagged: 0, others: 5 }) ?? [];
    expect(text?.share).toBe(1);
    const [none] = weightedBack([answer(0, "g", "text", true)], { tagged: 1, others: 5 }) ?? [];
    expect(none?.share).toBeNull();
  });
});

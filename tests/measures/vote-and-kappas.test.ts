// The tie rule and the companions of alpha, by hand and by the stated cases.
import { describe, expect, it } from "vitest";
import { coincidencesOf } from "#server/measures/coincidence";
import { cohenPairs, companionsOf, type Weighting } from "#server/measures/kappas";
import { ratingsOfMatrix } from "#server/measures/ratings";
import { scaleOf } from "#server/measures/scale";
import { otherRules, type Vote, vote } from "#server/measures/vote";
import { casesOf, haveVectors, near } from "./vectors.ts";

describe("a vote", () => {
  it("goes to the most frequent value, however confident the others are", () => {
    expect(
      vote([
        { value: 1, confidence: 99 },
        { value: 0, confidence: 10 },
        { value: 0, confidence: 10 },
      ]),
    ).toEqual({
      value: 0,
      rule: "majority",
      votes: 2,
      of: 3,
      tied: [],
    });
  });

  it("that ties goes to the tied value with the most confident voter, whatever the order", () => {
    const votes: Vote[] = [
      { value: 2, confidence: 60 },
      { value: -1, confidence: 80 },
    ];
    expect(vote(votes)).toEqual({ value: -1, rule: "confidence", votes: 1, of: 2, tied: [-1, 2] });
    expect(vote([...votes].reverse())).toEqual(vote(votes));
  });

  it("counts a stated 0 above a missing confidence, and leaves equal ones unresolved", () => {
    expect(vote([{ value: 2, confidence: 0 }, { value: 1 }]).value).toBe(2);
    expect(vote([{ value: 2 }, { value: 1 }])).toMatchObject({ value: null, rule: "unresolved", tied: [1, 2] });
    expect(
      vote([
        { value: 2, confidence: 0 },
        { value: 1, confidence: 0 },
      ]).rule,
    ).toBe("unresolved");
  });

  it("says how the most frequent value won", () => {
    const of = (...values: number[]) => vote(values.map((value) => ({ value })));
    expect(of(1, 1, 1)).toMatchObject({ value: 1, rule: "unanimous", votes: 3, of: 3 });
    expect(of(1, 1, 2)).toMatchObject({ value: 1, rule: "majority", votes: 2 });
    expect(of(1, 1, 2, 3)).toMatchObject({ value: 1, rule: "plurality", votes: 2, of: 4 });
    expect(of(1, 1, 2, 3, 4)).toMatchObject({ value: 1, rule: "plurality" });
  });

  it("under other rules has no label in a tie, or the lower of the middle votes", () => {
    const of = (...values: number[]) => otherRules(values.map((value) => ({ value, confidence: value })));
    expect(of()).toEqual({ plurality: null, medianOnTies: null });
    expect(of(2, 2, 0)).toEqual({ plurality: 2, medianOnTies: 2 });
    expect(of(3, 0)).toEqual({ plurality: null, medianOnTies: 0 });
    expect(of(3, 0, 1)).toEqual({ plurality: null, medianOnTies: 1 });
  });

  it("of nobody gives no label, of one a single one", () => {
    expect(vote([])).toEqual({ value: null, rule: "no-votes", votes: 0, of: 0, tied: [] });
    expect(vote([{ value: 3 }])).toEqual({ value: 3, rule: "single", votes: 1, of: 1, tied: [] });
  });
});

describe("companions of alpha", () => {
  const numbers = (values: number[]) => scaleOf(values, true);
  const of = (rows: (number | null)[][], values: number[], weighting: Weighting = "identity") => {
    const ratings = ratingsOfMatrix(rows, numbers(values));
    return { ...companionsOf(coincidencesOf(ratings), weighting), cohen: cohenPairs(ratings, weighting)[0]?.kappa };
  };

  it("are exact on four items rated by two people over three values", () => {
    const got = of(
      [
        [1, 1, 2, 1],
        [1, 2, 2, 1],
      ],
      [1, 2, 3],
    );
    expect(got.percentAgreement).toBe(0.75);
    expect(got.allAgreeShare).toBe(0.75);
    expect(got.gwet).toBeCloseTo(33 / 49, 14);
    expect(got.brennanPrediger).toBe(0.625);
    expect(got.cohen).toBe(0.5);
  });

  it("are null where chance alone would agree always", () => {
    const same = of(
      [
        [2, 2],
        [2, 2],
      ],
      [1, 2, 3],
    );
    expect([same.percentAgreement, same.gwet, same.brennanPrediger]).toEqual([1, 1, 1]);
    expect([same.fleiss, same.cohen]).toEqual([null, null]);
    expect(of([[1, 2]], [1, 2])).toMatchObject({ percentAgreement: null, fleiss: null, gwet: null });
    expect(of([[1], [1]], [1])).toMatchObject({ percentAgreement: 1, gwet: null, brennanPrediger: null, fleiss: null });
  });

  it("weigh near values as half agreed, but never the share of items where all agree", () => {
    const rows = [
      [1, 1],
      [2, 3],
    ];
    expect(of(rows, [1, 2, 3], "linear")).toMatchObject({ percentAgreement: 0.25, allAgreeShare: 0 });
    expect(of(rows, [1, 2, 3], "quadratic").percentAgreement).toBe(0.375);
  });
});

describe.runIf(haveVectors)("the stated cases", () => {
  interface VoteCase {
    id: string;
    annotations: { value: number | null; confidence: number | null }[];
    expected: object;
  }
  it.each(casesOf<VoteCase>("vote").cases.map((one) => [one.id, one] as const))("vote: %s", (_, one) => {
    const given = one.annotations.flatMap(({ value, confidence }) =>
      value === null ? [] : [confidence === null ? { value } : { value, confidence }],
    );
    expect(vote(given)).toMatchObject(one.expected);
  });

  interface KappaCase {
    id: string;
    weights: Weighting;
    categories: number[];
    ratings: (number | null)[][];
    expected: Record<string, number | null>;
  }
  const { tolerance, cases } = casesOf<KappaCase>("kappa");
  it.each(cases.map((one) => [one.id, one] as const))("kappa: %s", (_, one) => {
    const ratings = ratingsOfMatrix(one.ratings, scaleOf(one.categories, true));
    const got = companionsOf(coincidencesOf(ratings), one.weights);
    const { expected } = one;
    expect(near(got.percentAgreement, expected["percent_agreement"], tolerance)).toBe(true);
    expect(near(got.allAgreeShare, expected["all_raters_same_share"], tolerance)).toBe(true);
    expect(near(got.fleiss, expected["fleiss"], tolerance)).toBe(true);
    expect(near(got.gwet, expected["gwet"], tolerance)).toBe(true);
    expect(near(got.brennanPrediger, expected["brennan_prediger"], tolerance)).toBe(true);
    if ("cohen" in expected)
      expect(near(cohenPairs(ratings, one.weights)[0]?.kappa, expected["cohen"], tolerance)).toBe(true);
  });
});

// Edges that the worked cases do not reach: two values, one constant person, classes of unequal size, words of refusals.
import { describe, expect, it } from "vitest";
import { alphaOf, refusalOf } from "#server/measures/alpha";
import { bootstrap, jackknife } from "#server/measures/alpha-interval";
import { baselineOf } from "#server/measures/baseline";
import { classify } from "#server/measures/classification";
import { Coincidences, coincidencesOf } from "#server/measures/coincidence";
import { dawidSkene } from "#server/measures/dawid-skene";
import { cohenPairs, companionsOf } from "#server/measures/kappas";
import { ratingsOfMatrix } from "#server/measures/ratings";
import { scaleOf } from "#server/measures/scale";

const two = scaleOf([1, 2], true);
const wide = (n: number) =>
  scaleOf(
    Array.from({ length: n }, (_, k) => k),
    true,
  );

describe("a metric", () => {
  it("is refused with its reason, and at the very limit not", () => {
    expect(refusalOf("nominal", wide(1024))).toBeNull();
    expect(refusalOf("nominal", wide(1025))).toBe("the scale has more than 1024 values");
    const words = scaleOf(["b", "a"], false);
    expect(refusalOf("ordinal", words)).toBe("the order of these values is not known; give the scale");
    expect(refusalOf("interval", words)).toBe("the interval metric needs numbers, and these values are words");
    expect(refusalOf("ratio", words)).toBe("the ratio metric needs numbers, and these values are words");
    expect(refusalOf("ratio", scaleOf([-1, 1], true))).toContain("negative values");
    expect(refusalOf("ratio", scaleOf([0, 1], true))).toBeNull();
    expect(refusalOf("nominal", words)).toBeNull();
  });
});

describe("companions on two values", () => {
  it("are there for two values, and Cohen's kappa where one person is constant", () => {
    const ratings = ratingsOfMatrix(
      [
        [1, 1, 2, 1],
        [1, 1, 1, 1],
      ],
      two,
    );
    const got = companionsOf(coincidencesOf(ratings), "identity");
    expect(got.brennanPrediger).toBe(0.5);
    // Shares 7/8 and 1/8: chance 2 x 7/64.
    expect(got.gwet).toBeCloseTo((0.75 - 14 / 64) / (1 - 14 / 64), 14);
    expect(cohenPairs(ratings, "identity")).toEqual([{ a: 0, b: 1, kappa: 0 }]);
    expect(
      cohenPairs(
        ratingsOfMatrix(
          [
            [1, 1],
            [2, 2],
          ],
          two,
        ),
        "identity",
      )[0]?.kappa,
    ).toBe(0);
    expect(
      cohenPairs(
        ratingsOfMatrix(
          [
            [1, null],
            [null, 2],
          ],
          two,
        ),
        "identity",
      ),
    ).toEqual([]);
  });

  it("are the same where a unit without ratings stands between", () => {
    const with_ = ratingsOfMatrix(
      [
        [1, null, 2],
        [1, null, 1],
      ],
      two,
    );
    const without = ratingsOfMatrix(
      [
        [1, 2],
        [1, 1],
      ],
      two,
    );
    expect(companionsOf(coincidencesOf(with_), "linear")).toEqual(companionsOf(coincidencesOf(without), "linear"));
  });
});

describe("coincidences that grow", () => {
  it("take units as they come, and give all of it back", () => {
    const grown = new Coincidences(2);
    for (let u = 0; u < 200; u++) for (const value of [0, u % 2]) grown.add(u, value);
    expect(alphaOf(grown, "nominal", two)).toEqual(
      alphaOf(
        coincidencesOf(
          ratingsOfMatrix(
            [0, 1].map((p) => Array.from({ length: 200 }, (_, u) => (p ? (u % 2) + 1 : 1))),
            two,
          ),
        ),
        "nominal",
        two,
      ),
    );
    expect([grown.pairableUnits, grown.ratings, ...grown.totals]).toEqual([200, 400, 300, 100]);
    for (let u = 0; u < 200; u++) for (const value of [0, u % 2]) grown.remove(u, value);
    expect([grown.pairableUnits, grown.pairable, grown.ratings, grown.ratedUnits, ...grown.totals]).toEqual([
      0, 0, 0, 0, 0, 0,
    ]);
    expect(grown.pairs.flatMap((sums) => [...(sums ?? [])]).every((sum) => sum === 0)).toBe(true);
  });
});

describe("an interval", () => {
  it("needs two units, and alpha without each of them", () => {
    const of = (rows: (number | null)[][]) => jackknife(coincidencesOf(ratingsOfMatrix(rows, two)), "nominal", two);
    expect(of([[1], [2]])).toEqual({ units: 1, mean: null, se: null, t: null, interval: null });
    expect(
      of([
        [1, 1, 1],
        [2, 1, 1],
      ]),
    ).toMatchObject({ units: 3, interval: null });
    expect(
      of([
        [1, 2],
        [1, 2],
      ]),
    ).toMatchObject({ units: 2, interval: null });
  });
});

describe("intervals of Krippendorff's published example", () => {
  const _ = null;
  const scale = scaleOf([1, 2, 3, 4, 5], true);
  const counted = coincidencesOf(
    ratingsOfMatrix(
      [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
        [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
      ],
      scale,
    ),
  );

  it("have every part of the jackknife", () => {
    const got = jackknife(counted, "nominal", scale);
    expect(got.units).toBe(11);
    expect(got.mean).toBeCloseTo(0.7418414889368311, 12);
    expect(got.se).toBeCloseTo(0.1463266522007062, 12);
    expect(got.t).toBeCloseTo(2.2281388519, 9);
    expect(got.interval?.[0]).toBeCloseTo(0.2252947155921776, 9);
    expect(got.interval?.[1]).toBeCloseTo(0.9337564964118363, 9);
  });

  it("have every part of the bootstrap, by default 1,000 resamples from seed 1", () => {
    const got = bootstrap(counted, "nominal", scale);
    expect(got).toMatchObject({ resamples: 1000, undefined: 0 });
    expect(got.drawn).toHaveLength(1000);
    expect(got.drawn[0]).toBeCloseTo(0.6356275303643726, 12);
    expect(got.drawn[4]).toBeCloseTo(0.8731707317073171, 12);
    expect(got.mean).toBeCloseTo(0.7179800022954026, 12);
    expect(got.interval?.[0]).toBeCloseTo(0.4242523586657751, 12);
    expect(got.interval?.[1]).toBeCloseTo(0.9356437795953508, 12);
  });

  it("leave resamples without variation out and say how many", () => {
    const perfect = coincidencesOf(
      ratingsOfMatrix(
        [
          [1, 2, 1, 2],
          [1, 2, 1, 2],
        ],
        two,
      ),
    );
    const got = bootstrap(perfect, "nominal", two, { resamples: 200 });
    expect(got).toMatchObject({ undefined: 26, mean: 1, interval: [1, 1] });
    expect(got.drawn).toHaveLength(174);
    const none = bootstrap(coincidencesOf(ratingsOfMatrix([[1], [1]], two)), "nominal", two, { resamples: 7 });
    expect(none).toMatchObject({ resamples: 7, undefined: 0, mean: null, interval: null });
  });
});

describe("classes of unequal size", () => {
  it("have each figure worked by hand", () => {
    // Truth 0 0 0 0 1 1; predicted 0 0 0 1 1 0: F1 6/8 and 2/4.
    const got = classify([0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 0], 3);
    expect(got.f1).toEqual([0.75, 0.5, 0]);
    expect(got.weightedF1).toBeCloseTo((0.75 * 4 + 0.5 * 2) / 6, 15);
    expect(got.macroF1Present).toBe(0.625);
    expect(got.macroF1All).toBeCloseTo(1.25 / 3, 15);
    expect(got.recall).toEqual([0.75, 0.5, null]);
    expect(classify([], [], 3).macroF1All).toBeNull();
    expect(classify([0], [], 1)).toMatchObject({ invalid: 1, accuracy: 0, validAccuracy: null });
  });
});

describe("the rows of a baseline", () => {
  it("keep modalities and articulations apart, and people with their shares", () => {
    const given = { person: 0, cluster: "e", right: true } as const;
    const { rows } = baselineOf(
      [
        { ...given, modality: "text", articulations: ["air-writing"] },
        { ...given, person: 1, modality: "text", articulations: ["air-writing", "manual-alphabet"] },
        { ...given, person: 1, right: false, modality: "text", articulations: [] },
        { ...given, right: false, modality: "video", articulations: ["finger-spelling"] },
      ],
      ["x", "y"],
    );
    expect(rows.map(({ modality, articulation, right, asked }) => [modality, articulation, right, asked])).toEqual([
      ...[
        ["text", "AW", 2, 2],
        ["text", "FS", 0, 0],
        ["text", "MA", 1, 1],
        ["text", "All", 2, 3],
      ],
      ...[
        ["image", "AW", 0, 0],
        ["image", "FS", 0, 0],
        ["image", "MA", 0, 0],
        ["image", "All", 0, 0],
      ],
      ...[
        ["video", "AW", 0, 0],
        ["video", "FS", 0, 1],
        ["video", "MA", 0, 0],
        ["video", "All", 0, 1],
      ],
    ]);
    expect(rows[3]?.perPerson).toEqual([
      { person: "x", right: 1, asked: 1, accuracy: 1 },
      { person: "y", right: 1, asked: 2, accuracy: 0.5 },
    ]);
  });
});

describe("the likelihood of Dawid and Skene", () => {
  it("is that of the estimates, and an item that all agree on is certain", () => {
    // One person, two items, two values: prior 1/2 each, no errors; log likelihood 2 log(1/2).
    const got = dawidSkene(
      [
        { item: 0, person: 0, value: 0 },
        { item: 1, person: 0, value: 1 },
      ],
      2,
      1,
      2,
    );
    expect(got.logLikelihood).toBeCloseTo(2 * Math.log(0.5), 8);
    expect(got.posterior[0]?.[0]).toBeCloseTo(1, 9);
    expect(got.confusion[0]?.[0]?.[1]).toBeLessThan(1e-9);
    expect(got.confusion[0]?.[0]?.[1]).toBeGreaterThan(0);
  });
});

// Cases of our own, worked out elsewhere (tests/measures/worked.json says how): every number of a row of agreement, paired
// differences, accuracy of several people, Dawid and Skene.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Metric } from "#schemas/labels";
import { accuracyOf, wilson } from "#server/measures/accuracy";
import { agreementRow, reportOf } from "#server/measures/agreement";
import { coincidencesOf } from "#server/measures/coincidence";
import { dawidSkene } from "#server/measures/dawid-skene";
import { type Weighting, weightings } from "#server/measures/kappas";
import { pairedDifference } from "#server/measures/paired";
import { patternsOf, sumsOf } from "#server/measures/patterns";
import { groupRatings, ratingsOfMatrix } from "#server/measures/ratings";
import { knownScale, scaleOf, scaleOfValues } from "#server/measures/scale";

interface Companions {
  percentAgreement: number;
  allAgreeShare: number;
  gwet: number;
  fleiss: number;
  brennanPrediger: number;
  cohen: [string, string, number | null][];
}
interface Worked {
  agreement: {
    ratings: (number | null)[][];
    scale: number[];
    units: number;
    pairableUnits: number;
    ratings_n: number;
    pairable: number;
    alpha: Record<Metric, number>;
    without: (number | null)[];
    interval: Record<"nominal" | "ordinal" | "interval", [number, number] | null>;
    companions: Record<Weighting, Companions>;
    groups?: [string[], number][];
  }[];
  paired: { table: [number, number, number, number]; difference: number; interval: [number, number]; p: number }[];
  accuracy: ({ answers: [number, string, number][]; perPerson: [number, number, number][] } & Record<
    string,
    unknown
  >)[];
  dawidSkene: {
    judgements: [number, number, number][];
    items: number;
    people: number;
    values: number;
    posterior: number[][];
    prior: number[];
    confusion: number[][][];
  }[];
}
const worked = JSON.parse(readFileSync(join(import.meta.dirname, "worked.json"), "utf8")) as Worked;

function close(got: unknown, wanted: unknown, tolerance = 1e-12, path = ""): void {
  if (Array.isArray(wanted)) {
    expect((got as unknown[]).length, path).toBe(wanted.length);
    wanted.forEach((one, k) => {
      close((got as unknown[])[k], one, tolerance, `${path}[${k}]`);
    });
  } else if (typeof wanted === "number") {
    expect(Math.abs((got as number) - wanted), `${path}: ${got} is not ${wanted}`).toBeLessThanOrEqual(tolerance);
  } else expect(got, path).toBe(wanted);
}

describe("agreement", () => {
  const of = (one: Worked["agreement"][0]) =>
    ratingsOfMatrix(
      one.ratings,
      scaleOf(one.scale, true),
      one.ratings.map((_, p) => `p${p}`),
    );

  it.each(worked.agreement.map((one, k) => [k, one] as const))("of case %i has every number right", (_, one) => {
    for (const metric of ["nominal", "ordinal", "interval", "ratio"] as const) {
      const row = agreementRow({ label: "x", metric, ratings: of(one) });
      expect(row).toMatchObject({ label: "x", metric, state: "ok", reason: null, groups: [], self: [] });
      close(row.alpha, one.alpha[metric]);
      const { units, pairableUnits, ratings, pairable, people } = row;
      expect([units, pairableUnits, ratings, pairable, people]).toEqual([
        ...[one.units, one.pairableUnits, one.ratings_n, one.pairable, one.ratings.length],
      ]);
      if (metric !== "ratio") close(row.interval, one.interval[metric], 1e-8);
    }
    const row = agreementRow({ label: "x", metric: "ordinal", ratings: of(one), interval: "none" });
    expect(row.interval).toBeNull();
    close(
      row.withoutPerson.map(({ alpha }) => alpha),
      one.without,
    );
    expect(row.withoutPerson.map(({ person }) => person)).toEqual(one.ratings.map((_, p) => `p${p}`));
  });

  it.each(weightings)("has its companions right, weighted %s", (weights) => {
    for (const one of worked.agreement) {
      const row = agreementRow({ label: "x", metric: "nominal", ratings: of(one), weights });
      const { cohen, ...rest } = one.companions[weights];
      for (const [name, value] of Object.entries(rest)) close(row[name as keyof typeof rest], value, 1e-12, name);
      close(
        row.cohen.map(({ a, b, kappa }) => [a, b, kappa]),
        cohen,
      );
      close(row.alpha, one.alpha.nominal);
    }
  });

  it("within and between groups is right, and a group of two is not shown", () => {
    const one = worked.agreement.find(({ groups }) => groups !== undefined) as Worked["agreement"][0];
    const given = { label: "x", metric: "ordinal", ratings: of(one) } as const;
    const row = agreementRow({ ...given, groupOf: ["x", "x", "x", "y", "y", "y"] });
    close(
      row.groups.map(({ groups, alpha }) => [groups, alpha]),
      one.groups,
    );
    expect(agreementRow({ ...given, groupOf: ["x", "x", "x", "y", "y", undefined] }).groups).toMatchObject([
      { groups: ["x"] },
    ]);
    expect(agreementRow({ ...given, metric: "ratio", groupOf: ["x"] }).groups).toEqual([]);
    const negative = ratingsOfMatrix([[-1], [1], [1]], scaleOf([-1, 1], true));
    const refused = agreementRow({ label: "x", metric: "ratio", ratings: negative, groupOf: ["x", "x", "x"] });
    expect(refused).toMatchObject({ state: "refused", groups: [], interval: null, percentAgreement: 1 / 3 });
    expect(refused.withoutPerson.map(({ alpha }) => alpha)).toEqual([null, null, null]);
  });

  it("counts only people who rated, uses numbers that are kept already, and leaves them as they were", () => {
    const ratings = ratingsOfMatrix(
      [
        [1, 2, 2],
        [1, 2, 1],
        [null, null, null],
      ],
      scaleOf([1, 2], true),
    );
    const counted = coincidencesOf(ratings);
    const row = agreementRow({ label: "x", metric: "nominal", ratings, counted });
    expect(row.people).toBe(2);
    expect(row.withoutPerson).toEqual([
      { person: "p1", alpha: null },
      { person: "p2", alpha: null },
    ]);
    expect(counted).toEqual(coincidencesOf(ratings));
    expect(agreementRow({ label: "x", metric: "nominal", ratings, counted })).toEqual(row);
  });

  it("on a scale of too many values is refused, and a mean names what it is over", () => {
    const wide = scaleOf(
      Array.from({ length: 1025 }, (_, k) => k),
      true,
    );
    const row = agreementRow({ label: "wide", metric: "nominal", ratings: ratingsOfMatrix([[1], [2]], wide) });
    expect(row).toMatchObject({ state: "refused", alpha: null, units: 0 });
    expect(row.reason).toContain("1024");
    const one = agreementRow({
      label: "a",
      metric: "nominal",
      ratings: of(worked.agreement[0] as Worked["agreement"][0]),
    });
    expect(reportOf([row, one]).mean).toEqual({ alpha: one.alpha, labels: ["a"] });
    expect(reportOf([one, { ...one, label: "b", alpha: 0 }]).mean).toEqual({
      alpha: (one.alpha as number) / 2,
      labels: ["a", "b"],
    });
    expect(reportOf([row]).mean).toEqual({ alpha: null, labels: [] });
  });

  it("takes the bootstrap's seed and resamples", () => {
    const ratings = of(worked.agreement[0] as Worked["agreement"][0]);
    const ask = (seed: number, resamples: number) =>
      agreementRow({ label: "x", metric: "interval", ratings, interval: "bootstrap", seed, resamples }).interval;
    expect(ask(3, 50)).toEqual(ask(3, 50));
    expect(ask(3, 50)).not.toEqual(ask(4, 50));
    expect(ask(3, 50)).not.toEqual(ask(3, 51));
  });
});

describe("what agreement stands on", () => {
  it("groups ratings by unit, in the order of people, whatever the order given", () => {
    const scale = scaleOf(["a", "b"], false);
    const got = groupRatings(scale, ["p", "q"], 3, {
      length: 4,
      unit: [2, 0, 2, 0],
      person: [1, 1, 0, 0],
      value: [1, 0, 0, 1],
    });
    expect([...got.starts]).toEqual([0, 2, 2, 4]);
    expect([...got.person]).toEqual([0, 1, 0, 1]);
    expect([...got.value]).toEqual([1, 0, 0, 1]);
    expect(() => ratingsOfMatrix([["c"]], scale)).toThrow("c is not on the scale");
    expect(ratingsOfMatrix([], scale)).toMatchObject({ units: 0, people: [] });
  });

  it("orders the values that occur, and knows the scales of the table", () => {
    expect(scaleOfValues([10, 9, -1, 9])).toEqual({ values: [-1, 9, 10], numbers: [-1, 9, 10], ordered: true });
    expect(scaleOfValues(["b", "a"])).toEqual({ values: ["a", "b"], numbers: null, ordered: false });
    expect(scaleOfValues([2, "a"])).toMatchObject({ values: ["2", "a"], numbers: null });
    expect(scaleOf(["b", "a"], true)).toMatchObject({ values: ["b", "a"], ordered: true });
    expect(knownScale("joy")).toEqual({ values: [0, 1, 2, 3], numbers: [0, 1, 2, 3], ordered: true });
    expect(knownScale("sentiment")?.values).toEqual([-3, -2, -1, 0, 1, 2, 3]);
    expect(knownScale("choice")).toEqual({ values: ["A", "B", "C", "D"], numbers: null, ordered: false });
    expect(knownScale("else")).toBeUndefined();
  });

  it("counts units that were rated alike as one pattern", () => {
    const counted = coincidencesOf(
      ratingsOfMatrix(
        [
          [1, 2, 1, 2],
          [1, 1, 1, null],
          [2, null, 2, null],
        ],
        scaleOf([1, 2], true),
      ),
    );
    const patterns = patternsOf(counted);
    expect([patterns.units, patterns.sizes, [...patterns.of]]).toEqual([
      [2, 1],
      [3, 2],
      [0, 1, 0],
    ]);
    const sums = sumsOf(patterns, patterns.units);
    expect(sums.pairable).toBe(8);
    expect([...sums.totals]).toEqual([5, 3]);
    expect(sums.pairs[3]?.[1]).toBe(4);
    expect(sums.pairs[2]?.[1]).toBe(1);
    expect(sumsOf(patterns, [0, 0])).toMatchObject({ pairable: 0, pairs: [] });
  });
});

describe("two answerers on the same questions", () => {
  it.each(worked.paired.map((one) => [one.table.join(" "), one] as const))("%s", (_, one) => {
    const [both, onlyFirst, onlySecond, neither] = one.table;
    const got = pairedDifference({ both, onlyFirst, onlySecond, neither });
    close([got.difference, got.interval, got.p], [one.difference, one.interval, one.p], 1e-11);
  });
});

describe("accuracy of several people", () => {
  it.each(worked.accuracy.map((one, k) => [k, one] as const))("of case %i has every number right", (_, one) => {
    const { answers, perPerson, ...numbers } = one;
    const got = accuracyOf(answers.map(([person, cluster, right]) => ({ person, cluster, right: right === 1 })));
    for (const [name, value] of Object.entries(numbers)) close(got[name as keyof typeof got], value, 1e-11, name);
    expect(got.perPerson).toEqual(perPerson.map(([person, right, asked]) => ({ person, right, asked })));
    expect(got.asked).toBe(answers.length);
    expect(got.people).toBe(perPerson.length);
  });

  it("is at the number of entries where nobody is right", () => {
    const none = accuracyOf([0, 1].map((person) => ({ person, cluster: "e", right: false })));
    expect(none).toMatchObject({ pooled: 0, meanOfPeople: 0, designEffect: null, least: 0, greatest: 0 });
    expect(none.pooledInterval).toEqual(wilson(0, 1));
    expect(accuracyOf([])).toEqual({
      ...{ people: 0, right: 0, asked: 0, pooled: null, pooledInterval: null, meanOfPeople: null },
      ...{ meanInterval: null, designEffect: null, least: null, greatest: null, perPerson: [] },
    });
  });
});

describe("Dawid and Skene", () => {
  it.each(worked.dawidSkene.map((one, k) => [k, one] as const))("of case %i comes to the same estimates", (_, one) => {
    const judgements = one.judgements.map(([item, person, value]) => ({ item, person, value }));
    const got = dawidSkene(judgements, one.items, one.people, one.values);
    close(got.posterior, one.posterior, 1e-9);
    close(got.prior, one.prior, 1e-9);
    close(got.confusion, one.confusion, 1e-9);
    expect(got.iterations).toBeGreaterThan(1);
    expect(got.logLikelihood).toBeLessThan(0);
  });
});

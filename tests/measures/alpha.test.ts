// Alpha against exact fractions and the stated cases; and what must not change it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Metric, metrics } from "#schemas/labels";
import { alphaOf } from "#server/measures/alpha";
import { bootstrap, jackknife } from "#server/measures/alpha-interval";
import { Coincidences, coincidencesOf } from "#server/measures/coincidence";
import { ratingsOfMatrix } from "#server/measures/ratings";
import { type Scale, scaleOf, scaleOfValues } from "#server/measures/scale";
import { casesOf, haveVectors, near } from "./vectors.ts";

type Cell = number | string | null;
type Matrix = Cell[][];
const scaleOfMatrix = (matrix: Matrix, domain?: (number | string)[] | null): Scale =>
  domain
    ? scaleOf(domain, true)
    : scaleOfValues(matrix.flat().filter((cell): cell is number | string => cell !== null));
const alpha = (matrix: Matrix, metric: Metric, domain?: (number | string)[]) => {
  const scale = scaleOfMatrix(matrix, domain);
  return alphaOf(coincidencesOf(ratingsOfMatrix(matrix, scale)), metric, scale);
};

describe("alpha", () => {
  const three: Matrix = [
    [-3, -2, 0, 1, 3, 2, null, 0],
    [-3, -1, 0, 2, 3, null, null, -1],
    [-2, -2, 1, 1, 2, 2, 3, 0],
  ];

  it("equals exact fractions worked by hand, for each metric", () => {
    expect(alpha(three, "nominal").alpha).toBeCloseTo(55 / 169, 14);
    expect(alpha(three, "ordinal").alpha).toBeCloseTo(2389 / 2598, 14);
    expect(alpha(three, "interval").alpha).toBeCloseTo(419 / 457, 14);
    expect(
      alpha(
        [
          [0, 0, 1, 2, 0],
          [0, 1, 1, 2, 0],
          [0, 0, 2, null, 0],
        ],
        "ratio",
      ).alpha,
    ).toBeCloseTo(311 / 441, 14);
  });

  it("says in words why there is none: one value, nobody to compare with, a metric that does not fit", () => {
    expect(
      alpha(
        [
          [3, 3],
          [3, null],
        ],
        "nominal",
      ),
    ).toMatchObject({ state: "undefined", alpha: null });
    expect(alpha([[1, 2, 3]], "interval")).toMatchObject({ state: "insufficient", alpha: null });
    expect(alpha(three, "ratio")).toMatchObject({ state: "refused", alpha: null });
    expect(alpha([["a"], ["b"]], "interval").state).toBe("refused");
    expect(alpha([["a"], ["b"]], "ordinal").state).toBe("refused");
    expect(alpha([["a"], ["b"]], "ordinal", ["b", "a"]).state).toBe("ok");
    for (const one of [alpha([[3], [3]], "nominal"), alpha([[1]], "nominal"), alpha(three, "ratio")])
      expect(one.reason?.length).toBeGreaterThan(20);
  });

  it("is exactly 1 where everybody agrees, and can be negative", () => {
    expect(
      alpha(
        [
          [1, 2],
          [1, 2],
        ],
        "nominal",
      ).alpha,
    ).toBe(1);
    expect(
      alpha(
        [
          [1, 2],
          [2, 1],
        ],
        "ordinal",
      ).alpha,
    ).toBe(-0.5);
  });

  it("counts a single rating nowhere", () => {
    expect(
      alpha(
        [
          [1, null],
          [1, 2],
        ],
        "nominal",
      ).state,
    ).toBe("undefined");
  });
});

const cell = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 4 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const matrix = fc
  .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 12 }))
  .chain(([people, units]) =>
    fc.array(fc.array(cell, { minLength: units, maxLength: units }), { minLength: people, maxLength: people }),
  );
const metric = fc.constantFrom(...metrics);

describe("whatever the ratings, alpha", () => {
  it("does not change with the order of people or items", () => {
    fc.assert(
      fc.property(matrix, metric, fc.integer(), (rows, kind, turn) => {
        const units = (rows[0] as Cell[]).length;
        const by = ((turn % units) + units) % units;
        const turned = [...rows].reverse().map((row) => [...row.slice(by), ...row.slice(0, by)]);
        expect(alpha(turned, kind)).toEqual(alpha(rows, kind));
      }),
    );
  });

  it("does not change by an unused value, nor by an item with one rating", () => {
    fc.assert(
      fc.property(matrix, metric, cell, (rows, kind, extra) => {
        expect(alpha(rows, kind, [0, 1, 2, 3, 4, 99])).toEqual(alpha(rows, kind, [0, 1, 2, 3, 4]));
        const single = rows.map((row, p) => [...row, p === 0 ? extra : null]);
        expect(alpha(single, kind, [0, 1, 2, 3, 4]).alpha).toBe(alpha(rows, kind, [0, 1, 2, 3, 4]).alpha);
      }),
    );
  });

  it("does not depend on the names of nominal values, nor on the codes of ordered ones", () => {
    fc.assert(
      fc.property(matrix, (rows) => {
        const named = rows.map((row) => row.map((one) => (one === null ? null : "ecadb".charAt(one as number))));
        expect(near(alpha(named, "nominal").alpha, alpha(rows, "nominal").alpha, 1e-12)).toBe(true);
        const coded = rows.map((row) => row.map((one) => (one === null ? null : 10 ** (one as number))));
        expect(alpha(coded, "ordinal").alpha).toBe(alpha(rows, "ordinal").alpha);
      }),
    );
  });

  it("is the same bit for bit after 20,000 ratings in and out as in one batch", () => {
    const people = 10;
    const units = 300;
    const scale = scaleOf([-3, -2, -1, 0, 1, 2, 3], true);
    const rows: (number | null)[][] = Array.from({ length: people }, () => Array(units).fill(null));
    const running = new Coincidences(7);
    let state = 7;
    const draw = (n: number) => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return (state >>> 8) % n;
    };
    for (let i = 0; i < 20_000; i++) {
      const row = rows[draw(people)] as (number | null)[];
      const unit = draw(units);
      const before = row[unit] as number | null;
      if (before !== null) running.remove(unit, before + 3);
      const after = draw(5) === 0 ? null : draw(7) - 3;
      if (after !== null) running.add(unit, after + 3);
      row[unit] = after;
    }
    const batch = coincidencesOf(ratingsOfMatrix(rows, scale));
    for (const kind of ["nominal", "ordinal", "interval"] as const)
      expect(alphaOf(running, kind, scale)).toEqual(alphaOf(batch, kind, scale));
    expect([running.pairable, running.pairableUnits, running.ratings, running.ratedUnits]).toEqual([
      batch.pairable,
      batch.pairableUnits,
      batch.ratings,
      batch.ratedUnits,
    ]);
  });

  it("lies in its intervals, and there is none at 1", () => {
    fc.assert(
      fc.property(matrix, metric, (rows, kind) => {
        const scale = scaleOfMatrix(rows);
        const counted = coincidencesOf(ratingsOfMatrix(rows, scale));
        const point = alphaOf(counted, kind, scale).alpha;
        const { interval } = jackknife(counted, kind, scale);
        if (point === null || point === 1) expect(interval).toBeNull();
        else if (interval !== null) {
          expect(interval[0]).toBeLessThanOrEqual(point);
          expect(interval[1]).toBeGreaterThanOrEqual(point);
        }
      }),
    );
  });

  it("has a narrower interval with more items of the same kind", () => {
    const rows: Matrix = [
      [0, 1, 2, 3, 1, 2, 0, 3],
      [0, 1, 2, 2, 1, 2, 1, 3],
      [0, 2, 2, 3, 1, 1, 0, 3],
    ];
    const width = (times: number) => {
      const wide = rows.map((row) => Array.from({ length: times }, () => row).flat());
      const scale = scaleOfMatrix(wide);
      const { interval } = jackknife(coincidencesOf(ratingsOfMatrix(wide, scale)), "ordinal", scale);
      return (interval?.[1] ?? 0) - (interval?.[0] ?? 0);
    };
    expect(width(4)).toBeLessThan(width(2));
    expect(width(2)).toBeLessThan(width(1));
  });
});

describe.runIf(haveVectors)("the stated cases of alpha", () => {
  interface Case {
    id: string;
    metric: Metric;
    domain: (number | string)[] | null;
    ratings: Matrix;
    status: string;
    alpha: number | null;
    info: { pairable?: number } | null;
  }
  const { tolerance, cases } = casesOf<Case>("alpha");
  const byId = new Map(cases.map((one) => [one.id, one]));
  const counted = (id: string) => {
    const one = byId.get(id) as Case;
    const scale = scaleOfMatrix(one.ratings, one.domain);
    return [coincidencesOf(ratingsOfMatrix(one.ratings, scale)), one.metric, scale] as const;
  };

  it.each(cases.map((one) => [one.id, one] as const))("%s", (id, one) => {
    const [sums, kind, scale] = counted(id);
    const got = alphaOf(sums, kind, scale);
    expect(got.state).toBe(one.status);
    expect(near(got.alpha, one.alpha, tolerance)).toBe(true);
    if (one.info?.pairable !== undefined) expect(sums.pairable).toBe(one.info.pairable);
  });

  const jack = casesOf<{
    case: string;
    units: number;
    jackknife_mean: number;
    se: number;
    t: number;
    fisher_ci: [number, number] | null;
  }>("jackknife");
  it.each(jack.cases.map((one) => [one.case, one] as const))("jackknife of %s", (id, one) => {
    const got = jackknife(...counted(id));
    expect(got.units).toBe(one.units);
    expect(near(got.mean, one.jackknife_mean, jack.tolerance)).toBe(true);
    expect(near(got.se, one.se, jack.tolerance)).toBe(true);
    expect(near(got.t, one.t, 1e-12)).toBe(true);
    expect(got.interval === null).toBe(one.fisher_ci === null);
    one.fisher_ci?.forEach((end, k) => {
      expect(near(got.interval?.[k], end, jack.tolerance)).toBe(true);
    });
  });

  const boot = casesOf<{
    case: string;
    resamples: number;
    seed: number;
    undefined: number;
    mean: number;
    quantiles: Record<string, number>;
    first5: number[];
  }>("bootstrap");
  it.each(boot.cases.map((one) => [one.case, one] as const))("bootstrap of %s", (id, one) => {
    const got = bootstrap(...counted(id), { seed: one.seed, resamples: one.resamples });
    expect(got.undefined).toBe(one.undefined);
    expect(near(got.mean, one.mean, boot.tolerance)).toBe(true);
    expect(near(got.interval?.[0], one.quantiles["0.025"], boot.tolerance)).toBe(true);
    expect(near(got.interval?.[1], one.quantiles["0.975"], boot.tolerance)).toBe(true);
    one.first5.forEach((value, k) => {
      expect(near(got.drawn[k], value, boot.tolerance)).toBe(true);
    });
  });
});

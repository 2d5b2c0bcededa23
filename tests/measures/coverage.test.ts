// Whether the intervals hold what they promise: drawn again and again from a known population, they cover the truth about
// 95 times in a hundred.
import { describe, expect, it } from "vitest";
import type { Metric } from "#schemas/labels";
import { mulberry32 } from "#schemas/seeded";
import { accuracyOf } from "#server/measures/accuracy";
import { alphaOf } from "#server/measures/alpha";
import { jackknife } from "#server/measures/alpha-interval";
import { Coincidences } from "#server/measures/coincidence";
import { scaleOf } from "#server/measures/scale";

describe("the jackknife interval of alpha", () => {
  const scale = scaleOf([-3, -2, -1, 0, 1, 2, 3], true);
  /** Three people who mean the item's value, each off by up to two steps now and then. */
  const unit = (chance: () => number) => {
    const meant = Math.floor(chance() * 7);
    return [0, 1, 2].map(() => {
      const off = chance() < 0.6 ? 0 : chance() < 0.7 ? 1 : 2;
      return Math.min(6, Math.max(0, meant + (chance() < 0.5 ? -off : off)));
    });
  };
  const counted = (units: number, chance: () => number) => {
    const out = new Coincidences(7, units);
    for (let u = 0; u < units; u++) for (const value of unit(chance)) out.add(u, value);
    return out;
  };

  it.each<Metric>(["nominal", "ordinal", "interval"])(
    "covers the true alpha in 92 to 97 of 100 studies, %s",
    (metric) => {
      const chance = mulberry32(20);
      const truth = alphaOf(counted(100_000, chance), metric, scale).alpha as number;
      const studies = 600;
      let covered = 0;
      for (let s = 0; s < studies; s++) {
        const { interval } = jackknife(counted(60, chance), metric, scale);
        if (interval !== null && interval[0] <= truth && truth <= interval[1]) covered++;
      }
      expect(covered / studies).toBeGreaterThanOrEqual(0.92);
      expect(covered / studies).toBeLessThanOrEqual(0.97);
    },
  );
});

describe("the interval of a pooled share", () => {
  it("covers the true share in 92 to 98 of 100 studies where answers on an entry go together", () => {
    const chance = mulberry32(3);
    const studies = 600;
    let covered = 0;
    for (let s = 0; s < studies; s++) {
      const answers = Array.from({ length: 120 }, (_, entry) => {
        const ease = chance() < 0.3 ? 0.5 : 0.95;
        return [0, 1, 2].map((person) => ({ person, cluster: String(entry), right: chance() < ease }));
      }).flat();
      const { pooledInterval } = accuracyOf(answers);
      const truth = 0.3 * 0.5 + 0.7 * 0.95;
      if (pooledInterval !== null && pooledInterval[0] <= truth && truth <= pooledInterval[1]) covered++;
    }
    expect(covered / studies).toBeGreaterThanOrEqual(0.92);
    expect(covered / studies).toBeLessThanOrEqual(0.98);
  });
});

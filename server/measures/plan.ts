// How many items for an interval of a wanted width, for each number of people: by simulation from a stated seed.
import type { Metric } from "#schemas/labels";
import { mulberry32 } from "#schemas/seeded";
import { type Answer, accuracyOf } from "./accuracy.ts";
import { jackknife } from "./alpha-interval.ts";
import { Coincidences } from "./coincidence.ts";
import { quantile7 } from "./distributions.ts";
import type { Scale } from "./scale.ts";

/**
 * What is assumed of people's values. An item has one value, drawn by `shares`; each person says it with probability
 * sqrt(alike), else draws anew by `shares`. Two people then agree as alpha = alike says, under every metric; for right
 * and wrong, `alike` is the correlation of two answers on one entry.
 */
export interface Assumed {
  /** By value, adding up to 1. */
  readonly shares: readonly number[];
  /** 0..1. */
  readonly alike: number;
}

export interface PlanRow {
  readonly people: number;
  /** Null where even `most` items do not bring the width down. */
  readonly items: number | null;
  /** Median width of the interval at `items`; at `most` where items is null; null where most runs have no interval. */
  readonly width: number | null;
}

export interface Plan {
  /** Wanted width of the 95 % interval, from its low to its high end. */
  readonly width: number;
  readonly people: readonly number[];
  readonly seed: number;
  /** Simulated studies for each number of people and items. */
  readonly runs: number;
  readonly most: number;
}

type Width = (people: number, items: number, chance: () => number) => number | null;

const draw = (shares: readonly number[], chance: () => number): number => {
  let left = chance();
  for (let k = 0; k < shares.length - 1; k++) {
    left -= shares[k] as number;
    if (left < 0) return k;
  }
  return shares.length - 1;
};

/** Values of one item, a person each. */
export function simulated({ shares, alike }: Assumed, people: number, chance: () => number): number[] {
  const own = draw(shares, chance);
  const same = Math.sqrt(alike);
  return Array.from({ length: people }, () => (chance() < same ? own : draw(shares, chance)));
}

/** Width of alpha's jackknife interval in one simulated study where everybody rates every item. */
export const alphaWidth =
  (assumed: Assumed, metric: Metric, scale: Scale): Width =>
  (people, items, chance) => {
    const counted = new Coincidences(assumed.shares.length, items);
    for (let item = 0; item < items; item++)
      for (const value of simulated(assumed, people, chance)) counted.add(item, value);
    const { interval } = jackknife(counted, metric, scale);
    return interval === null ? null : interval[1] - interval[0];
  };

/** Width of the interval of people's mean accuracy in one simulated quiz: an item is one entry in one modality. */
export const accuracyWidth =
  (accuracy: number, alike: number): Width =>
  (people, items, chance) => {
    const answers: Answer[] = [];
    for (let item = 0; item < items; item++)
      simulated({ shares: [1 - accuracy, accuracy], alike }, people, chance).forEach((value, person) => {
        answers.push({ person, cluster: String(item), right: value === 1 });
      });
    const { meanInterval } = accuracyOf(answers);
    return meanInterval === null ? null : meanInterval[1] - meanInterval[0];
  };

/** The fewest items whose median width is at most the wanted one: doubled from 8, then halved between. */
export function planOf(widthOf: Width, { width: wanted, people: some, seed, runs, most }: Plan): PlanRow[] {
  return some.map((people) => {
    const known = new Map<number, number>();
    const at = (items: number): number => {
      let found = known.get(items);
      if (found === undefined) {
        const chance = mulberry32(seed);
        const widths = Array.from({ length: runs }, () => widthOf(people, items, chance) ?? Number.POSITIVE_INFINITY);
        found = middle(widths.sort((a, b) => a - b));
        known.set(items, found);
      }
      return found;
    };
    let high = Math.min(8, most);
    while (at(high) > wanted && high < most) high = Math.min(high * 2, most);
    if (at(high) > wanted) return { people, items: null, width: Number.isFinite(at(high)) ? at(high) : null };
    let low = high <= 8 ? 1 : Math.floor(high / 2);
    while (high - low > 1) {
      const between = Math.floor((low + high) / 2);
      if (at(between) <= wanted) high = between;
      else low = between;
    }
    return { people, items: high, width: at(high) };
  });
}

/** The median; infinite where one of the two in the middle is. */
const middle = (sorted: readonly number[]): number =>
  sorted[Math.floor(sorted.length / 2)] === Number.POSITIVE_INFINITY
    ? Number.POSITIVE_INFINITY
    : quantile7(sorted, 0.5);

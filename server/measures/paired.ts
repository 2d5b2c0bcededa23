// Two answerers on the same questions: the difference of their shares with its interval, and an exact test.
import type { Interval } from "#schemas/figure";
import { wilson } from "./accuracy.ts";
import { fairCoin } from "./distributions.ts";

export interface Paired {
  /** Questions that both had right, only the first, only the second, neither. */
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly neither: number;
}

export interface Difference {
  readonly difference: number | null;
  readonly interval: Interval;
  /** Exact two-sided McNemar; 1 where they never differ. */
  readonly p: number | null;
}

/** First minus second. Newcombe (1998), method 10: score intervals with continuity-corrected phi; exact McNemar. */
export function pairedDifference(counts: Paired): Difference {
  const { both, onlyFirst: b, onlySecond: c, neither } = counts;
  const n = both + b + c + neither;
  if (n === 0) return { difference: null, interval: null, p: null };
  const p = Math.min(1, 2 * fairCoin(Math.min(b, c), b + c));
  return { difference: (both + b) / n - (both + c) / n, interval: newcombe(counts), p };
}

function newcombe({ both: a, onlyFirst: b, onlySecond: c, neither: d }: Paired): [number, number] {
  const n = a + b + c + d;
  const first = (a + b) / n;
  const second = (a + c) / n;
  const [l1, u1] = wilson(first, n) as [number, number];
  const [l2, u2] = wilson(second, n) as [number, number];
  const product = (a + b) * (c + d) * (a + c) * (b + d);
  const cross = a * d - b * c;
  const corrected = cross > 0 ? Math.max(cross - n / 2, 0) : cross;
  const phi = product === 0 ? 0 : corrected / Math.sqrt(product);
  const reach = (x: number, y: number) => Math.sqrt(Math.max(0, x * x - 2 * phi * x * y + y * y));
  const difference = first - second;
  return [
    Math.max(-1, difference - reach(first - l1, u2 - second)),
    Math.min(1, difference + reach(second - l2, u1 - first)),
  ];
}

export interface Pair {
  /** The sign entry of the question. */
  readonly cluster: string;
  readonly first: boolean;
  readonly second: boolean;
}

export interface ClusteredDifference {
  readonly pairs: number;
  readonly clusters: number;
  readonly first: number | null;
  readonly second: number | null;
  readonly difference: number | null;
  readonly interval: Interval;
  /** Null where all pairs differ alike or there is one cluster: the interval then stands on the number of clusters. */
  readonly designEffect: number | null;
}

/**
 * First minus second over pairs that come in clusters: Newcombe's method 10 with the four counts divided by
 * max(design effect, 1). The design effect is the variance of the mean difference over clusters, G / (G - 1), by that
 * of independent pairs.
 */
export function clusteredDifference(pairs: readonly Pair[]): ClusteredDifference {
  const n = pairs.length;
  const empty = { first: null, second: null, difference: null, interval: null, designEffect: null };
  if (n === 0) return { pairs: 0, clusters: 0, ...empty };
  const count = (first: boolean, second: boolean) =>
    pairs.filter((pair) => pair.first === first && pair.second === second).length;
  const both = count(true, true);
  const onlyFirst = count(true, false);
  const onlySecond = count(false, true);
  const neither = count(false, false);
  const difference = (onlyFirst - onlySecond) / n;
  const sums = new Map<string, number>();
  for (const { cluster, first, second } of pairs)
    sums.set(cluster, (sums.get(cluster) ?? 0) + Number(first) - Number(second) - difference);
  const G = sums.size;
  const independent = (onlyFirst + onlySecond) / n - difference ** 2;
  const flat = G === 1 || independent === 0;
  const squares = [...sums.values()].reduce((sum, one) => sum + one * one, 0);
  const designEffect = flat ? null : ((G / (G - 1)) * squares) / (n * independent);
  const by = designEffect === null ? n / G : Math.max(designEffect, 1);
  const shrunk = { both: both / by, onlyFirst: onlyFirst / by, onlySecond: onlySecond / by, neither: neither / by };
  return {
    pairs: n,
    clusters: G,
    first: (both + onlyFirst) / n,
    second: (both + onlySecond) / n,
    difference,
    interval: newcombe(shrunk),
    designEffect,
  };
}

// Units that were rated alike count as one pattern: most studies have few of them, and intervals need each only once.
import type { Coincidences } from "./coincidence.ts";

export interface Patterns {
  readonly values: number;
  /** By pattern: how often each value was given in such a unit. */
  readonly counts: readonly Uint16Array[];
  /** By pattern: ratings in such a unit. */
  readonly sizes: readonly number[];
  /** By pattern: how many units there are. */
  readonly units: readonly number[];
  /** The pattern of each pairable unit, in unit order. */
  readonly of: Int32Array;
}

/** Patterns of the units with at least `least` ratings. */
export function patternsOf(given: Coincidences, least = 2): Patterns {
  const K = given.values;
  const place = new Map<string, number>();
  const counts: Uint16Array[] = [];
  const sizes: number[] = [];
  const units: number[] = [];
  const of: number[] = [];
  for (let u = 0; u < given.sizes.length; u++) {
    const m = given.sizes[u] as number;
    if (m < least) continue;
    const row = given.counts.subarray(u * K, (u + 1) * K);
    const name = String.fromCharCode(...row);
    let at = place.get(name);
    if (at === undefined) {
      at = counts.length;
      place.set(name, at);
      counts.push(row.slice());
      sizes.push(m);
      units.push(0);
    }
    units[at]!++;
    of.push(at);
  }
  return { values: K, counts, sizes, units, of: Int32Array.from(of) };
}

/** The coincidences of `times[p]` units of each pattern p. */
export function sumsOf(patterns: Patterns, times: ArrayLike<number>) {
  const K = patterns.values;
  const pairs: (Float64Array | undefined)[] = [];
  const totals = new Float64Array(K);
  let pairable = 0;
  patterns.counts.forEach((counts, p) => {
    const often = times[p] as number;
    if (often === 0) return;
    const m = patterns.sizes[p] as number;
    if (m < 2) return;
    let sums = pairs[m];
    if (sums === undefined) {
      sums = new Float64Array(K * K);
      pairs[m] = sums;
    }
    pairable += often * m;
    for (let c = 0; c < K; c++) {
      const n = often * (counts[c] as number);
      if (n === 0) continue;
      totals[c]! += n;
      for (let k = c + 1; k < K; k++) sums[c * K + k]! += n * (counts[k] as number);
    }
  });
  return { values: K, pairs, totals, pairable };
}

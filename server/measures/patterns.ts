// Units that were rated alike count as one pattern: most studies have few of them, and intervals need each only once.
import type { Coincidences } from "./coincidence.ts";

export interface Patterns {
  readonly values: number;
  /** By pattern: the values given in such a unit, ascending, and how often each. */
  readonly given: readonly Int32Array[];
  readonly counts: readonly Int32Array[];
  /** By pattern: ratings in such a unit. */
  readonly sizes: readonly number[];
  /** By pattern: how many units there are. */
  readonly units: readonly number[];
  /** The pattern of each pairable unit, in unit order. */
  readonly of: Int32Array;
}

/** Patterns of the pairable units. */
export function patternsOf(counted: Coincidences): Patterns {
  const K = counted.values;
  const place = new Map<string, number>();
  const given: Int32Array[] = [];
  const counts: Int32Array[] = [];
  const sizes: number[] = [];
  const units: number[] = [];
  const of: number[] = [];
  for (let u = 0; u < counted.sizes.length; u++) {
    const m = counted.sizes[u] as number;
    if (m < 2) continue;
    const row = counted.counts.subarray(u * K, (u + 1) * K);
    const name = String.fromCharCode(...row);
    let at = place.get(name);
    if (at === undefined) {
      at = counts.length;
      place.set(name, at);
      const values = [...row.keys()].filter((k) => row[k] !== 0);
      given.push(Int32Array.from(values));
      counts.push(Int32Array.from(values, (k) => row[k] as number));
      sizes.push(m);
      units.push(0);
    }
    units[at]!++;
    of.push(at);
  }
  return { values: K, given, counts, sizes, units, of: Int32Array.from(of) };
}

/** The coincidences of `times[p]` units of each pattern p. */
export function sumsOf(patterns: Patterns, times: ArrayLike<number>) {
  const K = patterns.values;
  const pairs: (Float64Array | undefined)[] = [];
  const totals = new Float64Array(K);
  let pairable = 0;
  for (let p = 0; p < patterns.sizes.length; p++) {
    const often = times[p] as number;
    if (often === 0) continue;
    const m = patterns.sizes[p] as number;
    pairs[m] ??= new Float64Array(K * K);
    pairable += often * m;
    takePattern({ values: K, pairs, totals }, patterns, p, often);
  }
  return { values: K, pairs, totals, pairable };
}

/** Counts a pattern's units in (or out, where `often` is below 0). */
export function takePattern(
  sums: { values: number; pairs: readonly (Float64Array | undefined)[]; totals: Float64Array },
  patterns: Patterns,
  p: number,
  often: number,
): void {
  const given = patterns.given[p] as Int32Array;
  const counts = patterns.counts[p] as Int32Array;
  const pairs = sums.pairs[patterns.sizes[p] as number] as Float64Array;
  for (let i = 0; i < given.length; i++) {
    const n = often * (counts[i] as number);
    const row = (given[i] as number) * sums.values;
    sums.totals[given[i] as number]! += n;
    for (let j = i + 1; j < given.length; j++) pairs[row + (given[j] as number)]! += n * (counts[j] as number);
  }
}

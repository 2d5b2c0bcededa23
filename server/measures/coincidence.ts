// Coincidences of values within units, as whole numbers kept apart by the number of ratings in a unit. Nothing is divided
// before alpha is asked for, so that a batch, any order, and one rating in or out give the same bits.
import type { Ratings } from "./ratings.ts";

/**
 * `values` K places on the scale, any number of units. After Krippendorff (2011): a unit with m >= 2 ratings gives
 * n_c * n_k / (m - 1) to the pair c, k. Here n_c * n_k is summed for each m by itself.
 */
export class Coincidences {
  readonly values: number;
  /** Ratings by unit and value: units x K. */
  counts: Uint16Array;
  /** Ratings by unit. */
  sizes: Uint16Array;
  /** By m, the sums of n_c * n_k over units with m ratings, c < k, at c * K + k; undefined where there was never one. */
  readonly pairs: (Float64Array | undefined)[] = [];
  /** Pairable ratings by value. */
  readonly totals: Float64Array;
  /** Room for the values that one unit holds. */
  private readonly given: Int32Array;
  pairable = 0;
  pairableUnits = 0;
  ratings = 0;
  ratedUnits = 0;

  constructor(values: number, units = 0) {
    this.values = values;
    this.counts = new Uint16Array(units * values);
    this.sizes = new Uint16Array(units);
    this.totals = new Float64Array(values);
    this.given = new Int32Array(values);
  }

  add(unit: number, value: number): void {
    if (unit >= this.sizes.length) this.grow(unit + 1);
    this.take(unit, -1);
    this.counts[unit * this.values + value]!++;
    this.sizes[unit]!++;
    this.ratings++;
    this.take(unit, 1);
  }

  remove(unit: number, value: number): void {
    this.take(unit, -1);
    this.counts[unit * this.values + value]!--;
    this.sizes[unit]!--;
    this.ratings--;
    this.take(unit, 1);
  }

  private grow(units: number): void {
    const room = Math.max(units, this.sizes.length * 2, 64);
    const counts = new Uint16Array(room * this.values);
    counts.set(this.counts);
    const sizes = new Uint16Array(room);
    sizes.set(this.sizes);
    this.counts = counts;
    this.sizes = sizes;
  }

  /** Counts a unit in (+1) or out (-1) as it stands. */
  take(unit: number, sign: 1 | -1): void {
    const m = this.sizes[unit] as number;
    if (m === 0) return;
    this.ratedUnits += sign;
    if (m === 1) return;
    const K = this.values;
    const base = unit * K;
    let sums = this.pairs[m];
    if (sums === undefined) {
      sums = new Float64Array(K * K);
      this.pairs[m] = sums;
    }
    const { counts, given, totals } = this;
    let distinct = 0;
    for (let c = 0; c < K; c++) {
      const n = counts[base + c] as number;
      if (n === 0) continue;
      totals[c]! += sign * n;
      for (let i = 0; i < distinct; i++) {
        const before = given[i] as number;
        sums[before * K + c]! += sign * n * (counts[base + before] as number);
      }
      given[distinct++] = c;
    }
    this.pairable += sign * m;
    this.pairableUnits += sign;
  }
}

/** The coincidences of all ratings, in one pass. */
export function coincidencesOf(ratings: Ratings): Coincidences {
  const K = ratings.scale.values.length;
  const out = new Coincidences(K, ratings.units);
  const { starts, value } = ratings;
  for (let u = 0; u < ratings.units; u++) {
    const end = starts[u + 1] as number;
    const base = u * K;
    for (let i = starts[u] as number; i < end; i++) out.counts[base + (value[i] as number)]!++;
    out.sizes[u] = end - (starts[u] as number);
    out.take(u, 1);
  }
  out.ratings = value.length;
  return out;
}

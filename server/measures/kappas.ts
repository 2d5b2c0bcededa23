// Companions of alpha: percent agreement, Fleiss, Gwet AC1/AC2, Brennan-Prediger, Cohen. Each over the whole scale, each
// null where its chance agreement is 1.
import type { Coincidences } from "./coincidence.ts";
import type { Ratings } from "./ratings.ts";

export const weightings = ["identity", "linear", "quadratic"] as const;
export type Weighting = (typeof weightings)[number];

/** How much two values agree, by their places on a scale of K values: 1 on the diagonal, at c * K + k. */
function weightsOf(weighting: Weighting, K: number): Float64Array {
  const out = new Float64Array(K * K);
  for (let c = 0; c < K; c++)
    for (let k = 0; k < K; k++) {
      const apart = c === k ? 0 : Math.abs(c - k) / (K - 1);
      out[c * K + k] =
        weighting === "linear" ? 1 - apart : weighting === "quadratic" ? 1 - apart * apart : c === k ? 1 : 0;
    }
  return out;
}

export interface Companions {
  /** Mean over units with two ratings or more of the (weighted) share of agreeing pairs. */
  readonly percentAgreement: number | null;
  /** Share of those units in which everybody gave the same value. Never weighted. */
  readonly allAgreeShare: number | null;
  readonly fleiss: number | null;
  readonly gwet: number | null;
  readonly brennanPrediger: number | null;
}

/**
 * Source: Gwet, "Handbook of Inter-Rater Reliability" (4th ed.), with missing ratings: shares of the values are means
 * over every unit with a rating, observed agreement over units with two or more.
 */
export function companionsOf(given: Coincidences, weighting: Weighting): Companions {
  const K = given.values;
  const weights = weightsOf(weighting, K);
  const shares = new Float64Array(K);
  let rated = 0;
  let paired = 0;
  let agreeing = 0;
  let same = 0;
  for (let u = 0; u < given.sizes.length; u++) {
    const m = given.sizes[u] as number;
    if (m === 0) continue;
    rated++;
    let pairs = 0;
    let greatest = 0;
    for (let c = 0; c < K; c++) {
      const n = given.counts[u * K + c] as number;
      if (n === 0) continue;
      shares[c]! += n / m;
      greatest = Math.max(greatest, n);
      let alike = -1;
      for (let k = 0; k < K; k++) {
        const other = given.counts[u * K + k] as number;
        if (other !== 0) alike += (weights[c * K + k] as number) * other;
      }
      pairs += n * alike;
    }
    if (m < 2) continue;
    paired++;
    agreeing += pairs / (m * (m - 1));
    if (greatest === m) same++;
  }
  if (paired === 0)
    return { percentAgreement: null, allAgreeShare: null, fleiss: null, gwet: null, brennanPrediger: null };
  const observed = agreeing / paired;
  let total = 0;
  for (const weight of weights) total += weight;
  let byShares = 0;
  let spread = 0;
  let used = 0;
  for (let c = 0; c < K; c++) {
    const share = (shares[c] as number) / rated;
    if (share > 0) used++;
    spread += share * (1 - share);
    for (let k = 0; k < K; k++) byShares += (weights[c * K + k] as number) * share * ((shares[k] as number) / rated);
  }
  const beyond = (chance: number) => (observed - chance) / (1 - chance);
  return {
    percentAgreement: observed,
    allAgreeShare: same / paired,
    fleiss: used < 2 ? null : beyond(byShares),
    gwet: K < 2 ? null : beyond(used < 2 ? 0 : (total * spread) / (K * (K - 1))),
    brennanPrediger: K < 2 ? null : beyond(total / (K * K)),
  };
}

export interface CohenPair {
  readonly a: number;
  readonly b: number;
  /** Null where both gave one and the same value throughout. */
  readonly kappa: number | null;
}

/** Cohen's (weighted) kappa of every two people who rated a unit in common, by their indexes. */
export function cohenPairs(ratings: Ratings, weighting: Weighting): CohenPair[] {
  const K = ratings.scale.values.length;
  const P = ratings.people.length;
  const tables: (Float64Array | undefined)[] = [];
  const { starts, person, value } = ratings;
  for (let u = 0; u < ratings.units; u++) {
    const end = starts[u + 1] as number;
    for (let i = starts[u] as number; i < end; i++) {
      const first = (person[i] as number) * P;
      const row = (value[i] as number) * K;
      for (let j = i + 1; j < end; j++) {
        const pair = first + (person[j] as number);
        tables[pair] ??= new Float64Array(K * K);
        (tables[pair] as Float64Array)[row + (value[j] as number)]!++;
      }
    }
  }
  const weights = weightsOf(weighting, K);
  const out: CohenPair[] = [];
  tables.forEach((table, pair) => {
    if (table !== undefined) out.push({ a: Math.floor(pair / P), b: pair % P, kappa: kappaOf(table, K, weights) });
  });
  return out;
}

/** Kappa of a K x K table of counts; null where chance agreement is 1. */
function kappaOf(table: Float64Array, K: number, weights: Float64Array): number | null {
  const rows = new Float64Array(K);
  const columns = new Float64Array(K);
  let n = 0;
  let observed = 0;
  table.forEach((count, at) => {
    rows[Math.floor(at / K)]! += count;
    columns[at % K]! += count;
    n += count;
    observed += count * (weights[at] as number);
  });
  if (n === 0) return null;
  let chance = 0;
  for (let c = 0; c < K; c++)
    for (let k = 0; k < K; k++) chance += (weights[c * K + k] as number) * (rows[c] as number) * (columns[k] as number);
  if (rows.some((count, k) => count === n && columns[k] === n)) return null;
  return (observed / n - chance / (n * n)) / (1 - chance / (n * n));
}

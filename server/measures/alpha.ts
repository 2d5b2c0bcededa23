// Krippendorff's alpha with four metrics. What cannot be computed has a state and says why in words.
import type { AlphaState } from "#schemas/figure";
import type { Metric } from "#schemas/labels";
import type { Coincidences } from "./coincidence.ts";
import type { Scale } from "./scale.ts";

export interface Alpha {
  readonly state: AlphaState;
  /** Null when `ok`. */
  readonly reason: string | null;
  readonly alpha: number | null;
}

const ok = (alpha: number): Alpha => ({ state: "ok", reason: null, alpha });
const without = (state: AlphaState, reason: string): Alpha => ({ state, reason, alpha: null });

/** Most values of a scale: coincidences need the square of it. */
const mostValues = 1024;

/** Why a metric is not meant for a scale; null where it is. */
export function refusalOf(metric: Metric, scale: Scale): string | null {
  if (scale.values.length > mostValues) return `the scale has more than ${mostValues} values`;
  if (metric === "ordinal" && !scale.ordered) return "the order of these values is not known; give the scale";
  if ((metric === "interval" || metric === "ratio") && scale.numbers === null)
    return `the ${metric} metric needs numbers, and these values are words`;
  if (metric === "ratio" && scale.numbers?.some((value) => value < 0))
    return "the ratio metric is not meant for a scale with negative values";
  return null;
}

/**
 * alpha = 1 - (n - 1) * sum(o_ck d_ck) / sum(n_c n_k d_ck) over pairs c < k (Krippendorff 2011, "Computing
 * Krippendorff's Alpha-Reliability"). `refused`: the metric does not fit the scale. `insufficient`: no unit has two
 * ratings. `undefined`: all pairable ratings have one value.
 */
export function alphaOf(given: Coincidences, metric: Metric, scale: Scale): Alpha {
  const refusal = refusalOf(metric, scale);
  if (refusal !== null) return without("refused", refusal);
  if (given.pairableUnits === 0) return without("insufficient", "no item has ratings of two people");
  const alpha = alphaFrom(given, distances(metric, scale, given.totals));
  if (alpha === null)
    return without("undefined", "all ratings that can be compared have the same value, so nothing varies");
  return ok(alpha);
}

/** Squared differences of the values c < k, at c * K + k. Ordinal ones depend on how often each value was given. */
export function distances(metric: Metric, scale: Scale, totals: Float64Array): Float64Array {
  const K = totals.length;
  const out = new Float64Array(K * K);
  const numbers = scale.numbers ?? [];
  for (let c = 0; c < K; c++) {
    let between = 0;
    for (let k = c + 1; k < K; k++) {
      let root = 1;
      if (metric === "ordinal") {
        root = ((totals[c] as number) + (totals[k] as number)) / 2 + between;
        between += totals[k] as number;
      } else if (metric === "interval") root = (numbers[c] as number) - (numbers[k] as number);
      else if (metric === "ratio") {
        const a = numbers[c] as number;
        const b = numbers[k] as number;
        root = (a - b) / (a + b);
      }
      out[c * K + k] = root * root;
    }
  }
  return out;
}

export interface Sums {
  readonly values: number;
  readonly pairs: readonly (Float64Array | undefined)[];
  readonly totals: Float64Array;
  readonly pairable: number;
}

/** Null where nothing varies. */
export function alphaFrom(given: Sums, distance: Float64Array): number | null {
  const K = given.values;
  const { totals, pairs } = given;
  let expected = 0;
  for (let c = 0; c < K; c++) {
    const n = totals[c] as number;
    if (n === 0) continue;
    for (let k = c + 1; k < K; k++) expected += n * (totals[k] as number) * (distance[c * K + k] as number);
  }
  if (expected === 0) return null;
  let observed = 0;
  for (let m = 2; m < pairs.length; m++) {
    const sums = pairs[m];
    if (sums === undefined) continue;
    let seen = 0;
    for (let c = 0; c < K; c++)
      for (let k = c + 1; k < K; k++) seen += (sums[c * K + k] as number) * (distance[c * K + k] as number);
    observed += seen / (m - 1);
  }
  return 1 - ((given.pairable - 1) * observed) / expected;
}

// How sure alpha is, were other units drawn: a jackknife on Fisher's z, or a bootstrap. The people are taken as fixed.
import type { Interval } from "#schemas/figure";
import type { Metric } from "#schemas/labels";
import { mulberry32 } from "#schemas/seeded";
import { alphaFrom, alphaOf, distances } from "./alpha.ts";
import type { Coincidences } from "./coincidence.ts";
import { quantile7 } from "./distributions.ts";
import { patternsOf, sumsOf, takePattern } from "./patterns.ts";
import type { Scale } from "./scale.ts";
import { t95 } from "./student.ts";

export interface Jackknife {
  /** Pairable units G. */
  readonly units: number;
  readonly mean: number | null;
  readonly se: number | null;
  readonly t: number | null;
  readonly interval: Interval;
}

/**
 * Leaves each pairable unit out once: se = sqrt((G - 1) / G * sum (J_i - mean J)^2), interval = tanh(atanh(alpha) -/+
 * t(G - 1) * se / (1 - alpha^2)) at 95 %. No interval where alpha is not `ok` or is 1, with fewer than two units, or
 * where alpha without one of the units is undefined.
 */
export function jackknife(given: Coincidences, metric: Metric, scale: Scale): Jackknife {
  const patterns = patternsOf(given);
  const G = patterns.of.length;
  const none: Jackknife = { units: G, mean: null, se: null, t: null, interval: null };
  const { alpha } = alphaOf(given, metric, scale);
  if (alpha === null || G < 2) return none;
  const times = Int32Array.from(patterns.units);
  const all = sumsOf(patterns, times);
  const left: number[] = [];
  for (let p = 0; p < times.length; p++) {
    const m = patterns.sizes[p] as number;
    takePattern(all, patterns, p, -1);
    all.pairable -= m;
    const value = alphaFrom(all, distances(metric, scale, all.totals));
    takePattern(all, patterns, p, 1);
    all.pairable += m;
    if (value === null) return none;
    left.push(value);
  }
  let mean = 0;
  for (let p = 0; p < left.length; p++) mean += ((left[p] as number) * (times[p] as number)) / G;
  let squares = 0;
  for (let p = 0; p < left.length; p++) squares += (times[p] as number) * ((left[p] as number) - mean) ** 2;
  const se = Math.sqrt(((G - 1) / G) * squares);
  const t = t95(G - 1);
  return { units: G, mean, se, t, interval: fisher(alpha, t * se) };
}

function fisher(alpha: number, reach: number): Interval {
  if (alpha >= 1 || alpha <= -1) return null;
  const z = Math.atanh(alpha);
  const width = reach / (1 - alpha * alpha);
  return [Math.min(alpha, Math.tanh(z - width)), Math.max(alpha, Math.tanh(z + width))];
}

export interface Bootstrap {
  readonly resamples: number;
  /** Resamples without variation, left out. */
  readonly undefined: number;
  readonly mean: number | null;
  readonly interval: Interval;
  /** Alphas of the defined resamples, in the order drawn. */
  readonly drawn: Float64Array;
}

/** Draws the pairable units anew with replacement, by mulberry32 with the seed; 95 % by quantiles of type 7. */
export function bootstrap(
  given: Coincidences,
  metric: Metric,
  scale: Scale,
  { seed = 1, resamples = 1000 }: { seed?: number; resamples?: number } = {},
): Bootstrap {
  const { alpha } = alphaOf(given, metric, scale);
  if (alpha === null) return { resamples, undefined: 0, mean: null, interval: null, drawn: new Float64Array() };
  const patterns = patternsOf(given);
  const G = patterns.of.length;
  const chance = mulberry32(seed);
  const drawn: number[] = [];
  const times = new Int32Array(patterns.units.length);
  for (let r = 0; r < resamples; r++) {
    times.fill(0);
    for (let i = 0; i < G; i++) times[patterns.of[Math.floor(chance() * G)] as number]!++;
    const sums = sumsOf(patterns, times);
    const value = alphaFrom(sums, distances(metric, scale, sums.totals));
    if (value !== null) drawn.push(value);
  }
  const sorted = Float64Array.from(drawn).sort();
  return {
    resamples,
    undefined: resamples - drawn.length,
    mean: drawn.length === 0 ? null : drawn.reduce((sum, value) => sum + value, 0) / drawn.length,
    interval: drawn.length === 0 ? null : [quantile7(sorted, 0.025), quantile7(sorted, 0.975)],
    drawn: Float64Array.from(drawn),
  };
}

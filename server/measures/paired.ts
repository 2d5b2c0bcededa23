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
export function pairedDifference({ both: a, onlyFirst: b, onlySecond: c, neither: d }: Paired): Difference {
  const n = a + b + c + d;
  if (n === 0) return { difference: null, interval: null, p: null };
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
  const low = Math.max(-1, difference - reach(first - l1, u2 - second));
  const high = Math.min(1, difference + reach(second - l2, u1 - first));
  return { difference, interval: [low, high], p: Math.min(1, 2 * fairCoin(Math.min(b, c), b + c)) };
}

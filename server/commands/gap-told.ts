// The gap between text and video in one line, for the tables of `baseline` and `score`.
import type { Beside } from "#schemas/figure";
import { rounded, span } from "./input.ts";

export const gapTold = ({ difference, interval, pairs, clusters }: Beside["gap"]): string =>
  difference === null
    ? "text minus video: no entry was answered in both"
    : `text minus video: ${rounded(difference, 4)}, 95 % ${span(interval, 4)}, ${pairs} pairs on ${clusters} entries (Newcombe at pairs / design effect)`;

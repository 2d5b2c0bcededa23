// How numbers and times stand on the desk: two digits for alpha, one for a percentage, a true minus, and a dash where
// there is no figure. Nothing here ever writes NaN.
import type { Interval } from "#schemas/figure";
import type { LabelValue } from "#schemas/label";
import { labelById } from "#schemas/labels";

export const dash = "–";
const minus = "\u2212";
const fixed = (value: number, digits: number): string => {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? minus + text : text;
};
const known = (value: number | null | undefined): value is number =>
  typeof value === "number" && Number.isFinite(value);

export const alphaText = (value: number | null): string => (known(value) ? fixed(value, 2) : dash);
export const percentText = (share: number | null): string => (known(share) ? `${fixed(share * 100, 1)} %` : dash);
export const effectText = (value: number | null): string => (known(value) ? fixed(value, 2) : dash);

const between = (low: string, high: string): string =>
  low.startsWith(minus) || high.startsWith(minus) ? `${low} … ${high}` : `${low}–${high}`;
export const alphaInterval = (interval: Interval): string | null =>
  interval === null ? null : between(fixed(interval[0], 2), fixed(interval[1], 2));
export const percentInterval = (interval: Interval): string | null =>
  interval === null ? null : between(fixed(interval[0] * 100, 1), fixed(interval[1] * 100, 1));

/** A value as people say it: sentiment with its sign, an intensity bare, a choice as its letter. */
export function valueText(label: string, value: LabelValue | null): string {
  if (value === null) return dash;
  const number = Number(value);
  if (typeof value === "string" && (value === "" || !Number.isFinite(number))) return value;
  if (label === "choice") return ["A", "B", "C", "D"][number] ?? String(value);
  const signed = (labelById(label)?.least ?? 0) < 0;
  return `${number < 0 ? minus : signed && number > 0 ? "+" : ""}${Math.abs(number)}`;
}

export const clockText = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(new Date(at));

/** "3 minutes ago", from the server's own clock where it is known. */
export function agoText(at: string, now: number, language: string): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  const steps = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const told = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [unit, size] of steps) if (seconds >= size) return told.format(-Math.floor(seconds / size), unit);
  return told.format(-seconds, "second");
}

// The frame rate that explains every frame's time, or none: then the rate varies and the times themselves are kept.

const common = [24, 25, 30, 50, 60, 24000 / 1001, 30000 / 1001, 60000 / 1001, 12, 15, 10, 20, 48, 100, 120] as const;

/**
 * @param times seconds, ascending; `end` is where the last frame ends; `rounded` where the container keeps whole
 * milliseconds (WebM). Returns frames a second, or undefined where no one rate puts every frame within tolerance.
 */
export function rateOf(times: readonly number[], end: number, rounded: boolean): number | undefined {
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const step = times.length === 1 ? end - first : (last - first) / (times.length - 1);
  if (!(step > 0)) return undefined;
  const near = [...common].sort((a, b) => Math.abs(1 / a - step) - Math.abs(1 / b - step));
  const tolerance = rounded ? 0.0011 : 0.0006;
  const fits = (rate: number): boolean =>
    times.every((time, k) => Math.abs(time - first - k / rate) <= tolerance) && Math.abs(1 / rate - step) <= tolerance;
  return near.find(fits) ?? (fits(1 / step) ? Number((1 / step).toFixed(6)) : undefined);
}

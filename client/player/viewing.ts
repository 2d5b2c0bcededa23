// The viewing log of one showing: what was seen while playing, told by the frames that the browser drew.
import type { Viewing } from "./stimulus.ts";

export interface ViewingLog {
  /** A frame was drawn while playing at this speed. */
  drawn(ms: number, rate: number): void;
  /** Playing broke off or jumped: the next frame does not continue the last. */
  cut(): void;
  /** Playing reached the end of the clip. */
  end(rate: number): void;
  /** Playing began on the frame at `ms`. */
  play(ms: number, atStart: boolean): void;
  step(): void;
  /** Whole clip seen at 1x. */
  whole(): boolean;
  read(dropped: number): Viewing;
}

type Span = [from: number, to: number];
/** A gap between two drawn frames above this is no longer watching, however slow the device. */
const longestGapMs = 1500;
/** What may be missing at either edge of the clip when it counts as seen whole. */
const edgeMs = 120;

export function createViewingLog(firstMs: number, durationMs: number): ViewingLog {
  const seen: Span[] = [];
  const seenAtNormal: Span[] = [];
  const lastMs = firstMs + durationMs;
  let last: number | undefined;
  /** Playing since the start of the clip without a pause, a jump or a hidden tab; a stall of the device is none of these. */
  let unbroken = false;
  let plays = 0;
  let steps = 0;
  let slowest = 0;
  let watchedMs = 0;
  const add = (from: number, to: number, rate: number) => {
    watchedMs += (to - from) / rate;
    merge(seen, [from, to]);
    if (rate === 1) merge(seenAtNormal, [from, to]);
  };
  return {
    drawn(ms, rate) {
      if (slowest === 0 || rate < slowest) slowest = rate;
      if (last !== undefined && ms > last && ms - last <= longestGapMs * Math.max(1, rate)) add(last, ms, rate);
      last = ms;
    },
    cut() {
      last = undefined;
      unbroken = false;
    },
    end(rate) {
      if (last !== undefined && lastMs > last && lastMs - last <= longestGapMs * Math.max(1, rate))
        add(last, lastMs, rate);
      if (unbroken && rate === 1) merge(seenAtNormal, [firstMs, lastMs]);
      last = undefined;
      unbroken = false;
    },
    play(ms, atStart) {
      if (atStart || plays === 0) plays += 1;
      last = ms;
      unbroken = ms <= firstMs + edgeMs;
    },
    step() {
      steps += 1;
    },
    whole: () => seenAtNormal.some(([from, to]) => from <= firstMs + edgeMs && to >= lastMs - edgeMs),
    read: (dropped) => ({
      plays,
      watchedMs: Math.round(watchedMs),
      share: durationMs > 0 ? Math.min(1, seen.reduce((sum, [from, to]) => sum + to - from, 0) / durationMs) : 0,
      slowest,
      steps,
      dropped,
    }),
  };
}

function merge(spans: Span[], added: Span): void {
  let [from, to] = added;
  for (let at = spans.length - 1; at >= 0; at -= 1) {
    const [low, high] = spans[at] as Span;
    if (high < from - 1 || low > to + 1) continue;
    from = Math.min(from, low);
    to = Math.max(to, high);
    spans.splice(at, 1);
  }
  spans.push([from, to]);
}

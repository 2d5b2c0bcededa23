// Which frame stands at which time of the file, from what intake found out. All times in milliseconds.
import type { MediumFacts } from "#schemas/study";

export interface Frames {
  /** False where intake knows neither rate nor times: frames are then guessed and never certain. */
  readonly known: boolean;
  readonly count: number;
  /** When frame k begins. */
  start(k: number): number;
  /** The frame that is on the screen at a time of the file. */
  at(ms: number): number;
  /** How long frame k stays. */
  length(k: number): number;
}

const guessedRate = 30;
/** Containers may round a frame's time to whole milliseconds. */
const roundingMs = 1;

/** `foundMs` = the length that the browser found, for a file whose length intake could not tell. */
export function framesOf(facts: MediumFacts, foundMs?: number): Frames {
  const times = facts.frameTimesMs;
  const durationMs = facts.durationMs ?? foundMs;
  return times !== undefined && times.length > 0 ? listed(times, durationMs) : even(facts, durationMs ?? 0);
}

function even(facts: MediumFacts, durationMs: number): Frames {
  const first = facts.firstTimestampMs ?? 0;
  const length = 1000 / (facts.fps ?? guessedRate);
  const count = facts.frames ?? Math.max(1, Math.round(durationMs / length));
  return {
    known: facts.fps !== undefined,
    count,
    start: (k) => first + k * length,
    at: (ms) => Math.min(count - 1, Math.max(0, Math.floor((ms - first + Math.min(roundingMs, length / 4)) / length))),
    length: () => length,
  };
}

function listed(times: readonly number[], durationMs: number | undefined): Frames {
  const last = times.length - 1;
  const start = (k: number) => times[Math.min(last, Math.max(0, k))] as number;
  return {
    known: true,
    count: times.length,
    start,
    at(ms) {
      let low = 0;
      let high = last;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (start(middle) <= ms + roundingMs) low = middle;
        else high = middle - 1;
      }
      return low;
    },
    length: (k) => (k < last ? start(k + 1) - start(k) : Math.max(1, (durationMs ?? start(last) + 33) - start(last))),
  };
}

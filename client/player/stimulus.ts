// What a stage can show, in which state it is, and what it tells the screen around it.
import type { SkipReason } from "#schemas/response";
import type { MediumFacts } from "#schemas/study";

/** A stored file by hash, with what intake found out about it. */
export interface Medium {
  readonly hash: string;
  readonly facts: MediumFacts;
}

export type Stimulus =
  | { readonly modality: "video"; readonly medium: Medium }
  | { readonly modality: "image"; readonly medium: Medium }
  | { readonly modality: "text"; readonly text: string; readonly lang: string };

export type StageState =
  | "preparing"
  | "ready"
  | "playing"
  | "paused"
  | "ended"
  | "stalled"
  | "not-on-device"
  | "cannot-decode"
  | "hash-mismatch";

export type Trouble = Extract<StageState, "not-on-device" | "cannot-decode" | "hash-mismatch">;
/** The skip reason that a trouble fills in. */
export const troubleReasons = {
  "not-on-device": "not-on-device",
  "cannot-decode": "cannot-decode",
  "hash-mismatch": "bad-video",
} as const satisfies Record<Trouble, SkipReason>;

export function isTrouble(state: StageState): state is Trouble {
  return state in troubleReasons;
}

/** Two stimuli are one and the same picture: no new loading is needed. */
export function stimulusKey(stimulus: Stimulus): string {
  return stimulus.modality === "text" ? `text:${stimulus.lang}:${stimulus.text}` : stimulus.medium.hash;
}

/** What was done with the clip since it was shown; goes into the response as `viewing`. */
export interface Viewing {
  /** Times that playing began at the start of the clip or of the A-B span. */
  readonly plays: number;
  readonly watchedMs: number;
  /** Part of the clip that was seen at least once while playing, 0 to 1. */
  readonly share: number;
  /** Slowest speed at which it played; 0 where it never played. */
  readonly slowest: number;
  readonly steps: number;
  readonly dropped: number;
}

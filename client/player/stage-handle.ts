// What a screen may ask of its stage.
import type { Span } from "./playback.ts";
import type { Projector } from "./projector.ts";
import type { Stimulus, Viewing } from "./stimulus.ts";
import { wholeZoom } from "./zoom.ts";

export interface StageHandle {
  play(): void;
  pause(): void;
  toggle(): void;
  replay(): void;
  step(frames: number): void;
  seek(ms: number): void;
  positionMs(): number;
  frame(): number;
  /** The frame shown is surely the one that `frame` names. */
  certain(): boolean;
  /** Loops a part of the clip, or the whole again. */
  span(span: Span | undefined): void;
  mirrored(): boolean;
  /** Shows the whole picture. */
  whole(): void;
  /** Nothing for pictures and texts. */
  viewing(): Viewing | undefined;
  prepare(stimulus: Stimulus | undefined): void;
}

export function handleOf(projector: Projector | undefined): StageHandle {
  const playback = () => projector?.playback();
  return {
    play: () => playback()?.play(),
    pause: () => playback()?.pause(),
    toggle: () => playback()?.toggle(),
    replay: () => playback()?.replay(),
    step: (frames) => playback()?.step(frames),
    seek: (ms) => playback()?.seek(ms),
    positionMs: () => playback()?.positionMs() ?? 0,
    frame: () => playback()?.frame() ?? 0,
    certain: () => projector?.look.get().uncertain === false,
    span: (span) => (span === undefined ? projector?.clearSpan() : projector?.loopSpan(span)),
    mirrored: () => projector?.look.get().mirrored ?? false,
    whole: () => projector?.zoom(wholeZoom),
    viewing: () => playback()?.viewing(),
    prepare: (stimulus) => projector?.prepare(stimulus),
  };
}

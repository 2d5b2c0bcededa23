// One showing of one clip on the front video: playing, exact steps, speed, loops, its state and its viewing log.
// Lives from the moment that the clip is visible until the next one takes the stage.
import { framesOf } from "./frames.ts";
import { createStepper } from "./step.ts";
import type { Medium, StageState, Viewing } from "./stimulus.ts";
import { createViewingLog } from "./viewing.ts";

export const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2] as const;

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface PlaybackEvents {
  state(state: StageState): void;
  position(ms: number): void;
  /** A frame stands on the screen while playing. */
  drawn(ms: number): void;
  uncertain(uncertain: boolean): void;
  slow(): void;
  whole(): void;
  viewing(viewing: Viewing): void;
  failed(): void;
}

export interface Playback {
  readonly firstMs: number;
  readonly lastMs: number;
  play(): void;
  pause(): void;
  toggle(): void;
  replay(): void;
  step(frames: number): void;
  seek(ms: number): void;
  rate(rate: number): void;
  loop(on: boolean): void;
  span(span: Span | undefined): void;
  positionMs(): number;
  frame(): number;
  /** The start of the frame that lies so many frames from the one at `ms`. */
  near(ms: number, frames: number): number;
  viewing(): Viewing;
  dispose(): void;
}

const stallMs = 300;
/** While it plays, so that an answer given in the middle of the clip carries what was seen until then. */
const tellEveryMs = 250;
/** Share of frames left out above which the device is called slow, and the frames that must have passed first. */
const slowShare = 0.05;
const slowAfter = 60;

export function createPlayback(video: HTMLVideoElement, medium: Medium, events: PlaybackEvents): Playback {
  const frames = framesOf(medium.facts, Number.isFinite(video.duration) ? video.duration * 1000 : undefined);
  const firstMs = frames.start(0);
  const lastFrame = frames.count - 1;
  const lastMs = frames.start(lastFrame) + frames.length(lastFrame);
  const log = createViewingLog(firstMs, lastMs - firstMs);
  const quality = () => video.getVideoPlaybackQuality();
  const before = quality();
  const life = new AbortController();
  let shownMs = firstMs;
  let span: Span | undefined;
  let whole = false;
  let slow = false;
  /** A jump of ours is on its way: frames drawn until then are still those before it. */
  let moving = false;
  let toldAt = performance.now();
  let stall: ReturnType<typeof setTimeout> | undefined;

  const dropped = () => Math.max(0, quality().droppedVideoFrames - before.droppedVideoFrames);
  const viewing = () => log.read(dropped());
  const told = () => {
    if (!life.signal.aborted) events.viewing(viewing());
  };
  const atStart = () => shownMs <= (span?.from ?? firstMs) + 250 || video.ended;
  const moveTo = (ms: number) => {
    log.cut();
    moving = true;
    shownMs = ms;
    events.position(ms);
    video.currentTime = (ms + 1) / 1000;
  };
  const stepper = createStepper(video, frames, ({ frame, certain }) => {
    shownMs = frames.start(frame);
    events.position(shownMs);
    events.uncertain(!certain);
    if (video.paused) events.state("paused");
  });
  const begin = () => {
    stepper.cancel();
    if (video.ended || shownMs >= lastMs - frames.length(lastFrame) / 2) moveTo(span?.from ?? firstMs);
    log.play(shownMs, atStart());
    events.uncertain(false);
    void video.play().catch(() => undefined);
  };
  const checkWhole = () => {
    if (whole || !log.whole()) return;
    whole = true;
    events.whole();
  };
  const round = () => {
    log.play(span?.from ?? firstMs, true);
    told();
  };

  const drawn = (ms: number) => {
    if (moving || stepper.wanted() !== undefined) return;
    const wrapped = !video.paused && video.loop && ms < shownMs - frames.length(0) * 2;
    shownMs = ms;
    events.position(ms);
    if (video.paused) return;
    if (wrapped) {
      log.end(video.playbackRate);
      checkWhole();
      round();
    }
    log.drawn(ms, video.playbackRate);
    events.drawn(ms);
    if (performance.now() - toldAt > tellEveryMs) {
      toldAt = performance.now();
      told();
    }
    if (span !== undefined && ms >= span.to - frames.length(lastFrame)) {
      moveTo(span.from);
      round();
    }
    checkWhole();
    const passed = quality().totalVideoFrames - before.totalVideoFrames;
    if (!slow && video.playbackRate <= 1 && passed > slowAfter && dropped() / passed > slowShare) {
      slow = true;
      events.slow();
    }
  };
  watchFrames(video, life.signal, drawn);

  const on = (type: string, listener: () => void) => video.addEventListener(type, listener, { signal: life.signal });
  on("playing", () => {
    clearTimeout(stall);
    events.state("playing");
  });
  on("pause", () => {
    clearTimeout(stall);
    if (video.ended) return;
    log.cut();
    events.state("paused");
    told();
  });
  on("ended", () => {
    clearTimeout(stall);
    log.end(video.playbackRate);
    checkWhole();
    if (span !== undefined) {
      moveTo(span.from);
      round();
      void video.play().catch(() => undefined);
      return;
    }
    shownMs = frames.start(lastFrame);
    events.position(lastMs);
    events.state("ended");
    told();
  });
  on("waiting", () => {
    if (video.paused || video.seeking) return;
    clearTimeout(stall);
    stall = setTimeout(() => events.state("stalled"), stallMs);
  });
  on("seeked", () => {
    moving = false;
  });
  on("error", () => events.failed());
  document.addEventListener("visibilitychange", log.cut, { signal: life.signal });

  const pause = () => video.pause();
  return {
    firstMs,
    lastMs,
    play: begin,
    pause,
    toggle: () => (video.paused ? begin() : pause()),
    replay() {
      stepper.cancel();
      moveTo(span?.from ?? firstMs);
      begin();
    },
    step(by) {
      pause();
      log.step();
      const from = stepper.wanted() ?? frames.at(shownMs);
      void stepper.to(from + by).then(told);
    },
    seek(ms) {
      log.cut();
      if (video.paused) void stepper.to(frames.at(ms));
      else moveTo(frames.start(frames.at(ms)));
    },
    rate(rate) {
      if (rate === video.playbackRate) return;
      video.playbackRate = rate;
      log.cut();
    },
    loop(wanted) {
      video.loop = wanted;
    },
    span(wanted) {
      span = wanted;
      if (wanted !== undefined && (shownMs < wanted.from || shownMs > wanted.to)) moveTo(wanted.from);
    },
    positionMs: () => (stepper.wanted() === undefined ? shownMs : frames.start(stepper.wanted() as number)),
    near: (ms, by) => frames.start(Math.min(lastFrame, Math.max(0, frames.at(ms) + by))),
    frame: () => stepper.wanted() ?? frames.at(shownMs),
    viewing,
    dispose() {
      clearTimeout(stall);
      stepper.cancel();
      life.abort();
      video.pause();
      video.loop = false;
      video.playbackRate = 1;
    },
  };
}

/** Tells the media time of each drawn frame; by clock where the browser does not tell frames. */
function watchFrames(video: HTMLVideoElement, signal: AbortSignal, drawn: (ms: number) => void): void {
  const byFrames = typeof video.requestVideoFrameCallback === "function";
  const next = (ms: number) => {
    if (signal.aborted) return;
    drawn(ms);
    ask();
  };
  const ask = () => {
    if (byFrames) video.requestVideoFrameCallback((_, frame) => next(frame.mediaTime * 1000));
    else requestAnimationFrame(() => next(video.currentTime * 1000));
  };
  ask();
}

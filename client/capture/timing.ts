// How long somebody looked and worked: from the first visible frame on, with the time of a hidden tab taken out.

/** An act keeps the person active for this long, so that thinking between two keys counts. */
const inputHoldMs = 5000;

export interface Timing {
  /** The first frame is on the screen. Later calls change nothing. */
  shown(): void;
  input(): void;
  playing(on: boolean): void;
  /** Milliseconds since `shown`, hidden time out; 0 before it. */
  sinceShown(): number;
  /** Milliseconds from the first frame to the first call of this; the choice calls it. */
  latencyMs(): number | undefined;
  activeMs(): number;
  stop(): void;
}

export interface TimingSurroundings {
  now(): number;
  hidden(): boolean;
  onVisibility(listener: () => void): () => void;
}

const page: TimingSurroundings = {
  now: () => performance.now(),
  hidden: () => document.visibilityState === "hidden",
  onVisibility: (listener) => {
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  },
};

export function createTiming(around: TimingSurroundings = page): Timing {
  let last = around.now();
  let visible = !around.hidden();
  let isShown = false;
  let isPlaying = false;
  let activeUntil = Number.NEGATIVE_INFINITY;
  let since = 0;
  let active = 0;

  const advance = (): void => {
    const now = around.now();
    if (isShown && visible) {
      since += now - last;
      active += isPlaying ? now - last : Math.max(0, Math.min(now, activeUntil) - last);
    }
    last = now;
  };
  const off = around.onVisibility(() => {
    advance();
    visible = !around.hidden();
  });

  return {
    shown() {
      advance();
      isShown = true;
    },
    input() {
      advance();
      activeUntil = last + inputHoldMs;
    },
    playing(on) {
      advance();
      isPlaying = on;
    },
    sinceShown() {
      advance();
      return Math.round(since);
    },
    latencyMs() {
      advance();
      return isShown ? Math.round(since) : undefined;
    },
    activeMs() {
      advance();
      return Math.round(active);
    },
    stop: off,
  };
}

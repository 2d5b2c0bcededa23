import { describe, expect, it } from "vitest";
import { createTiming } from "#client/capture/timing";

function room() {
  const state: { ms: number; hidden: boolean; listener: () => void } = { ms: 0, hidden: false, listener: () => {} };
  const timing = createTiming({
    now: () => state.ms,
    hidden: () => state.hidden,
    onVisibility: (listener) => {
      state.listener = listener;
      return () => undefined;
    },
  });
  const hide = (hidden: boolean): void => {
    state.hidden = hidden;
    state.listener();
  };
  return { state, timing, hide };
}

describe("time of an answer", () => {
  it("runs from the first visible frame, not from the opening of the screen", () => {
    const { state, timing } = room();
    state.ms = 2000;
    expect(timing.latencyMs()).toBeUndefined();
    timing.shown();
    state.ms = 3500;
    expect(timing.latencyMs()).toBe(1500);
  });

  it("takes the time of a hidden tab out", () => {
    const { state, timing, hide } = room();
    timing.shown();
    state.ms = 1000;
    hide(true);
    state.ms = 61_000;
    hide(false);
    state.ms = 61_500;
    expect(timing.sinceShown()).toBe(1500);
  });

  it("counts as active only what follows an act or a playing clip", () => {
    const { state, timing } = room();
    timing.shown();
    timing.playing(true);
    state.ms = 4000;
    timing.playing(false);
    state.ms = 10_000;
    timing.input();
    state.ms = 60_000;
    expect(timing.activeMs()).toBe(9000);
  });
});

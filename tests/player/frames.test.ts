// Frames and times of a clip, and the log of what was watched, without a browser.
import { describe, expect, it } from "vitest";
import { framesOf } from "../../client/player/frames.ts";
import { createViewingLog } from "../../client/player/viewing.ts";
import { panBy, transformOf, wholeZoom, zoomBy, zoomTo } from "../../client/player/zoom.ts";
import type { MediumFacts } from "../../schemas/study.ts";

const facts = (more: Partial<MediumFacts>): MediumFacts => ({
  hash: "0".repeat(64),
  bytes: 1,
  type: "video/mp4",
  width: 4,
  height: 3,
  ...more,
});

describe("Frames of a clip", () => {
  it("are told apart at any rate, from a first timestamp that is not zero, also in whole milliseconds", () => {
    for (const fps of [24, 25, 30000 / 1001, 30, 50, 60, 120]) {
      const frames = framesOf(facts({ fps, frames: 500, firstTimestampMs: 83 }));
      for (let k = 0; k < 500; k += 1) {
        expect(frames.at(frames.start(k))).toBe(k);
        expect(frames.at(Math.round(frames.start(k)))).toBe(k);
        expect(frames.at(frames.start(k) + frames.length(k) / 2)).toBe(k);
      }
    }
  });

  it("follow their own times where the rate varies", () => {
    const frameTimesMs = [0, 40, 90, 95, 200];
    const frames = framesOf(facts({ frameTimesMs, durationMs: 240 }));
    expect([0, 41, 93, 96, 198, 200, 900].map(frames.at)).toEqual([0, 1, 2, 3, 3, 4, 4]);
    expect(frames.length(4)).toBe(40);
    expect(frames.known).toBe(true);
  });

  it("are guessed, and never called known, where intake found no rate", () => {
    const frames = framesOf(facts({}), 2000);
    expect([frames.known, frames.count]).toEqual([false, 60]);
  });
});

describe("The viewing log", () => {
  const watch = (log: ReturnType<typeof createViewingLog>, from: number, to: number, rate = 1) => {
    for (let ms = from; ms <= to; ms += 40) log.drawn(ms, rate);
  };

  it("counts what was seen once, and time by the clock", () => {
    const log = createViewingLog(0, 2000);
    log.play(0, true);
    watch(log, 0, 1000);
    log.play(0, true);
    watch(log, 0, 1000, 0.5);
    expect(log.read(3)).toEqual({ plays: 2, watchedMs: 3000, share: 0.5, slowest: 0.5, steps: 0, dropped: 3 });
  });

  it("takes a slow device's late frames for watching, but no break of seconds", () => {
    const log = createViewingLog(0, 8000);
    log.play(0, true);
    for (const ms of [600, 1900, 6000]) log.drawn(ms, 1);
    expect(log.read(0).watchedMs).toBe(1900);
  });

  it("does not take a jump for watching", () => {
    const log = createViewingLog(0, 2000);
    log.play(0, true);
    watch(log, 0, 400);
    log.cut();
    watch(log, 1600, 2000);
    log.end(1);
    expect(log.read(0).share).toBeCloseTo(0.4);
    expect(log.whole()).toBe(false);
  });

  it("calls a view whole at 1x only, also when it was made of parts", () => {
    const slow = createViewingLog(0, 2000);
    slow.play(0, true);
    watch(slow, 0, 2000, 0.5);
    expect(slow.whole()).toBe(false);
    const parts = createViewingLog(0, 2000);
    parts.play(0, true);
    watch(parts, 0, 1200);
    parts.cut();
    watch(parts, 1000, 2000);
    expect(parts.whole()).toBe(true);
  });

  it("calls a view from the start to the end whole, also where the device stood still for seconds in between", () => {
    const starved = createViewingLog(0, 8000);
    starved.play(0, true);
    for (const ms of [2000, 5000]) starved.drawn(ms, 1);
    starved.end(1);
    expect(starved.whole()).toBe(true);
    const jumped = createViewingLog(0, 8000);
    jumped.play(0, true);
    jumped.drawn(2000, 1);
    jumped.cut();
    jumped.end(1);
    expect(jumped.whole()).toBe(false);
  });

  it("has a slowest speed of 0 where it never played", () => {
    expect(createViewingLog(0, 2000).read(0)).toMatchObject({ plays: 0, slowest: 0, share: 0 });
  });
});

describe("Zoom", () => {
  it("never leaves the picture", () => {
    const far = panBy(zoomBy(wholeZoom, 2), 10, -10);
    expect([far.x, far.y]).toEqual([0.75, 0.25]);
    expect(zoomBy(far, 0.1)).toMatchObject({ scale: 1, x: 0.5, y: 0.5 });
  });

  it("finds the face of a picture that does not fill the stage's height", () => {
    expect(zoomTo("face", wholeZoom, 1).y).toBeCloseTo(0.28);
    expect(zoomTo("face", wholeZoom, 0.5).y).toBeCloseTo(0.39);
  });

  it("mirrors the picture, not the movement of the zoom", () => {
    expect(transformOf(wholeZoom, true)).toBe("translate(0.000%, 0.000%) scale(1) scaleX(-1)");
  });
});

// The numbered clips of fixtures/media as the player gets them, and what stands on the stage read back from its pixels.

import type { AddressOf } from "../../client/player/address.ts";
import type { Stimulus } from "../../client/player/stimulus.ts";
import at24 from "../../fixtures/media/numbered-24.mp4?url";
import at25 from "../../fixtures/media/numbered-25.mp4?url";
import at2997 from "../../fixtures/media/numbered-29.97.mp4?url";
import at30 from "../../fixtures/media/numbered-30.mp4?url";
import at30webm from "../../fixtures/media/numbered-30.webm?url";
import at50 from "../../fixtures/media/numbered-50.mp4?url";
import at60 from "../../fixtures/media/numbered-60.mp4?url";
import anamorphic from "../../fixtures/media/numbered-anamorphic.mp4?url";
import bFrames from "../../fixtures/media/numbered-b-frames.mp4?url";
import rotatedClip from "../../fixtures/media/numbered-rotated.mp4?url";
import variable from "../../fixtures/media/numbered-variable.mp4?url";
import type { MediumFacts } from "../../schemas/study.ts";

const urls = new Map<string, string>();

/** A stimulus under a made-up hash that leads to `url`. */
export function clipOf(url: string, facts: Partial<MediumFacts>): Extract<Stimulus, { modality: "video" }> {
  const hash = (urls.size + 1).toString(16).padStart(64, "0");
  urls.set(hash, url);
  return {
    modality: "video",
    medium: { hash, facts: { hash, bytes: 1, type: "video/mp4", width: 128, height: 64, ...facts } },
  };
}

export const address: AddressOf = async (hash) => {
  const url = urls.get(hash);
  if (url === undefined) throw new Error("not here");
  return { url, release: () => undefined };
};

const even = (url: string, fps: number, frames: number, more: Partial<MediumFacts> = {}) => ({
  frames,
  url,
  facts: { fps, frames, durationMs: Math.round((frames * 1000) / fps), firstTimestampMs: 0, ...more },
});

export const rates = {
  "24": even(at24, 24, 48),
  "25": even(at25, 25, 48),
  "29.97": even(at2997, 30000 / 1001, 48),
  "30": even(at30, 30, 48),
  "50": even(at50, 50, 72),
  "60": even(at60, 60, 72),
} as const;

export const others = {
  "B-frames": even(bFrames, 30, 48),
  "webm, whose times are whole milliseconds": even(at30webm, 30, 48, { type: "video/webm" }),
  "a variable rate": {
    frames: 48,
    url: variable,
    facts: { frames: 48, frameTimesMs: Array.from({ length: 48 }, (_, n) => n * 40 + (n % 3) * 10), durationMs: 1920 },
  },
  "non-square pixels": even(anamorphic, 30, 24, { width: 171 }),
};

/** Stored lying down with a turn of 90 degrees: upright 64 x 128. */
export const rotated = even(rotatedClip, 30, 48, { width: 64, height: 128 });

/** A picture drawn here. */
export function stillOf(): Stimulus {
  const canvas = document.createElement("canvas");
  canvas.width = 320;
  canvas.height = 240;
  canvas.getContext("2d")?.fillRect(80, 60, 160, 120);
  const { medium } = clipOf(canvas.toDataURL("image/png"), { type: "image/png", width: 320, height: 240 });
  return { modality: "image", medium };
}

export const frontVideo = (): HTMLVideoElement => {
  const video = document.querySelector<HTMLVideoElement>("[data-front] video");
  if (video === null) throw new Error("no video in front");
  return video;
};

/** The number that the eight squares of the picture now drawn spell. */
export function numberShown(video: HTMLVideoElement): number {
  const canvas = new OffscreenCanvas(8, 4);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("no canvas");
  context.drawImage(video, 0, 0, 8, 4);
  const { data } = context.getImageData(0, 0, 8, 4);
  let number = 0;
  for (let bit = 0; bit < 8; bit += 1) {
    const x = (bit % 4) * 2;
    const y = Math.floor(bit / 4) * 2;
    number = number * 2 + ((data[(y * 8 + x) * 4] as number) > 127 ? 1 : 0);
  }
  return number;
}

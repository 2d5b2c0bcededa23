// The page that `npm run bench` opens: the real stage beside one plain <video>, fed with the same blobs.
import { createRef } from "react";
import { createRoot } from "react-dom/client";
import "../../../client/ui/tokens.css";
import "../../../client/ui/base.css";
import "./page.css";
import type { AddressOf } from "../../../client/player/address.ts";
import { Stage } from "../../../client/player/stage.tsx";
import type { StageHandle } from "../../../client/player/stage-handle.ts";
import type { Stimulus } from "../../../client/player/stimulus.ts";
import { playerEn } from "../../../client/words/player-en.ts";
import type { MediumFacts } from "../../../schemas/study.ts";

export interface BenchClip {
  readonly path: string;
  readonly facts: Omit<MediumFacts, "hash" | "bytes">;
}

const root = createRoot(document.querySelector("#stage") as HTMLElement);
const plain = document.querySelector("#plain") as HTMLVideoElement;
const handle = createRef<StageHandle>();
const blobs = new Map<string, Blob>();
const address: AddressOf = async (hash) => {
  const url = URL.createObjectURL(blobs.get(hash) as Blob);
  return { url, release: () => URL.revokeObjectURL(url) };
};
let shown = 0;

const twoFrames = () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
const rest = (ms: number) => new Promise((done) => setTimeout(done, ms));
const backVideo = () => document.querySelector("#stage [aria-hidden=true] video") as HTMLVideoElement | null;
const frontVideo = () => document.querySelector("#stage [data-front] video") as HTMLVideoElement;

async function take(clips: readonly BenchClip[]): Promise<Stimulus[]> {
  return Promise.all(
    clips.map(async ({ path, facts }, n) => {
      const hash = n.toString(16).padStart(64, "0");
      blobs.set(hash, await (await fetch(path)).blob());
      return { modality: "video", medium: { hash, facts: { ...facts, hash, bytes: 1 } } };
    }),
  );
}

function show(stimulus: Stimulus, next: Stimulus | undefined, autoplay = true): Promise<number> {
  shown += 1;
  const began = performance.now();
  return new Promise((done) =>
    root.render(
      <Stage
        ref={handle}
        words={playerEn}
        showing={`${shown}`}
        stimulus={stimulus}
        next={next}
        autoplay={autoplay}
        address={address}
        onFirstFrame={(at) => done(at - began)}
      />,
    ),
  );
}

async function showPlain(stimulus: Stimulus): Promise<number> {
  if (stimulus.modality === "text") return 0;
  const url = URL.createObjectURL(blobs.get(stimulus.medium.hash) as Blob);
  const began = performance.now();
  await new Promise((done) => {
    plain.addEventListener("loadeddata", done, { once: true });
    plain.src = url;
  });
  void plain.play();
  await twoFrames();
  const took = performance.now() - began;
  plain.pause();
  URL.revokeObjectURL(url);
  return took;
}

const at = (list: readonly Stimulus[], n: number) => list[n % list.length] as Stimulus;

const bench = {
  /** Milliseconds from the call until revealed: prepared, stored but not prepared, and the plain peer, in turns. */
  async next(clips: readonly BenchClip[], rounds: number) {
    const stimuli = await take(clips);
    const [prepared, stored, peer]: [number[], number[], number[]] = [[], [], []];
    await show(at(stimuli, 0), at(stimuli, 1));
    for (let n = 1; n <= rounds; n += 1) {
      while ((backVideo()?.readyState ?? 0) < 2) await rest(20);
      await rest(250);
      prepared.push(await show(at(stimuli, n), undefined));
      handle.current?.pause();
      await rest(100);
      peer.push(await showPlain(at(stimuli, n)));
      await rest(100);
      stored.push(await show(at(stimuli, n + 2), undefined));
      handle.current?.prepare(at(stimuli, n + 1));
    }
    return { prepared, stored, peer };
  },
  /** Each step's milliseconds, and how many landed on the frame that the picture itself says. */
  async steps(clip: BenchClip, frames: number) {
    blobs.clear();
    const [stimulus] = await take([clip]);
    await show(stimulus as Stimulus, undefined, false);
    const times: number[] = [];
    let exact = 0;
    for (let n = 0; n < frames - 1; n += 1) {
      const back = n % 3 === 2;
      const wanted = (handle.current?.frame() ?? 0) + (back ? -1 : 1);
      const began = performance.now();
      const landed = new Promise((done) => frontVideo().addEventListener("seeked", done, { once: true }));
      handle.current?.step(back ? -1 : 1);
      await landed;
      await new Promise((done) => requestAnimationFrame(done));
      times.push(performance.now() - began);
      await rest(30);
      if (numberShown(frontVideo()) === wanted) exact += 1;
    }
    return { times, exact };
  },
  /** Shows `count` clips one after the other, the next always prepared. */
  async many(clips: readonly BenchClip[], count: number) {
    const stimuli = await take(clips);
    for (let n = 0; n < count; n += 1) await show(at(stimuli, n), at(stimuli, n + 1));
  },
};
export type Bench = typeof bench;
Object.assign(window, { bench });

function numberShown(video: HTMLVideoElement): number {
  const context = new OffscreenCanvas(8, 4).getContext("2d", { willReadFrequently: true });
  context?.drawImage(video, 0, 0, 8, 4);
  const data = context?.getImageData(0, 0, 8, 4).data ?? new Uint8ClampedArray(128);
  const light = (bit: number) => (data[(Math.floor(bit / 4) * 16 + (bit % 4) * 2) * 4] as number) > 127;
  return Array.from({ length: 8 }, (_, bit) => bit).reduce((number, bit) => number * 2 + (light(bit) ? 1 : 0), 0);
}

// The page of the range bench: the app's own pack and clip store, then ranges of a clip through the real service worker.
import { mediaReady } from "#client/outbox/media-ready";
import { refreshPack } from "#client/outbox/packs";
import { openPerson, redeem } from "#client/outbox/people";
import { storeMissing } from "#client/outbox/store-media";

export interface Stored {
  readonly person: string;
  readonly ms: number;
  readonly ready: boolean;
  readonly steps: number;
}

async function store(token: string): Promise<Stored> {
  const { person } = await redeem(token, false);
  const db = await openPerson(person);
  if ((await refreshPack(db)) !== "fresh") throw new Error("no pack");
  let steps = 0;
  const from = performance.now();
  const { stopped } = await storeMissing(db, {
    onProgress: () => {
      steps += 1;
    },
    signal: undefined,
    fetch: (input, init) => fetch(input, init),
    playing: () => undefined,
    most: Number.POSITIVE_INFINITY,
  });
  const ms = performance.now() - from;
  const { files, of } = await mediaReady(db);
  return { person, ms, ready: stopped === undefined && files === of && of > 0, steps };
}

/** Milliseconds from the call until the last byte is here. */
async function cut(address: string, starts: readonly number[], length: number): Promise<number[]> {
  await navigator.serviceWorker.register("/sw.js");
  if (navigator.serviceWorker.controller === null)
    await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  const took: number[] = [];
  for (const start of starts) {
    const from = performance.now();
    const reply = await fetch(address, { headers: { range: `bytes=${start}-${start + length - 1}` } });
    const bytes = (await reply.arrayBuffer()).byteLength;
    if (reply.status !== 206 || bytes !== length) throw new Error(`${reply.status}, ${bytes} bytes`);
    took.push(performance.now() - from);
  }
  return took;
}

/** Milliseconds from the call until the picture there is shown, for a share of its length each. */
async function seek(address: string, shares: readonly number[]): Promise<number[]> {
  const video = document.createElement("video");
  video.muted = true;
  video.src = address;
  document.body.append(video);
  await new Promise((done, fail) => {
    video.onloadeddata = done;
    video.onerror = () => fail(new Error(video.error?.message));
  });
  const took: number[] = [];
  for (const share of shares) {
    const sought = new Promise((done) => video.addEventListener("seeked", done, { once: true }));
    const from = performance.now();
    video.currentTime = share * video.duration;
    await sought;
    took.push(performance.now() - from);
  }
  video.remove();
  return took;
}

declare global {
  interface Window {
    benchRanges: { store: typeof store; cut: typeof cut; seek: typeof seek };
  }
}
window.benchRanges = { store, cut, seek };

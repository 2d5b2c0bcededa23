// Reads a clip that is kept on this device, in one entry or in parts, without ever holding a long one in memory.
import { hashIn, keyOf, lengthHeader, mediaCache, partBytes, partOf, partsCache, wholeOf } from "./media-cache.ts";

export interface KeptClip {
  readonly type: string;
  readonly size: number;
  /** The bytes from `start` up to, without, `end`. */
  cut(start: number, end: number): Blob | ReadableStream<Uint8Array<ArrayBuffer>>;
  /** All of it, for an address of its own. */
  whole(): Promise<Blob>;
}

/** Undefined where it is not wholly here. */
export async function keptClip(hash: string): Promise<KeptClip | undefined> {
  const kept = await (await caches.open(mediaCache)).match(keyOf(hash));
  if (kept !== undefined) {
    const blob = await kept.blob();
    const type = typeOf(kept);
    return { type, size: blob.size, cut: (start, end) => blob.slice(start, end, type), whole: async () => blob };
  }
  const parts = await caches.open(partsCache);
  const mark = await parts.match(wholeOf(hash));
  if (mark === undefined) return undefined;
  const size = Number(mark.headers.get(lengthHeader));
  const numbers = Array.from({ length: Math.ceil(size / partBytes) }, (_, n) => n);
  return {
    type: typeOf(mark),
    size,
    cut: (start, end) => streamOf(parts, hash, start, end),
    whole: async () => new Blob(await Promise.all(numbers.map((n) => blobOf(parts, hash, n))), { type: typeOf(mark) }),
  };
}

const typeOf = (entry: Response): string => entry.headers.get("content-type") ?? "application/octet-stream";

async function blobOf(parts: Cache, hash: string, n: number): Promise<Blob> {
  const part = await parts.match(partOf(hash, n));
  if (part === undefined) throw new Error(`part ${n} of a clip is gone`);
  return part.blob();
}

/** One part at a time, and only when it is asked for: a player that seeks away leaves the rest unread. */
function streamOf(parts: Cache, hash: string, start: number, end: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = start;
  const pull = async (to: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): Promise<void> => {
    if (at >= end) return to.close();
    const n = Math.floor(at / partBytes);
    const blob = await blobOf(parts, hash, n);
    const piece = blob.slice(at - n * partBytes, Math.min(blob.size, end - n * partBytes));
    if (piece.size === 0) throw new Error(`part ${n} of a clip is too short`);
    to.enqueue(new Uint8Array(await piece.arrayBuffer()));
    at += piece.size;
    if (at >= end) to.close();
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

/** Hashes of the clips that are wholly here. */
export async function clipsHere(): Promise<Set<string>> {
  const inOne = await (await caches.open(mediaCache)).keys();
  const inParts = (await (await caches.open(partsCache)).keys()).filter(({ url }) => url.endsWith("/whole"));
  return new Set([...inOne, ...inParts].map(({ url }) => hashIn(url)));
}

/** Takes away, also half fetched, what `is` picks by hash. */
export async function dropClips(is: (hash: string) => boolean): Promise<void> {
  for (const name of [mediaCache, partsCache]) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) if (is(hashIn(request.url))) await cache.delete(request);
  }
}

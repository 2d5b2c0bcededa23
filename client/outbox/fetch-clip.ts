// Fetches one clip: hashed as it comes, kept in parts as they are full, taken up again at the byte where it was cut, and
// called here only when the whole file is what the pack lists. A portal's page never gets in.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { MediaRow } from "./database.ts";
import { dropClips } from "./kept-clip.ts";
import { keyOf, lengthHeader, mediaCache, partBytes, partOf, partsCache, wholeOf } from "./media-cache.ts";
import { wantsRoom } from "./room.ts";
import type { Fetch } from "./wire.ts";

export type ClipFault = "unreachable" | "refused" | "full" | "damaged" | "paused";

export interface ClipOrder {
  readonly clip: Pick<MediaRow, "hash" | "bytes" | "type">;
  /** Device key of the person who needs it. */
  readonly key: string;
  readonly fetch: Fetch;
  readonly signal: AbortSignal | undefined;
  /** Bytes of it that would survive a reload. */
  readonly onBytes: (bytes: number) => Promise<void>;
}

type Hasher = ReturnType<typeof sha256.create>;

class Fault extends Error {
  readonly fault: ClipFault;
  constructor(fault: ClipFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Undefined once it is here. */
export async function fetchClip(order: ClipOrder): Promise<ClipFault | undefined> {
  const { clip, signal } = order;
  try {
    const parts = await caches.open(partsCache);
    const hasher = sha256.create();
    const have = clip.bytes > partBytes ? await takeUp(parts, clip, hasher, signal) : 0;
    await order.onBytes(have);
    const rest = have < clip.bytes ? await receive(order, parts, hasher, have) : undefined;
    if (bytesToHex(hasher.digest()) !== clip.hash) {
      await dropClips((hash) => hash === clip.hash);
      await order.onBytes(0);
      return "damaged";
    }
    const headers = { "content-type": clip.type, [lengthHeader]: String(clip.bytes) };
    if (clip.bytes > partBytes) await keep(parts, wholeOf(clip.hash), null, headers);
    else await keep(await caches.open(mediaCache), keyOf(clip.hash), rest ?? new Blob(), headers);
    return undefined;
  } catch (reason) {
    if (signal?.aborted) return "paused";
    if (reason instanceof Fault) return reason.fault;
    return wantsRoom(reason) ? "full" : "unreachable";
  }
}

async function keep(cache: Cache, key: string, content: Blob | null, headers: Record<string, string>): Promise<void> {
  try {
    await cache.put(key, new Response(content, { headers }));
  } catch {
    throw new Fault("full");
  }
}

/** Hashes the parts that an earlier run kept, in small steps. Returns how many bytes they are. */
async function takeUp(
  parts: Cache,
  { hash, bytes }: ClipOrder["clip"],
  hasher: Hasher,
  signal: AbortSignal | undefined,
): Promise<number> {
  let have = 0;
  while (have < bytes) {
    const blob = await (await parts.match(partOf(hash, have / partBytes)))?.blob();
    if (blob === undefined || blob.size !== Math.min(partBytes, bytes - have)) break;
    for (let at = 0; at < blob.size; at += 256 * 1024) {
      hasher.update(new Uint8Array(await blob.slice(at, at + 256 * 1024).arrayBuffer()));
      if (signal?.aborted) throw new Fault("paused");
    }
    have += blob.size;
  }
  return have;
}

/** The body, and how much of it is here already: a proxy that knows no ranges sends all of it again. */
async function ask({ clip, key, fetch, signal }: ClipOrder, have: number) {
  const reply = await fetch(keyOf(clip.hash), {
    cache: "no-store",
    credentials: "omit",
    headers: { authorization: `Bearer ${key}`, ...(have === 0 ? {} : { range: `bytes=${have}-` }) },
    ...(signal === undefined ? {} : { signal }),
  });
  const { status, headers, body } = reply;
  if (status === 401 || status === 403 || status === 404) throw new Fault("refused");
  if ((status !== 200 && (have === 0 || status !== 206)) || body === null) throw new Fault("unreachable");
  if (headers.get("content-type") !== clip.type) throw new Fault("unreachable");
  const range = status === 200 ? null : `bytes ${have}-${clip.bytes - 1}/${clip.bytes}`;
  if (headers.get("content-range") !== range) throw new Fault("unreachable");
  return { body, again: status === 200 ? have : 0 };
}

/** Reads what is missing. Returns the last, unkept piece of a clip that is too short for parts. */
async function receive(order: ClipOrder, parts: Cache, hasher: Hasher, from: number): Promise<Blob> {
  const { clip, onBytes, signal } = order;
  const { body, again } = await ask(order, from);
  const reader = body.getReader();
  let skip = again;
  let have = from;
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  const long = clip.bytes > partBytes;
  const store = async (): Promise<void> => {
    await keep(parts, partOf(clip.hash, Math.floor((have - 1) / partBytes)), new Blob(pieces), {});
    pieces = [];
    held = 0;
    await onBytes(have);
  };
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (signal?.aborted) throw new Fault("paused");
      if (done) break;
      const fresh = value.subarray(skip) as Uint8Array<ArrayBuffer>;
      skip -= value.length - fresh.length;
      if (have + fresh.length > clip.bytes) throw new Fault("damaged");
      hasher.update(fresh);
      for (let rest = fresh; rest.length > 0; ) {
        const some = rest.subarray(0, partBytes - held);
        pieces.push(some);
        held += some.length;
        have += some.length;
        rest = rest.subarray(some.length);
        if (long && (held === partBytes || have === clip.bytes)) await store();
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (have !== clip.bytes) throw new Fault("damaged");
  return new Blob(pieces);
}

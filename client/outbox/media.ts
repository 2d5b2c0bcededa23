// Whole clips on this device: fetched one after the other, checked by hash, kept in the Cache API. What is not exactly
// the listed file (a portal's page, half a clip) never gets in.
import { sha256Hex } from "#client/capture/seal";
import { metaOf, type PersonDatabase, setMeta } from "./database.ts";
import { everybody } from "./known.ts";
import { mediaCache } from "./media-cache.ts";
import type { Fetch } from "./wire.ts";

const keyOf = (hash: string): string => `/media/${hash}`;

export interface MediaReady {
  readonly files: number;
  readonly of: number;
  readonly bytes: number;
  readonly bytesOf: number;
}
export interface MediaStored extends MediaReady {
  /** Why it ended before everything was here; absent when all is. */
  readonly stopped?: "unreachable" | "refused" | "full" | "damaged" | "paused";
}

export async function mediaReady(db: PersonDatabase): Promise<MediaReady> {
  const rows = await db.media.toArray();
  const here = rows.filter((row) => row.stored === 1);
  const sum = (list: typeof rows): number => list.reduce((bytes, row) => bytes + row.bytes, 0);
  return { files: here.length, of: rows.length, bytes: sum(here), bytesOf: sum(rows) };
}

/** Whether clips are fetched without being asked for: yes, unless the person paused it or the browser saves data. */
export async function keepsMedia(db: PersonDatabase): Promise<boolean> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return (await metaOf(db, "keepsMedia")) ?? connection?.saveData !== true;
}

export const setKeepsMedia = (db: PersonDatabase, keeps: boolean): Promise<void> => setMeta(db, "keepsMedia", keeps);

/**
 * Fetches what is missing, in the order in which it will be needed. Starting it again goes on where it stopped; after a
 * reload, or when the network is back, the pusher starts it again by itself.
 */
export async function storeMedia(
  db: PersonDatabase,
  onProgress: (ready: MediaReady) => void = () => undefined,
  signal?: AbortSignal,
  fetcher: Fetch = (input, init) => fetch(input, init),
): Promise<MediaStored> {
  const work = () => storeMissing(db, onProgress, signal, fetcher);
  return navigator.locks === undefined ? work() : navigator.locks.request(`countersign-media-${db.person}`, work);
}

async function storeMissing(
  db: PersonDatabase,
  onProgress: (ready: MediaReady) => void,
  signal: AbortSignal | undefined,
  fetcher: Fetch,
): Promise<MediaStored> {
  const cache = await caches.open(mediaCache);
  await believeOnlyTheCache(db, cache);
  let stopped: MediaStored["stopped"];
  for (const hash of await wanted(db)) {
    if (signal?.aborted) {
      stopped = "paused";
      break;
    }
    onProgress(await mediaReady(db));
    const fault = await storeOne(db, cache, hash, fetcher, signal);
    if (fault === undefined) continue;
    stopped = fault;
    if (fault !== "damaged" && fault !== "refused") break;
  }
  const ready = await mediaReady(db);
  onProgress(ready);
  return { ...ready, ...(stopped === undefined ? {} : { stopped }) };
}

async function wanted(db: PersonDatabase): Promise<string[]> {
  const rows = await db.media.where("stored").equals(0).primaryKeys();
  const missing = new Set(rows);
  const items = await db.items.orderBy(":id").toArray();
  const inOrder = items
    .sort((a, b) => a.position - b.position)
    .flatMap(({ media }) => (media === undefined ? [] : [media]));
  return [...new Set([...inOrder.filter((hash) => missing.has(hash)), ...rows])];
}

/** A browser may have dropped the cache and kept the rows, or another person here may have fetched the same clip. */
async function believeOnlyTheCache(db: PersonDatabase, cache: Cache): Promise<void> {
  const here = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await db.media.toCollection().modify((row) => {
    row.stored = here.has(keyOf(row.hash)) ? 1 : 0;
  });
}

async function storeOne(
  db: PersonDatabase,
  cache: Cache,
  hash: string,
  fetcher: Fetch,
  signal: AbortSignal | undefined,
): Promise<MediaStored["stopped"]> {
  const row = await db.media.get(hash);
  const key = await metaOf(db, "deviceKey");
  if (row === undefined || key === undefined) return "refused";
  let blob: Blob;
  try {
    const reply = await fetcher(keyOf(hash), {
      cache: "no-store",
      credentials: "omit",
      headers: { authorization: `Bearer ${key}` },
      ...(signal === undefined ? {} : { signal }),
    });
    if (reply.status === 401 || reply.status === 403 || reply.status === 404) return "refused";
    if (reply.status !== 200) return "unreachable";
    if (reply.headers.get("content-type") !== row.type) return "unreachable";
    blob = await reply.blob();
  } catch {
    return signal?.aborted ? "paused" : "unreachable";
  }
  if (blob.size !== row.bytes || (await sha256Hex(await blob.arrayBuffer())) !== hash) return "damaged";
  try {
    const headers = { "content-type": row.type, "content-length": String(row.bytes) };
    await cache.put(keyOf(hash), new Response(blob, { headers }));
  } catch {
    return "full";
  }
  await db.media.update(hash, { stored: 1 });
  return undefined;
}

/** Drops a stored clip that does not decode and fetches it once more; whether it is whole now. */
export async function mendMedium(db: PersonDatabase, hash: string): Promise<boolean> {
  const cache = await caches.open(mediaCache);
  await cache.delete(keyOf(hash));
  await db.media.update(hash, { stored: 0 });
  const fault = await storeOne(db, cache, hash, (input, init) => fetch(input, init), undefined);
  return fault === undefined;
}

/** Takes away what nobody here has in their pack any more: its signer withdrew it, or the work is done. */
export async function dropUnlisted(): Promise<void> {
  if (globalThis.caches === undefined) return;
  const cache = await caches.open(mediaCache);
  const listed = await Promise.all((await everybody()).map((db) => db.media.toCollection().primaryKeys()));
  const kept = new Set(listed.flat().map(keyOf));
  for (const request of await cache.keys()) if (!kept.has(new URL(request.url).pathname)) await cache.delete(request);
}

export interface StorageState {
  /** The browser has promised not to clear this on its own. */
  readonly persisted: boolean;
  readonly usage?: number;
  readonly quota?: number;
}

/** Asks the browser to keep what is stored, and says what it answered. */
export async function keepStorage(): Promise<StorageState> {
  const storage = navigator.storage;
  if (storage?.persist === undefined) return { persisted: false };
  const persisted = (await storage.persisted()) || (await storage.persist());
  const { usage, quota } = await storage.estimate();
  return { persisted, ...(usage === undefined ? {} : { usage }), ...(quota === undefined ? {} : { quota }) };
}

/** For `src`: the worker answers from the cache where this person's pack lists the clip, else from the network. */
export const mediaUrl = (db: PersonDatabase, hash: string): string =>
  `${keyOf(hash)}?p=${encodeURIComponent(db.person)}`;

export interface MediaAddress {
  readonly url: string;
  release(): void;
}

/** An address that also works while no worker is in control of the page. */
export async function mediaAddress(db: PersonDatabase, hash: string): Promise<MediaAddress> {
  if (navigator.serviceWorker?.controller) return { url: mediaUrl(db, hash), release: () => undefined };
  const listed = (await db.media.get(hash)) !== undefined;
  const kept = listed ? await (await caches.open(mediaCache)).match(keyOf(hash)) : undefined;
  if (kept === undefined) return { url: mediaUrl(db, hash), release: () => undefined };
  const url = URL.createObjectURL(await kept.blob());
  return { url, release: () => URL.revokeObjectURL(url) };
}

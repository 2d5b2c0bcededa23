// Whole clips on this device: how many are here, the way to fetch the others, and their addresses.
import { metaOf, type PersonDatabase, setMeta } from "./database.ts";
import { dropClips, keptClip } from "./kept-clip.ts";
import { everybody } from "./known.ts";
import { keyOf } from "./media-cache.ts";
import type { MediaReady, MediaStored } from "./media-ready.ts";
import type { Fetch } from "./wire.ts";

/** Whether clips are fetched without being asked for: yes, unless the person paused it or the browser saves data. */
export async function keepsMedia(db: PersonDatabase): Promise<boolean> {
  return (await metaOf(db, "keepsMedia")) ?? !savesData();
}

const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

export const setKeepsMedia = (db: PersonDatabase, keeps: boolean): Promise<void> => setMeta(db, "keepsMedia", keeps);

const playing = new Map<string, string>();
const net: Fetch = (input, init) => fetch(input, init);

/**
 * Fetches what is missing, in the order in which it will be needed. Starting it again goes on where it stopped, also in
 * the middle of a clip; after a reload, or when the network is back, the pusher starts it again by itself.
 */
export async function storeMedia(
  db: PersonDatabase,
  onProgress: (ready: MediaReady) => void = () => undefined,
  signal?: AbortSignal,
  fetcher: Fetch = net,
): Promise<MediaStored> {
  const work = () => run(db, { onProgress, signal, fetch: fetcher, most: Number.POSITIVE_INFINITY });
  return navigator.locks === undefined ? work() : navigator.locks.request(lockOf(db), work);
}

const lockOf = (db: PersonDatabase): string => `countersign-media-${db.person}`;

async function run(
  db: PersonDatabase,
  storing: { onProgress: (ready: MediaReady) => void; signal: AbortSignal | undefined; fetch: Fetch; most: number },
): Promise<MediaStored> {
  const { storeMissing } = await import("./store-media.ts");
  return storeMissing(db, { ...storing, playing: () => playing.get(db.person) });
}

const ahead = 5;

/** A clip is on the stage: from now on the ones after it come first, and the next five come even where the rest waits. */
export async function play(db: PersonDatabase, hash: string, fetcher: Fetch = net): Promise<void> {
  if (playing.get(db.person) === hash) return;
  playing.set(db.person, hash);
  if (navigator.locks === undefined || !navigator.onLine || savesData()) return;
  await navigator.locks.request(lockOf(db), { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    await run(db, { onProgress: () => undefined, signal: undefined, fetch: fetcher, most: ahead });
  });
}

/** Drops a stored clip that does not decode and fetches it once more; whether it is whole now. */
export async function mendMedium(db: PersonDatabase, hash: string): Promise<boolean> {
  return (await import("./store-media.ts")).mendMedium(db, hash);
}

/** Takes away what nobody here has in their pack any more: its signer withdrew it, or the work is done. */
export async function dropUnlisted(): Promise<void> {
  if (globalThis.caches === undefined) return;
  const listed = await Promise.all((await everybody()).map((db) => db.media.toCollection().primaryKeys()));
  const kept = new Set(listed.flat());
  await dropClips((hash) => !kept.has(hash));
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
  const kept = listed ? await keptClip(hash) : undefined;
  if (kept === undefined) return { url: mediaUrl(db, hash), release: () => undefined };
  const url = URL.createObjectURL(await kept.whole());
  return { url, release: () => URL.revokeObjectURL(url) };
}

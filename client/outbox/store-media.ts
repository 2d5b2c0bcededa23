// Fetches the person's clips, one after the other, what comes next first. Loaded apart: nobody needs it to begin.
import { metaOf, type PersonDatabase } from "./database.ts";
import { type ClipFault, fetchClip } from "./fetch-clip.ts";
import { clipsHere, dropClips } from "./kept-clip.ts";
import { type MediaReady, type MediaStored, mediaReady } from "./media-ready.ts";
import { makeRoom, wantsRoom } from "./room.ts";
import type { Fetch } from "./wire.ts";

export interface Storing {
  readonly onProgress: (ready: MediaReady) => void;
  readonly signal: AbortSignal | undefined;
  readonly fetch: Fetch;
  /** Clip that is on the stage: those after it come first. */
  readonly playing: () => string | undefined;
  /** Ends after so many. */
  readonly most: number;
}

/** Goes on where an earlier run stopped, also in the middle of a clip. Under the person's lock. */
export async function storeMissing(db: PersonDatabase, storing: Storing): Promise<MediaStored> {
  const stopped = await storeWanted(db, storing).catch((reason: unknown) => {
    if (!wantsRoom(reason)) throw reason;
    return "full" as const;
  });
  const ready = await mediaReady(db);
  storing.onProgress(ready);
  return { ...ready, ...(stopped === undefined ? {} : { stopped }) };
}

async function storeWanted(db: PersonDatabase, storing: Storing): Promise<MediaStored["stopped"]> {
  await believeOnlyTheCache(db);
  const tried = new Set<string>();
  let stopped: MediaStored["stopped"];
  while (tried.size < storing.most) {
    const [hash] = (await wanted(db, storing.playing())).filter((one) => !tried.has(one));
    if (hash === undefined) break;
    if (storing.signal?.aborted) return "paused";
    tried.add(hash);
    storing.onProgress(await mediaReady(db));
    const fault = await storeOne(db, hash, storing);
    if (fault === undefined) continue;
    stopped = fault;
    if (fault !== "damaged" && fault !== "refused") break;
  }
  return stopped;
}

/** In the order of the work from the clip on the stage on; what has no answer yet before what has one. */
async function wanted(db: PersonDatabase, playing: string | undefined): Promise<string[]> {
  const rows = await db.media.where("stored").equals(0).toArray();
  const missing = new Set(rows.filter(({ dropped }) => dropped === undefined).map(({ hash }) => hash));
  if (missing.size === 0) return [];
  const items = (await db.items.toArray()).sort((a, b) => a.position - b.position);
  const at = Math.max(0, items.findIndex(({ media }) => media !== undefined && media === playing) + 1);
  const answered = new Set((await db.responses.orderBy("[study+item+occasion]").uniqueKeys()).map(String));
  const isOpen = (item: (typeof items)[number]) => !answered.has(String([item.study, item.id, item.occasion]));
  const onward = [...items.slice(at), ...items.slice(0, at)];
  const inOrder = [...onward.filter(isOpen), ...onward.filter((item) => !isOpen(item))];
  const named = inOrder.flatMap(({ media }) => (media !== undefined && missing.has(media) ? [media] : []));
  return [...new Set([...named, ...missing])];
}

/** A browser may have dropped the cache and kept the rows, or another person here may have fetched the same clip. */
async function believeOnlyTheCache(db: PersonDatabase): Promise<void> {
  const here = await clipsHere();
  await db.transaction("rw", db.media, async () => {
    for (const row of await db.media.toArray()) {
      const stored = here.has(row.hash) ? 1 : 0;
      if (row.stored !== stored) await db.media.update(row.hash, { stored });
    }
  });
}

async function storeOne(
  db: PersonDatabase,
  hash: string,
  { fetch, signal, onProgress }: Pick<Storing, "fetch" | "signal" | "onProgress">,
): Promise<ClipFault | undefined> {
  const clip = await db.media.get(hash);
  const key = await metaOf(db, "deviceKey");
  if (clip === undefined || key === undefined) return "refused";
  const onBytes = async (bytes: number): Promise<void> => {
    await db.media.update(hash, { part: bytes });
    if (bytes > 0) onProgress(await mediaReady(db));
  };
  const order = { clip, key, fetch, signal, onBytes };
  let fault = await fetchClip(order);
  if (fault === "full" && (await makeRoom(db, hash))) fault = await fetchClip(order);
  if (fault === undefined) await db.media.update(hash, { stored: 1, part: 0 });
  return fault;
}

/** Drops a stored clip that does not decode and fetches it once more; whether it is whole now. */
export async function mendMedium(db: PersonDatabase, hash: string): Promise<boolean> {
  await dropClips((one) => one === hash);
  await db.media.update(hash, { stored: 0 });
  const net: Fetch = (input, init) => fetch(input, init);
  return (await storeOne(db, hash, { fetch: net, signal: undefined, onProgress: () => undefined })) === undefined;
}

// Fetches the person's videos and pictures by itself, so that pulling the plug needs no preparation. Large sets, and
// browsers that ask to save data, wait for the person's button.
import { liveQuery } from "dexie";
import type { PersonDatabase } from "#client/outbox/database";
import { mediaReady, storeMedia } from "#client/outbox/media";

const mostBytes = 200_000_000;

const savesData = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
};

/** Runs whenever something is missing and there is a network, until the returned function is called. */
export function storeQuietly(db: PersonDatabase): () => void {
  const stop = new AbortController();
  let running = false;
  const run = async () => {
    if (running || stop.signal.aborted || !navigator.onLine || savesData()) return;
    running = true;
    try {
      const { bytes, bytesOf, files, of } = await mediaReady(db);
      if (files < of && bytesOf - bytes <= mostBytes) await storeMedia(db, undefined, stop.signal);
    } catch {
      // What could not be stored now is fetched by the next run, or by the person's button.
    } finally {
      running = false;
    }
  };
  const listed = liveQuery(() => db.media.count()).subscribe({ next: () => void run(), error: () => undefined });
  const online = () => void run();
  addEventListener("online", online);
  return () => {
    stop.abort();
    listed.unsubscribe();
    removeEventListener("online", online);
  };
}

// Goes on fetching the person's videos and pictures on every screen, so that pulling the plug needs no preparation; ends
// when they pause it. The outbox lets one run at a time.
import { liveQuery } from "dexie";
import type { PersonDatabase } from "#client/outbox/database";
import { keepsMedia, storeMedia } from "#client/outbox/media";

/** Runs whenever the list of media changes or the network is back, until the returned function is called. */
export function storeQuietly(db: PersonDatabase): () => void {
  let running = new AbortController();
  let keeps = false;
  const run = () => {
    if (keeps && navigator.onLine) storeMedia(db, undefined, running.signal).catch(() => undefined);
  };
  const watched = liveQuery(async () => ({ keeps: await keepsMedia(db), files: await db.media.count() })).subscribe({
    next: (now) => {
      running.abort();
      running = new AbortController();
      keeps = now.keeps;
      run();
    },
    error: () => undefined,
  });
  addEventListener("online", run);
  return () => {
    running.abort();
    watched.unsubscribe();
    removeEventListener("online", run);
  };
}

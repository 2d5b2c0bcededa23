// What the sync chip shows, live from the person's database: how many answers are only here, since when, how many sent.
import { useLiveQuery } from "dexie-react-hooks";
import { metaOf, type PersonDatabase } from "#client/outbox/database";
import { waiting } from "#client/outbox/status";
import type { SyncState } from "../ui/sync-chip.tsx";

export interface SyncHere extends SyncState {
  /** The server does not know this device any more. */
  readonly paused: boolean;
}

const nothing: SyncHere = { waiting: 0, oldestAt: null, stuck: 0, sent: 0, paused: false };

export function useSync(db: PersonDatabase): SyncHere {
  return (
    useLiveQuery(async () => {
      const now = await waiting(db);
      const sent = await db.responses.where("state").anyOf(["sent", "server"]).count();
      const paused = (await metaOf(db, "paused")) !== undefined;
      return { waiting: now.count + now.recordings, oldestAt: now.oldestAt, stuck: now.stuck, sent, paused };
    }, [db]) ?? nothing
  );
}

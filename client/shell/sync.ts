// What the sync chip shows, live from the person's database: how many answers are only here, since when, how many sent.
// What is no answer (consents, questions, flags) is counted apart.
import { useLiveQuery } from "dexie-react-hooks";
import { metaOf, type PersonDatabase } from "#client/outbox/database";
import { answersSent, waiting } from "#client/outbox/status";
import type { SyncState } from "../ui/sync-chip.tsx";

export interface SyncHere extends SyncState {
  /** The server does not know this device any more. */
  readonly paused: boolean;
}

const nothing: SyncHere = { waiting: 0, oldestAt: null, stuck: 0, sent: 0, others: 0, paused: false };

export function useSync(db: PersonDatabase): SyncHere {
  return (
    useLiveQuery(async () => {
      const now = await waiting(db);
      const sent = await answersSent(db);
      const paused = (await metaOf(db, "paused")) !== undefined;
      const { count, others, recordings, oldestAt, stuck } = now;
      return { waiting: count - others + recordings, others, oldestAt, stuck, sent, paused };
    }, [db]) ?? nothing
  );
}

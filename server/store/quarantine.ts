// Responses that were kept but may not count: not canonical, invalid for their study version, other content under a
// known id. By (id, hash), outside the log and the digests.
import type { Store } from "./open.ts";
import type { QuarantineTable } from "./tables.ts";

export async function quarantineOf(store: Store, study: string): Promise<QuarantineTable[]> {
  return store.db
    .selectFrom("quarantine")
    .selectAll()
    .where("study", "=", study)
    .orderBy("received_at")
    .orderBy("id")
    .orderBy("hash")
    .execute();
}

/** Keeps each once by (id, hash). */
export async function putAside(db: Store["db"], rows: readonly QuarantineTable[]): Promise<void> {
  for (let i = 0; i < rows.length; i += 100)
    await db
      .insertInto("quarantine")
      .values(rows.slice(i, i + 100))
      .onConflict((conflict) => conflict.columns(["id", "hash"]).doNothing())
      .execute();
}

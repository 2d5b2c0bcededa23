// Somebody leaves a study: they owe nothing any more, what they answered stays and counts, and their open slots go to
// the others. Their devices may still deliver; what arrives then is kept and waits for a decision.
import { assignWithin } from "./assignments.ts";
import type { Store } from "./open.ts";
import { freeOpen } from "./open-slots.ts";

/** Inside a transaction that writes. */
export async function removeMember(store: Store, study: string, person: string, now: Date): Promise<void> {
  await freeOpen(store, study, [person], now);
  await store.db
    .updateTable("members")
    .set({ removed_at: now.toISOString() })
    .where("study", "=", study)
    .where("person", "=", person)
    .where("removed_at", "is", null)
    .execute();
  await assignWithin(store, study, [], now);
}

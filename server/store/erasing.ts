// Turns rows of the log into tombstones: the content goes, id, device, n and seq stay, so that digests and gaps still fit
// and a device that sends the answer again is told `erased`.
import type { Transaction } from "kysely";
import { digestWith } from "./digest.ts";
import { type Store, transact } from "./open.ts";
import type { Tables } from "./tables.ts";

export interface ErasedEntry {
  readonly id: string;
  readonly study: string;
  readonly device: string;
  readonly n: number;
  readonly erasedAt: string;
}

/** Erases what of `entries` is here; raises the epoch of each study touched. Returns how many rows lost their content. */
export async function applyErased(store: Store, entries: readonly ErasedEntry[]): Promise<number> {
  return transact(store, async (trx) => {
    const touched = new Set<string>();
    let gone = 0;
    for (const entry of entries) {
      const row = await trx
        .selectFrom("log")
        .select(["study", "seq", "device", "n"])
        .where("id", "=", entry.id)
        .executeTakeFirst();
      const made = await trx
        .insertInto("tombstones")
        .values({
          id: entry.id,
          study: entry.study,
          device: row?.device ?? entry.device,
          n: row?.n ?? entry.n,
          seq: row?.seq ?? 0,
          erased_at: entry.erasedAt,
        })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .executeTakeFirst();
      await trx.deleteFrom("quarantine").where("id", "=", entry.id).execute();
      if (row === undefined) {
        if (made.numInsertedOrUpdatedRows === 1n) await countOn(trx, entry);
        continue;
      }
      await trx.deleteFrom("log").where("id", "=", entry.id).execute();
      touched.add(row.study);
      gone += 1;
    }
    for (const study of touched) {
      await trx
        .updateTable("studies")
        .set((row) => ({ epoch: row("epoch", "+", 1) }))
        .where("id", "=", study)
        .execute();
    }
    return gone;
  });
}

/** A tombstone counts on its device as the answer would, also where a backup never had the answer. */
async function countOn(trx: Transaction<Tables>, { id, device }: ErasedEntry): Promise<void> {
  const row = await trx.selectFrom("devices").select(["count", "digest"]).where("id", "=", device).executeTakeFirst();
  if (row === undefined) return;
  const totals = { count: row.count + 1, digest: digestWith(row.digest, [id]) };
  await trx.updateTable("devices").set(totals).where("id", "=", device).execute();
}

/** Erases every response of a person in a study, within the transaction of the decision that says so. */
export async function eraseWithin(trx: Transaction<Tables>, study: string, person: string, now: Date): Promise<void> {
  const rows = await trx
    .selectFrom("log")
    .select(["id", "study", "device", "n", "seq"])
    .where("study", "=", study)
    .where("person", "=", person)
    .where("entry", "=", "response")
    .execute();
  for (const row of rows) {
    await trx
      .insertInto("tombstones")
      .values({
        id: row.id,
        study,
        device: row.device ?? "",
        n: row.n ?? 0,
        seq: row.seq,
        erased_at: now.toISOString(),
      })
      .execute();
  }
  await trx
    .deleteFrom("log")
    .where("study", "=", study)
    .where("person", "=", person)
    .where("entry", "=", "response")
    .execute();
  await trx.deleteFrom("quarantine").where("study", "=", study).where("person", "=", person).execute();
}

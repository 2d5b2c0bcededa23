// The second half of erasing, outside the transaction: bytes of recordings leave the media folder, and what was erased is
// written to a list beside the database, so that an older backup cannot bring it back. Both may be done again at any time.
import { open, readFile } from "node:fs/promises";
import { sql } from "kysely";
import type { MediaStore } from "#server/media/store";
import { applyErased, buryRecordings, type ErasedEntry, erasedEntries } from "./erasing.ts";
import { type Store, transact } from "./open.ts";

/** Removes the bytes that nothing else needs. Returns how many files went. */
export async function sweepErased(store: Store, media: MediaStore): Promise<number> {
  await buryUnclosed(store);
  const rows = await store.db
    .selectFrom("erased_recordings")
    .select(["id", "hashes"])
    .where("hashes", "is not", null)
    .execute();
  let gone = 0;
  for (const { id, hashes } of rows) {
    for (const hash of JSON.parse(hashes ?? "[]") as string[]) {
      if (await isNeeded(store, hash)) continue;
      await media.remove(hash);
      gone += 1;
    }
    await store.db.updateTable("erased_recordings").set({ hashes: null }).where("id", "=", id).execute();
  }
  if (store.engine === "sqlite") await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
  return gone;
}

async function isNeeded({ db }: Store, hash: string): Promise<boolean> {
  const medium = await db.selectFrom("media").select("hash").where("hash", "=", hash).executeTakeFirst();
  const slice = await db.selectFrom("recording_slices").select("hash").where("hash", "=", hash).executeTakeFirst();
  return medium !== undefined || slice !== undefined;
}

/** A recording that was on its way while its giver, who has no part anywhere now, was erased. */
async function buryUnclosed(store: Store): Promise<void> {
  await transact(store, async (trx) => {
    const rows = await trx
      .selectFrom("recordings")
      .innerJoin("erased_people", "erased_people.person", "recordings.person")
      .select(["recordings.id", "recordings.person", "erased_people.erased_at"])
      .where("recordings.closed_at", "is", null)
      .where("recordings.person", "not in", (e) =>
        e.selectFrom("members").select("person").where("removed_at", "is", null),
      )
      .execute();
    for (const { id, person, erased_at } of rows)
      await buryRecordings(trx, [id], { study: null, person, erasedAt: erased_at });
  });
}

/** Lines of a list; none where there is no such file. */
export async function readErasedList(file: string): Promise<ErasedEntry[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ErasedEntry);
}

const nameOf = (entry: ErasedEntry): string =>
  "recording" in entry ? entry.recording : "person" in entry ? `${entry.study} ${entry.person}` : entry.id;

/**
 * At a start: erases what the list names and the store still holds (somebody put an older database back by hand), and
 * ends what a crash cut short. Returns how many rows lost their content.
 */
export async function keepErased(store: Store, media: MediaStore, file: string): Promise<number> {
  const known = new Set((await erasedEntries(store)).map(nameOf));
  const unknown = (await readErasedList(file)).filter((entry) => !known.has(nameOf(entry)));
  const gone = unknown.length === 0 ? 0 : await applyErased(store, unknown);
  await keepErasedList(store, file);
  await sweepErased(store, media);
  return gone;
}

/** Adds to the list what the store has erased and the list lacks. On the disk when it returns. */
export async function keepErasedList(store: Store, file: string): Promise<void> {
  const there = new Set((await readErasedList(file)).map(nameOf));
  const fresh = (await erasedEntries(store)).filter((entry) => !there.has(nameOf(entry)));
  if (fresh.length === 0) return;
  const handle = await open(file, "a");
  try {
    await handle.writeFile(fresh.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

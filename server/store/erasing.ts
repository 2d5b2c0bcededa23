// Erasing: rows of the log become tombstones. The content goes, id, device, n and seq stay, so that digests and gaps still
// fit; whatever comes again from a device, a file or a backup is told `erased`.
import type { Transaction } from "kysely";
import { digestWith } from "./digest.ts";
import { eraseGone } from "./gone.ts";
import { removeMember } from "./leaving.ts";
import { type Store, transact } from "./open.ts";
import type { Tables, TombstonesTable } from "./tables.ts";

/** One line of the list of what was erased: a response, a recording, or everything of a person in a study. */
export interface ErasedResponse {
  readonly id: string;
  readonly study: string;
  readonly device: string;
  readonly n: number;
  readonly erasedAt: string;
}
export interface ErasedRecording {
  readonly recording: string;
  readonly study: string | null;
  readonly person: string;
  readonly erasedAt: string;
}
export interface ErasedPerson {
  readonly study: string;
  readonly person: string;
  readonly erasedAt: string;
}
export type ErasedEntry = ErasedResponse | ErasedRecording | ErasedPerson;

/** Everything that was erased here: what must never come back. */
export async function erasedEntries(store: Store): Promise<ErasedEntry[]> {
  const responses = await store.db.selectFrom("tombstones").selectAll().orderBy("erased_at").orderBy("id").execute();
  const recordings = await store.db.selectFrom("erased_recordings").selectAll().orderBy("id").execute();
  const people = await store.db.selectFrom("erased_people").selectAll().orderBy("study").orderBy("person").execute();
  return [
    ...people.map(({ study, person, erased_at }) => ({ study, person, erasedAt: erased_at })),
    ...recordings.map(({ id, study, person, erased_at }) => ({ recording: id, study, person, erasedAt: erased_at })),
    ...responses.map(({ id, study, device, n, erased_at }) => ({ id, study, device, n, erasedAt: erased_at })),
  ];
}

/** Erases what of `entries` is here; raises the epoch of each study touched. Returns how many rows lost their content. */
export async function applyErased(store: Store, entries: readonly ErasedEntry[]): Promise<number> {
  return transact(store, async (trx) => {
    const within = { ...store, db: trx };
    const touched = new Set<string>();
    let gone = 0;
    for (const entry of entries) {
      if ("recording" in entry) await buryRecordings(trx, [entry.recording], entry);
      else if ("person" in entry) {
        const rows = await eraseWithin(within, entry.study, entry.person, new Date(entry.erasedAt));
        if (rows > 0) touched.add(entry.study);
        gone += rows;
      } else if (await eraseOne(trx, entry)) {
        touched.add(entry.study);
        gone += 1;
      }
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

async function eraseOne(trx: Transaction<Tables>, entry: ErasedResponse): Promise<boolean> {
  const row = await trx.selectFrom("log").select(["seq", "device", "n"]).where("id", "=", entry.id).executeTakeFirst();
  const { id, study, erasedAt } = entry;
  const place = { device: row?.device ?? entry.device, n: row?.n ?? entry.n, seq: row?.seq ?? 0 };
  await bury(trx, [{ id, study, ...place, erased_at: erasedAt }], row === undefined);
  await trx.deleteFrom("quarantine").where("id", "=", id).execute();
  await trx.deleteFrom("log").where("id", "=", id).execute();
  const signed = await trx.selectFrom("recordings").select(["id", "person"]).where("response", "=", id).execute();
  for (const { id: recording, person } of signed) await buryRecordings(trx, [recording], { study, person, erasedAt });
  return row !== undefined;
}

/** `counted`: a tombstone counts on its device as the answer would have, where the answer itself never came. */
export async function bury(
  trx: Transaction<Tables>,
  rows: readonly TombstonesTable[],
  counted: boolean,
): Promise<void> {
  for (const row of rows) {
    const made = await trx
      .insertInto("tombstones")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    if (counted && made.numInsertedOrUpdatedRows === 1n) await countOn(trx, row.device, row.id);
  }
}

async function countOn(trx: Transaction<Tables>, device: string, id: string): Promise<void> {
  const row = await trx.selectFrom("devices").select(["count", "digest"]).where("id", "=", device).executeTakeFirst();
  if (row === undefined) return;
  const totals = { count: row.count + 1, digest: digestWith(row.digest, [id]) };
  await trx.updateTable("devices").set(totals).where("id", "=", device).execute();
}

/**
 * Erases everything of a person in a study, inside a transaction that writes: answers, what was set aside, recordings.
 * They take no part any more; without a part anywhere their name and the ways in go too. Returns how many rows went.
 */
export async function eraseWithin(store: Store, study: string, person: string, now: Date): Promise<number> {
  const { db } = store;
  const trx = db as Transaction<Tables>;
  const at = now.toISOString();
  const member = await db
    .selectFrom("members")
    .select("person")
    .where("study", "=", study)
    .where("person", "=", person)
    .executeTakeFirst();
  if (member === undefined) return 0;
  await db
    .insertInto("erased_people")
    .values({ study, person, erased_at: at })
    .onConflict((conflict) => conflict.columns(["study", "person"]).doNothing())
    .execute();
  const own = db.selectFrom("log").where("study", "=", study).where("person", "=", person);
  const rows = await own.where("entry", "=", "response").select(["id", "device", "n", "seq"]).execute();
  await bury(
    trx,
    rows.map(({ id, device, n, seq }) => ({ id, study, device: device ?? "", n: n ?? 0, seq, erased_at: at })),
    false,
  );
  await db
    .deleteFrom("log")
    .where("study", "=", study)
    .where("person", "=", person)
    .where("entry", "=", "response")
    .execute();
  await db.deleteFrom("about").where("study", "=", study).where("person", "=", person).execute();
  await eraseGone(store, study, person);
  await removeMember(store, study, person, now);
  const elsewhere = await hasPart(store, person);
  await db
    .deleteFrom("quarantine")
    .where("person", "=", person)
    .where((e) => (elsewhere ? e("study", "=", study) : e.or([e("study", "=", study), e("study", "is", null)])))
    .execute();
  const recordings = await db
    .selectFrom("recordings")
    .select("id")
    .where("person", "=", person)
    .where((e) => (elsewhere ? e("study", "=", study) : e.or([e("study", "=", study), e("study", "is", null)])))
    .execute();
  await buryRecordings(
    trx,
    recordings.map(({ id }) => id),
    { study, person, erasedAt: at },
  );
  if (!elsewhere) await shutOut(store, person, at);
  return rows.length;
}

async function hasPart({ db }: Store, person: string): Promise<boolean> {
  const row = await db
    .selectFrom("members")
    .select("study")
    .where("person", "=", person)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

async function shutOut({ db }: Store, person: string, at: string): Promise<void> {
  await db.updateTable("persons").set({ name: null }).where("id", "=", person).execute();
  await db.deleteFrom("sessions").where("person", "=", person).execute();
  await db
    .updateTable("links")
    .set({ revoked_at: at })
    .where("person", "=", person)
    .where("revoked_at", "is", null)
    .execute();
}

/** Inside a transaction: the rows of recordings go; which bytes go with them is noted until they are gone. */
export async function buryRecordings(
  trx: Transaction<Tables>,
  ids: readonly string[],
  of: { readonly study: string | null; readonly person: string; readonly erasedAt: string },
): Promise<void> {
  for (const id of ids) {
    const slices = await trx.selectFrom("recording_slices").select("hash").where("recording", "=", id).execute();
    const hashes = slices.length === 0 ? null : JSON.stringify(slices.map(({ hash }) => hash));
    await trx
      .insertInto("erased_recordings")
      .values({ id, study: of.study, person: of.person, hashes, erased_at: of.erasedAt })
      .onConflict((c) => (hashes === null ? c.column("id").doNothing() : c.column("id").doUpdateSet({ hashes })))
      .execute();
    await trx.deleteFrom("recording_slices").where("recording", "=", id).execute();
    await trx.deleteFrom("recordings").where("id", "=", id).execute();
  }
}

/** Studies in which everything of this person was erased. */
export async function erasedStudiesOf({ db }: Pick<Store, "db">, person: string): Promise<string[]> {
  const rows = await db.selectFrom("erased_people").select("study").where("person", "=", person).execute();
  return rows.map(({ study }) => study).sort();
}

export async function isErasedRecording({ db }: Pick<Store, "db">, id: string): Promise<boolean> {
  return (await db.selectFrom("erased_recordings").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

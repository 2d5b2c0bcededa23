// Signed answers: slices arrive in any order and as often as they like, each under one hash; the manifest closes them.

import { Problem } from "#schemas/problem";
import { type Manifest, type StudyRecordings, teamSwitch } from "#schemas/recording";
import { buryRecordings, erasedStudiesOf } from "./erasing.ts";
import { type Store, transact } from "./open.ts";
import type { RecordingSlicesTable, RecordingsTable } from "./tables.ts";

export interface Giver {
  readonly person: string;
  readonly device: string;
  /** The coordinator who hands it in as a file. */
  readonly handedInBy?: string;
}

type Slice = Pick<RecordingSlicesTable, "n" | "hash" | "bytes">;

export async function recordingById(store: Store, id: string): Promise<RecordingsTable | undefined> {
  return store.db.selectFrom("recordings").selectAll().where("id", "=", id).executeTakeFirst();
}

/** In order. */
export async function slicesOf(store: Store, recording: string): Promise<Slice[]> {
  return store.db
    .selectFrom("recording_slices")
    .select(["n", "hash", "bytes"])
    .where("recording", "=", recording)
    .orderBy("n")
    .execute();
}

/** The recording of this person, or `not-found`: another person's is hidden alike. */
export async function ownRecording(store: Store, id: string, person: string): Promise<RecordingsTable> {
  const row = await recordingById(store, id);
  if (row?.person !== person) throw new Problem("not-found");
  return row;
}

/** Notes a slice whose bytes are on the disk. The same slice again is nothing new; other content is `conflict`. */
export async function noteSlice(store: Store, id: string, giver: Giver, slice: Slice, now: Date): Promise<void> {
  const at = now.toISOString();
  await transact(store, async (trx) => {
    const within = { ...store, db: trx };
    const row = await recordingById(within, id);
    if (row !== undefined && row.person !== giver.person) throw new Problem("not-found");
    const before = (await slicesOf(within, id)).find(({ n }) => n === slice.n);
    if (before?.hash === slice.hash) return;
    if (before !== undefined) throw new Problem("conflict", `Slice ${slice.n} is here already with other content.`);
    if (row !== undefined && row.closed_at !== null) throw new Problem("conflict", "This recording is closed.");
    if (row === undefined)
      await trx
        .insertInto("recordings")
        .values({
          ...{ id, person: giver.person, device: giver.device, began_at: at, closed_at: null },
          handed_in_by: giver.handedInBy ?? null,
          ...{ study: null, response: null, type: null, duration_ms: null },
        })
        .execute();
    await trx
      .insertInto("recording_slices")
      .values({ recording: id, ...slice, received_at: at })
      .execute();
  });
}

/**
 * Closes a recording whose slices are all here. Again with the same manifest: nothing new; with another: `conflict`. True
 * where what it belongs to was erased: then it is erased too.
 */
export async function closeRecording(
  store: Store,
  id: string,
  giver: Giver,
  told: Manifest,
  now: Date,
): Promise<boolean> {
  return transact(store, async (trx) => {
    const within = { ...store, db: trx };
    const row = await ownRecording(within, id, giver.person);
    if (await isErased(within, giver.person, told)) {
      await buryRecordings(trx, [id], { study: told.study, person: giver.person, erasedAt: now.toISOString() });
      return true;
    }
    const member = await trx
      .selectFrom("members")
      .select("person")
      .where("study", "=", told.study)
      .where("person", "=", giver.person)
      .executeTakeFirst();
    if (member === undefined) throw new Problem("not-found");
    const slices = await slicesOf(within, id);
    const held = new Map(slices.map(({ n, hash }) => [n, hash]));
    const missing = told.hashes.flatMap((hash, n) => (held.get(n) === hash ? [] : [n]));
    if (told.hashes.length !== told.slices || slices.length !== told.slices || missing.length > 0)
      throw new Problem("conflict", `Slices are missing or differ: ${missing.slice(0, 20).join(", ")}.`);
    if (row.closed_at !== null) {
      const same = row.study === told.study && row.response === told.response && row.type === told.type;
      if (!same || row.duration_ms !== told.durationMs) throw new Problem("conflict", "This recording is closed.");
      return false;
    }
    const { study, response, type, durationMs } = told;
    await trx
      .updateTable("recordings")
      .set({ study, response, type, duration_ms: durationMs, closed_at: now.toISOString() })
      .where("id", "=", id)
      .execute();
    return false;
  });
}

async function isErased(store: Store, person: string, { study, response }: Manifest): Promise<boolean> {
  if ((await erasedStudiesOf(store, person)).includes(study)) return true;
  return (
    (await store.db.selectFrom("tombstones").select("id").where("id", "=", response).executeTakeFirst()) !== undefined
  );
}

/** Whether the person's last consent in a study lets its team see what they signed. Nothing said: no. */
export async function teamMaySee(store: Store, study: string, person: string): Promise<boolean> {
  const row = await store.db
    .selectFrom("log")
    .select("body")
    .where("study", "=", study)
    .where("person", "=", person)
    .where("kind", "=", "consent")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return false;
  const { answer } = JSON.parse(row.body) as { answer: { switches: Record<string, boolean> } };
  return answer.switches[teamSwitch] === true;
}

export async function recordingsOfStudy(store: Store, study: string): Promise<StudyRecordings> {
  const rows = await store.db
    .selectFrom("recordings")
    .innerJoin("members", (join) =>
      join.onRef("members.person", "=", "recordings.person").onRef("members.study", "=", "recordings.study"),
    )
    .innerJoin("recording_slices", "recording_slices.recording", "recordings.id")
    .select(["recordings.id", "recordings.person", "members.code", "response", "type", "duration_ms", "closed_at"])
    .select(({ fn }) => fn.sum<number | string>("recording_slices.bytes").as("bytes"))
    .where("recordings.study", "=", study)
    .where("recordings.closed_at", "is not", null)
    .groupBy(["recordings.id", "recordings.person", "members.code", "response", "type", "duration_ms", "closed_at"])
    .orderBy("recordings.id")
    .execute();
  const allowed = new Map<string, boolean>();
  for (const { person } of rows) if (!allowed.has(person)) allowed.set(person, await teamMaySee(store, study, person));
  const seen = rows.filter(({ person }) => allowed.get(person) === true);
  return {
    recordings: seen.map(({ id, code, response, type, duration_ms, bytes, closed_at }) => ({
      ...{ id, code, response: response ?? "", type: type ?? "", durationMs: duration_ms ?? 0 },
      ...{ bytes: Number(bytes), at: closed_at ?? "" },
    })),
    withheld: rows.length - seen.length,
  };
}

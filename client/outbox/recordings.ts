// Signed answers on this device: every slice is saved as it comes, so that a crash costs at most one second. A take is
// the person's alone until an answer uses it; then it goes up like the answer.
import { v7 } from "uuid";
import type { Response } from "#schemas/response";
import type { PersonDatabase, RecordingRow } from "./database.ts";

export interface TakeOf {
  readonly study: string;
  readonly item?: string;
  readonly occasion?: number;
  /** What it is for: a cue, a question, a reason. Only the same place offers it again after a crash. */
  readonly place: string;
}

/** The first slice makes the take: nothing plays without it, so before it is saved nothing counts as recorded. */
export async function keepSlice(
  db: PersonDatabase,
  take: TakeOf & { readonly id: string; readonly type: string },
  n: number,
  blob: Blob,
  durationMs: number,
): Promise<void> {
  const bytes = await blob.arrayBuffer();
  const hash = await hashOf(bytes);
  await db.transaction("rw", [db.recordings, db.slices], async () => {
    await db.slices.put({ recording: take.id, n, hash, bytes });
    const before = await db.recordings.get(take.id);
    const at = before?.at ?? new Date().toISOString();
    await db.recordings.put({ ...take, at, state: "taking", durationMs, slices: n + 1 });
  });
}

export const newTakeId = (): string => v7();

export async function endTake(db: PersonDatabase, id: string, durationMs: number): Promise<void> {
  await db.recordings.update(id, { state: "kept", durationMs });
}

/** The newest take of this place that no answer uses: of a crash, or left lying. */
export async function keptTake(db: PersonDatabase, of: TakeOf): Promise<RecordingRow | undefined> {
  const rows = await db.recordings.where("state").anyOf(["taking", "kept"]).sortBy("at");
  return rows
    .reverse()
    .find(
      (row) => row.study === of.study && row.item === of.item && row.occasion === of.occasion && row.place === of.place,
    );
}

export async function recordingBlob(db: PersonDatabase, id: string): Promise<Blob | undefined> {
  const row = await db.recordings.get(id);
  const slices = await db.slices.where("recording").equals(id).sortBy("n");
  if (row === undefined || slices.length === 0) return undefined;
  return new Blob(
    slices.map(({ bytes }) => bytes),
    { type: row.type },
  );
}

/** Drops a take that no sealed answer uses. */
export async function dropTake(db: PersonDatabase, id: string): Promise<void> {
  await db.transaction("rw", [db.recordings, db.slices], async () => {
    const row = await db.recordings.get(id);
    if (row === undefined || row.response !== undefined) return;
    await db.slices.where("recording").equals(id).delete();
    await db.recordings.delete(id);
  });
}

/** Inside the transaction that saves a response: its recordings go up after it. */
export async function claimRecordings(db: PersonDatabase, record: Response): Promise<void> {
  for (const id of recordingsIn(record)) {
    const row = await db.recordings.get(id);
    if (row !== undefined && row.response === undefined)
      await db.recordings.update(id, { state: "waiting", response: record.id });
  }
}

/** After the server's log was changed (a restore): what it had is asked for once more. */
export async function doubtRecordings(db: PersonDatabase): Promise<void> {
  await db.recordings.where("state").equals("sent").modify({ state: "waiting" });
}

/** Inside a transaction: takes recordings off this device, their slices too. */
export async function dropRecordings(db: PersonDatabase, ids: readonly string[]): Promise<void> {
  await db.slices
    .where("recording")
    .anyOf([...ids])
    .delete();
  await db.recordings.bulkDelete([...ids]);
}

export function recordingsIn({ kind, answer }: Response): string[] {
  if (kind === "emotion") return answer.cues.flatMap(({ recording }) => (recording === undefined ? [] : [recording]));
  return "recording" in answer && answer.recording !== undefined ? [answer.recording] : [];
}

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

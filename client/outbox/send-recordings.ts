// Sends recordings after the answers that use them: asks which slices are there, sends the others, closes with the
// manifest. It goes on where it stopped, however often the network goes.
import { recordingHere } from "#schemas/recording";
import { metaOf, type RecordingRow } from "./database.ts";
import { Later, Paused } from "./push.ts";
import type { Line } from "./reconcile.ts";
import { call, type Outcome } from "./wire.ts";

const day = 86_400_000;
const later: readonly number[] = [408, 429, 500, 502, 503, 504];

/** One that the server does not take is set aside for a day; the others go on. Throws `Later` or `Paused`. */
export async function sendRecordings(line: Line): Promise<void> {
  const { db, now } = line;
  const key = await metaOf(db, "deviceKey");
  if (key === undefined) return;
  for (const row of await db.recordings.where("state").equals("waiting").sortBy("at")) {
    if (row.retryAt !== undefined && row.retryAt > new Date(now()).toISOString()) continue;
    const refused = await send(line, key, row);
    if (refused === undefined) await db.recordings.update(row.id, { state: "sent" });
    else await db.recordings.update(row.id, { problem: refused, retryAt: new Date(now() + day).toISOString() });
  }
}

async function send({ db, fetch }: Line, key: string, row: RecordingRow): Promise<string | undefined> {
  const path = `/api/recordings/${row.id}`;
  const asked = await call(fetch, { path, key, answers: recordingHere });
  const unknown = asked.kind === "problem" && asked.code === "not-found";
  if (asked.kind !== "answer" && !unknown) return told(asked);
  const { slices, closed } = asked.kind === "answer" ? asked.body : { slices: [], closed: false };
  if (closed) return undefined;
  const there = new Set(slices);
  const numbers = (await db.slices.where("recording").equals(row.id).primaryKeys()).map(([, n]) => n);
  const hashes: string[] = [];
  for (const n of numbers.sort((a, b) => a - b)) {
    const slice = await db.slices.get([row.id, n]);
    if (slice === undefined) continue;
    hashes.push(slice.hash);
    if (there.has(n)) continue;
    const sent = await call(fetch, { path: `${path}/${n}`, key, slice, answers: recordingHere });
    if (sent.kind !== "answer") return told(sent);
  }
  const { study, response, type, durationMs } = row;
  const body = { study, response, type, durationMs, slices: hashes.length, hashes };
  const end = await call(fetch, { path, key, body, answers: recordingHere });
  return end.kind === "answer" ? undefined : told(end);
}

function told(reply: Exclude<Outcome<unknown>, { kind: "answer" }>): string {
  if (reply.kind === "nothing" || later.includes(reply.status)) throw new Later(`the server answered ${reply.status}`);
  if (reply.status === 401 || reply.status === 403) throw new Paused(reply.code);
  return reply.code;
}

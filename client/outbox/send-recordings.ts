// Sends recordings after the answers that use them: asks which slices are there, sends the others, closes with the
// manifest. It goes on where it stopped, however often the network goes.
import type * as z from "zod/mini";
import { recordingHere } from "#schemas/recording";
import { metaOf, type RecordingRow } from "./database.ts";
import { Later, Paused } from "./push.ts";
import type { Line } from "./reconcile.ts";
import { dropRecordings } from "./recordings.ts";
import { call, type Outcome } from "./wire.ts";

const day = 86_400_000;
const later: readonly number[] = [408, 429, 500, 502, 503, 504];

/** One that the server does not take is set aside for a day; the others go on. Throws `Later` or `Paused`. */
export async function sendRecordings(line: Line): Promise<void> {
  const { db, now } = line;
  const key = await metaOf(db, "deviceKey");
  if (key === undefined) return;
  for (const row of await db.recordings.where("state").anyOf(["waiting", "sent"]).sortBy("at")) {
    if (row.state === "sent" && row.closedAt !== undefined) continue;
    if (row.retryAt !== undefined && row.retryAt > new Date(now()).toISOString()) continue;
    const end = await send(line, key, row);
    if (end === "erased") await db.transaction("rw", [db.recordings, db.slices], () => dropRecordings(db, [row.id]));
    else if (typeof end === "string")
      await db.recordings.update(row.id, { problem: end, retryAt: new Date(now() + day).toISOString() });
    else await db.recordings.update(row.id, { state: "sent", ...end });
  }
}

/** A problem's code, or when the server had it whole. */
async function send({ db, fetch }: Line, key: string, row: RecordingRow): Promise<string | { closedAt?: string }> {
  const path = `/api/recordings/${row.id}`;
  const asked = await call(fetch, { path, key, answers: recordingHere });
  const unknown = asked.kind === "problem" && asked.code === "not-found";
  if (asked.kind !== "answer" && !unknown) return told(asked);
  const { slices, closed } = asked.kind === "answer" ? asked.body : { slices: [], closed: false };
  if (asked.kind === "answer" && closed) return whenClosed(asked.body);
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
  return end.kind === "answer" ? whenClosed(end.body) : told(end);
}

const whenClosed = ({ closedAt }: z.infer<typeof recordingHere>) => (closedAt === undefined ? {} : { closedAt });

function told(reply: Exclude<Outcome<unknown>, { kind: "answer" }>): string {
  if (reply.kind === "nothing" || later.includes(reply.status)) throw new Later(`the server answered ${reply.status}`);
  if (reply.status === 401 || reply.status === 403) throw new Paused(reply.code);
  return reply.code;
}

// Reads a whole store and says what does not fit: damaged pages, a row whose text has another hash, a hole in a log, a
// digest that its rows do not give. It changes nothing.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { emptyDigest } from "#schemas/sync";
import type { Store } from "./open.ts";
import type { LogTable } from "./tables.ts";

export interface Integrity {
  readonly studies: number;
  readonly responses: number;
  readonly decisions: number;
  readonly tombstones: number;
  readonly recordings: number;
  readonly faults: readonly string[];
}

const page = 1000;
const hashText = (text: string) => createHash("sha256").update(text).digest("hex");

function addTo(digest: string, id: string): string {
  return ((BigInt(`0x${digest}`) ^ BigInt(`0x${hashText(id).slice(0, 32)}`)) as bigint).toString(16).padStart(32, "0");
}

async function pagesFaults(store: Store): Promise<string[]> {
  if (store.engine !== "sqlite") return [];
  const pages = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(store.db);
  const refs = await sql<{ table: string }>`pragma foreign_key_check`.execute(store.db);
  return [
    ...pages.rows.map((row) => row.integrity_check).filter((said) => said !== "ok"),
    ...refs.rows.map((row) => `a row of ${row.table} refers to nothing`),
  ];
}

type Filed = Pick<LogTable, "id" | "body" | "device" | "person" | "n" | "item" | "kind">;

/** The columns beside a text are derived from it. */
function filedRight(study: string, row: Filed): boolean {
  const { id, device, person, n, item = null, kind, study: of } = JSON.parse(row.body) as Record<string, unknown>;
  const told = [of, id, device, person, n, item, kind];
  return [study, row.id, row.device, row.person, row.n, row.item, row.kind].every((one, at) => one === told[at]);
}

/** A closed recording has every slice from 0 on, and names a study and what it was given for. */
async function recordingFaults(store: Store): Promise<{ count: number; faults: string[] }> {
  const faults: string[] = [];
  const recordings = await store.db.selectFrom("recordings").selectAll().orderBy("id").execute();
  const slices = await store.db.selectFrom("recording_slices").select(["recording", "n"]).execute();
  const numbers = new Map<string, number[]>();
  for (const { recording, n } of slices) numbers.set(recording, [...(numbers.get(recording) ?? []), n]);
  for (const { id, closed_at, study, response, type, duration_ms } of recordings) {
    if (closed_at === null) continue;
    const held = (numbers.get(id) ?? []).sort((a, b) => a - b);
    if (held.length === 0 || held.some((n, at) => n !== at)) faults.push(`recording ${id}: slices are missing`);
    if ([study, response, type, duration_ms].includes(null)) faults.push(`recording ${id}: its manifest is incomplete`);
  }
  return { count: recordings.length, faults };
}

export async function integrityOf(store: Store): Promise<Integrity> {
  const faults = await pagesFaults(store);
  const totals = new Map<string, { count: number; digest: string }>();
  const account = (device: string, id: string) => {
    const total = totals.get(device) ?? { count: 0, digest: emptyDigest };
    totals.set(device, { count: total.count + 1, digest: addTo(total.digest, id) });
  };
  let responses = 0;
  let decisions = 0;
  const studies = await store.db.selectFrom("studies").select(["id", "seq"]).orderBy("id").execute();
  const tombstones = await store.db.selectFrom("tombstones").select(["id", "study", "device", "seq"]).execute();
  for (const study of studies) {
    const erased = new Set(tombstones.filter((row) => row.study === study.id).map((row) => row.seq));
    let expected = 1;
    for (;;) {
      const rows = await store.db
        .selectFrom("log")
        .select(["seq", "entry", "id", "hash", "body", "device", "person", "n", "item", "kind"])
        .where("study", "=", study.id)
        .where("seq", ">=", expected)
        .orderBy("seq")
        .limit(page)
        .execute();
      for (const row of rows) {
        for (; expected < row.seq; expected++) {
          if (!erased.has(expected)) faults.push(`study ${study.id}: entry ${expected} of the log is missing`);
        }
        expected = row.seq + 1;
        if (hashText(row.body) !== row.hash)
          faults.push(`study ${study.id}: entry ${row.seq} has been changed: its text has another hash`);
        else if (row.entry === "response" && !filedRight(study.id, row))
          faults.push(`study ${study.id}: entry ${row.seq} is filed under other names than its text says`);
        if (row.seq > study.seq) faults.push(`study ${study.id}: entry ${row.seq} lies beyond the head of the log`);
        if (row.entry === "response") {
          responses += 1;
          if (row.device !== null) account(row.device, row.id);
        } else decisions += 1;
      }
      if (rows.length < page) break;
    }
    for (; expected <= study.seq; expected++) {
      if (!erased.has(expected)) faults.push(`study ${study.id}: entry ${expected} of the log is missing`);
    }
  }
  for (const row of tombstones) account(row.device, row.id);
  for (const device of await store.db.selectFrom("devices").select(["id", "count", "digest"]).execute()) {
    const total = totals.get(device.id) ?? { count: 0, digest: emptyDigest };
    if (total.count !== device.count || total.digest !== device.digest) {
      faults.push(`device ${device.id}: ${device.count} acknowledged answers are noted, the log holds ${total.count}`);
    }
  }
  const recorded = await recordingFaults(store);
  return {
    ...{ studies: studies.length, responses, decisions, tombstones: tombstones.length, recordings: recorded.count },
    faults: [...faults, ...recorded.faults],
  };
}

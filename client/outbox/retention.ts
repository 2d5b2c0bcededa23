// How long the content of an answer stays on this device: until it has stood in a backup of the server for 30 days, or,
// on a shared computer, until it is sent and the person signed out. Then the row stays without its text, so that digest,
// `have` and what stands do not change. A consent stays whole.
import { answeringKinds, type Response } from "#schemas/response";
import type { HelloReply } from "#schemas/sync";
import { metaOf, type PersonDatabase, type ResponseRow, setMeta } from "./database.ts";
import { dropRecordings } from "./recordings.ts";

const keptDays = 30;
const day = 86_400_000;
/** Most rows of one transaction: an answer that is saved meanwhile waits no longer than for these. */
const atOnce = 200;

/** Inside a transaction on `meta`: notes how far the backup reaches, at most once a day and study. */
export async function markBackedUp(
  db: PersonDatabase,
  { backedUp, serverTime }: Pick<HelloReply, "backedUp" | "serverTime">,
): Promise<void> {
  const before = (await metaOf(db, "marks")) ?? {};
  const marks = { ...before };
  for (const [study, seq] of Object.entries(backedUp)) {
    const known = marks[study] ?? [];
    const last = known.at(-1);
    const fresh = last === undefined || (seq > last[0] && Date.parse(serverTime) - Date.parse(last[1]) >= day);
    if (fresh) marks[study] = [...withoutOld(known, serverTime), [seq, serverTime]];
  }
  await setMeta(db, "marks", marks);
}

/** Of the marks that are old enough the furthest says all that the others say. */
function withoutOld(marks: readonly [number, string][], serverTime: string): [number, string][] {
  const due = marks.filter(([, at]) => isDue(at, serverTime));
  return marks.slice(Math.max(0, due.length - 1));
}

const isDue = (at: string, serverTime: string): boolean => Date.parse(serverTime) - Date.parse(at) >= keptDays * day;

/** Inside a transaction: after a restore or an erasure no place in the log is believed any more, nor that a backup holds it. */
export async function doubtPlaces(db: PersonDatabase, epochs: Readonly<Record<string, number>>): Promise<void> {
  const before = (await metaOf(db, "epochs")) ?? {};
  const marks = { ...(await metaOf(db, "marks")) };
  for (const [study, epoch] of Object.entries(epochs)) {
    if (before[study] === epoch) continue;
    delete marks[study];
    for (const state of whole)
      await placed(db, state, study, Number.POSITIVE_INFINITY).modify((row) => {
        delete row.seq;
      });
  }
  await setMeta(db, "marks", marks);
}

/** Rows whose text is here and on the server: own ones, and those pulled from other devices. */
const whole = ["sent", "elsewhere"] as const;

const placed = (db: PersonDatabase, state: (typeof whole)[number], study: string, upTo: number) =>
  db.responses.where("[state+study+seq]").between([state, study, 0], [state, study, upTo], true, true);

/** Inside a transaction: places that the server told of ids that it holds. */
export async function placeSent(
  db: PersonDatabase,
  ids: readonly string[],
  seqs: readonly (number | null)[],
): Promise<void> {
  const told = new Map(ids.map((id, at) => [id, seqs[at] ?? null]));
  const rows = await db.responses.bulkGet([...told].flatMap(([id, seq]) => (seq === null ? [] : [id])));
  const moved = rows.flatMap((row) => {
    const seq = row === undefined ? null : (told.get(row.id) ?? null);
    return row === undefined || row.state !== "sent" || seq === null || row.seq === seq ? [] : [{ ...row, seq }];
  });
  await db.responses.bulkPut(moved);
}

/**
 * After a hello that agreed, in small transactions: takes away content that its time is over for, and all of it where the
 * person signed out of a shared computer. Returns how many answers lost theirs.
 */
export async function purge(
  db: PersonDatabase,
  { serverTime, backedUpAt }: Pick<HelloReply, "serverTime" | "backedUpAt">,
): Promise<number> {
  if ((await metaOf(db, "closing")) !== undefined) return dropContent(db);
  let gone = 0;
  for (const [study, marks] of Object.entries((await metaOf(db, "marks")) ?? {})) {
    const reach = Math.max(0, ...marks.filter(([, at]) => isDue(at, serverTime)).map(([seq]) => seq));
    if (reach === 0) continue;
    for (const state of whole)
      for (;;) {
        const some = await purgeSome(db, state, study, reach);
        gone += some;
        if (some < atOnce) break;
        await new Promise((next) => setTimeout(next));
      }
  }
  await purgeRecordings(db, serverTime, backedUpAt);
  return gone;
}

async function purgeSome(
  db: PersonDatabase,
  state: (typeof whole)[number],
  study: string,
  upTo: number,
): Promise<number> {
  return db.transaction("rw", db.responses, async () => {
    const rows = await placed(db, state, study, upTo).limit(atOnce).toArray();
    await layBare(db, rows);
    return rows.length;
  });
}

async function dropContent(db: PersonDatabase): Promise<number> {
  return db.transaction("rw", [db.meta, db.responses, db.stuck, db.recordings, db.slices], async () => {
    if ((await metaOf(db, "closing")) === undefined) return 0;
    await setMeta(db, "closing", "agreed");
    const rows = await db.responses.where("state").anyOf(whole).toArray();
    await layBare(db, rows);
    const quarantined = await db.stuck.filter(({ reason }) => reason === "quarantined").primaryKeys();
    await db.responses.bulkDelete(quarantined);
    await db.stuck.bulkDelete(quarantined);
    await dropRecordings(db, await db.recordings.where("state").anyOf(["sent", "server"]).primaryKeys());
    return rows.length;
  });
}

async function layBare(db: PersonDatabase, rows: readonly ResponseRow[]): Promise<void> {
  const answering = rows.filter(({ kind }) => (answeringKinds as readonly string[]).includes(kind));
  const consents = rows.filter(({ kind }) => kind === "consent");
  const others = rows.filter((row) => !answering.includes(row) && !consents.includes(row));
  await db.responses.bulkPut([...answering.map(bare), ...consents.map(({ seq: _, ...row }) => row)]);
  await db.responses.bulkDelete(others.map(({ id }) => id));
}

/** An answer without what was answered: what the standing rule and a later `replaces` need. */
function bare(row: ResponseRow): ResponseRow {
  const { replaces, skewMs } = JSON.parse(row.text) as Response;
  return {
    ...row,
    state: "server",
    text: "",
    ...(replaces === undefined ? {} : { replaces }),
    ...(skewMs === undefined ? {} : { skewMs }),
    ...(row.state === "elsewhere" ? { pulled: true as const } : {}),
  };
}

async function purgeRecordings(db: PersonDatabase, serverTime: string, backedUpAt: string | undefined): Promise<void> {
  if (backedUpAt === undefined) return;
  for (const { id, closedAt } of await db.recordings.where("state").equals("sent").toArray()) {
    if (closedAt === undefined || closedAt >= backedUpAt || !isDue(closedAt, serverTime)) continue;
    await db.transaction("rw", [db.recordings, db.slices], async () => {
      await db.slices.where("recording").equals(id).delete();
      await db.recordings.update(id, { state: "server" });
    });
  }
}

/**
 * Takes that no answer uses go a day after they were made, once the draft that they were made for is gone: sent, set
 * aside or withdrawn. Until then a crash costs nothing. Returns how many went.
 */
export async function dropUnusedTakes(db: PersonDatabase, now: number): Promise<number> {
  const before = new Date(now - day).toISOString();
  return db.transaction("rw", [db.recordings, db.slices, db.drafts], async () => {
    const unused = await db.recordings.where("state").anyOf(["taking", "kept"]).toArray();
    const gone: string[] = [];
    for (const { id, study, item, occasion, at, response } of unused) {
      if (response !== undefined || at > before) continue;
      const draft = item === undefined ? undefined : await db.drafts.get([study, item, occasion ?? 1]);
      if (draft === undefined) gone.push(id);
    }
    await dropRecordings(db, gone);
    return gone.length;
  });
}

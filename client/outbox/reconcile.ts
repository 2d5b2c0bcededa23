// Device and server compare what they hold. A disagreement (a restored server, a lost acknowledgement) is mended by
// ids: what the server lacks goes out again, what the device lacks comes back.
import type { Response } from "#schemas/response";
import { type HelloReply, haveLimit, haveReply, helloReply, pullReply } from "#schemas/sync";
import { metaOf, type PersonDatabase, type ResponseRow, setMeta } from "./database.ts";
import { dropErased, dropErasedStudies } from "./erased.ts";
import { markGone, noteGone, untoldGone } from "./gone.ts";
import { Later, Paused } from "./push.ts";
import { doubtRecordings } from "./recordings.ts";
import { doubtPlaces, markBackedUp, placeSent } from "./retention.ts";
import { acknowledge, bitsByIds, emptyAcknowledged, unacknowledge } from "./settle.ts";
import { waiting } from "./status.ts";
import { call, type Fetch, type Outcome } from "./wire.ts";

export interface Line {
  readonly db: PersonDatabase;
  readonly fetch: Fetch;
  readonly now: () => number;
}

async function keyOf(db: PersonDatabase): Promise<string> {
  const key = await metaOf(db, "deviceKey");
  if (key === undefined) throw new Paused("signed-out");
  return key;
}

function answered<T>(reply: Outcome<T>): T {
  if (reply.kind === "answer") return reply.body;
  if (reply.kind === "problem" && (reply.status === 401 || reply.status === 403)) throw new Paused(reply.code);
  throw new Later(`the server answered ${reply.status}`);
}

/** Whether both hold the same, and the epochs of the studies: a higher one means that the server's log was changed. */
export interface Greeting {
  readonly agree: boolean;
  readonly epochs: Record<string, number>;
  readonly said: HelloReply;
}

export async function hello({ db, fetch, now }: Line): Promise<Greeting> {
  const { count, digest } = (await metaOf(db, "acknowledged")) ?? emptyAcknowledged;
  const open = await waiting(db);
  const gone = await untoldGone(db);
  const asked = now();
  const reply = await call(fetch, {
    path: "/api/sync/hello",
    key: await keyOf(db),
    answers: helloReply,
    body: {
      device: await metaOf(db, "device"),
      count,
      digest,
      maxN: (await metaOf(db, "n")) ?? 0,
      pending: open.count,
      oldestPendingAt: open.oldestAt,
      ...(gone.length === 0 ? {} : { gone }),
    },
  });
  const said = answered(reply);
  const answeredAt = now();
  await db.transaction("rw", db.meta, async () => {
    await setMeta(db, "skewMs", Math.round(Date.parse(said.serverTime) - (asked + answeredAt) / 2));
    await setMeta(db, "backedUp", said.backedUp);
    await setMeta(db, "minVersion", said.minVersion);
    await setMeta(db, "helloAt", new Date(answeredAt).toISOString());
    await markBackedUp(db, said);
    await markGone(
      db,
      gone.map(({ id }) => id),
      { told: true },
    );
  });
  await dropErasedStudies(db, said.erased ?? []);
  const before = (await metaOf(db, "epochs")) ?? {};
  const same = Object.entries(said.epochs).every(([study, epoch]) => before[study] === epoch);
  if (!same && (await heldIds(db)).length > 0) return { agree: false, epochs: said.epochs, said };
  if (!same)
    await db.transaction("rw", [db.meta, db.responses], async () => {
      await doubtPlaces(db, said.epochs);
      await setMeta(db, "epochs", said.epochs);
    });
  return { agree: said.agree, epochs: said.epochs, said };
}

/** All that the server had: also under an earlier key, set aside there, or pulled from other devices. */
async function heldIds(db: PersonDatabase): Promise<string[]> {
  const known = await db.responses.where("state").anyOf(["sent", "aside", "elsewhere", "server"]).primaryKeys();
  return [...new Set([...(await db.acknowledged.toCollection().primaryKeys()), ...known])].sort();
}

/** After a hello that disagrees: compares all ids, page by page. Returns how many responses go out again. */
export async function have(line: Line, epochs: Record<string, number>, pageSize = haveLimit): Promise<number> {
  const { db } = line;
  const ids = await heldIds(db);
  await db.transaction("rw", [db.meta, db.responses, db.recordings], async () => {
    await doubtRecordings(db);
    await doubtPlaces(db, epochs);
  });
  let again = 0;
  for (let at = 0; at === 0 || at < ids.length; at += pageSize) {
    const page = { from: at === 0 ? undefined : ids[at], to: ids[at + pageSize] };
    again += await compare(line, ids.slice(at, at + pageSize), page);
  }
  await setMeta(db, "epochs", epochs);
  return again;
}

/** A page reaches as far as the first id of the next one, which is not its own, so that nothing lies between two pages. */
async function compare(
  { db, fetch }: Line,
  ids: readonly string[],
  page: { readonly from: string | undefined; readonly to: string | undefined },
): Promise<number> {
  const said = answered(
    await call(fetch, { path: "/api/sync/have", key: await keyOf(db), answers: haveReply, body: { ids, ...page } }),
  );
  const back = said.extra
    .flatMap((text, at) => recordIn(text).map((one) => ({ ...one, seq: said.extraSeqs?.[at] })))
    .filter(({ record }) => record.id !== page.to);
  const asked = new Set(ids);
  const bits = await bitsByIds([...said.missing, ...said.erased, ...back.map(({ record }) => record.id)]);
  const tables = [db.meta, db.responses, db.outbox, db.stuck, db.acknowledged, db.recordings, db.slices];
  return db.transaction("rw", tables, async () => {
    const again = await goOutAgain(db, said.missing, bits);
    for (const { record, text, seq } of back) {
      await db.responses.put({
        ...rowOf(record, text, "sent", said.extraFlags?.[record.id] ?? []),
        ...(seq === undefined ? {} : { seq }),
      });
      await db.outbox.delete(record.id);
      await db.stuck.delete(record.id);
      await acknowledge(db, [record.id], bits);
    }
    const greatest = Math.max(0, ...back.map(({ record }) => record.n));
    if (greatest > ((await metaOf(db, "n")) ?? 0)) await setMeta(db, "n", greatest);
    const device = await metaOf(db, "device");
    for (const id of said.erased) {
      const row = await db.responses.get(id);
      if (row === undefined ? !asked.has(id) : row.device === device) await acknowledge(db, [id], bits);
    }
    await dropErased(db, said.erased);
    await placeSent(db, ids, said.seqs ?? []);
    return again;
  });
}

/** What the server lost goes out again. Where only the server had the content, the answer is gone, and that is told. */
async function goOutAgain(
  db: PersonDatabase,
  missing: readonly string[],
  bits: ReadonlyMap<string, bigint>,
): Promise<number> {
  await unacknowledge(db, missing, bits);
  const rows = (await db.responses.bulkGet([...missing])).filter((row) => row !== undefined);
  for (const row of rows) {
    if (row.state === "server") await db.responses.delete(row.id);
    else {
      await db.responses.update(row.id, { state: "waiting" });
      await db.stuck.delete(row.id);
      await db.outbox.put({ id: row.id, n: row.n, at: row.at, strikes: 0 });
    }
  }
  const bare = rows.filter(({ state }) => state === "server");
  await noteGone(db, bare);
  return rows.length - bare.length;
}

/** Own answers from other devices. A person who may not read any more is told so elsewhere; sending goes on. */
export async function pull({ db, fetch }: Line): Promise<void> {
  for (;;) {
    const cursors = (await metaOf(db, "cursors")) ?? {};
    const reply = await call(fetch, {
      path: "/api/sync/pull",
      key: await keyOf(db),
      answers: pullReply,
      body: { cursors },
    });
    if (reply.kind === "problem" && (reply.status === 401 || reply.status === 403)) return;
    const said = answered(reply);
    await db.transaction("rw", [db.meta, db.responses], async () => {
      const device = await metaOf(db, "device");
      for (const one of said.responses)
        for (const { record, text } of recordIn(one.text)) {
          const known = await db.responses.get(record.id);
          if (known !== undefined)
            await db.responses.update(record.id, {
              flags: one.flags,
              ...(known.state === "elsewhere" ? { seq: one.seq } : {}),
            });
          else if (record.person === db.person && record.device !== device)
            await db.responses.add({ ...rowOf(record, text, "elsewhere", one.flags), seq: one.seq });
        }
      await setMeta(db, "cursors", { ...cursors, ...said.cursors } as Record<string, [number, number]>);
    });
    if (!said.more) return;
  }
}

/** Before a person's first page on this device: what they answered elsewhere, so that nothing done is offered as new. */
export async function catchUp(db: PersonDatabase): Promise<void> {
  try {
    await pull({ db, fetch: (input, init) => fetch(input, init), now: Date.now });
  } catch (reason) {
    if (!(reason instanceof Later || reason instanceof Paused)) throw reason;
  }
}

function recordIn(text: string): { record: Response; text: string }[] {
  try {
    const record = JSON.parse(text) as Response;
    return typeof record.id === "string" ? [{ record, text }] : [];
  } catch {
    return [];
  }
}

function rowOf(record: Response, text: string, state: ResponseRow["state"], flags: ResponseRow["flags"]): ResponseRow {
  return {
    id: record.id,
    study: record.study,
    ...("item" in record && record.item !== undefined ? { item: record.item } : {}),
    ...("occasion" in record && record.occasion !== undefined ? { occasion: record.occasion } : {}),
    kind: record.kind,
    device: record.device,
    n: record.n,
    at: record.at,
    text,
    state,
    flags,
  };
}

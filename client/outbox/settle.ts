// Settles each row by its own verdict, in one transaction: a batch is never acknowledged as a whole.
import type { Verdict } from "#schemas/sync";
import { amongKeys, responsesOf, takeOut } from "./by-ids.ts";
import { metaOf, type PersonDatabase, type ResponseRow, type StuckReason, type StuckRow, setMeta } from "./database.ts";
import { bitsOf, digestWith } from "./digest.ts";
import { dropErased } from "./erased.ts";

export const emptyAcknowledged = { count: 0, digest: "0".repeat(32) };

/** Applies verdicts whose ids are known here. Returns how many rows left the outbox. Applying them twice is harmless. */
export async function settle(
  db: PersonDatabase,
  verdicts: readonly (Verdict & { readonly id: string })[],
  counted?: ReadonlyMap<string, bigint>,
): Promise<number> {
  const ids = verdicts.map(({ id }) => id);
  const bits = counted ?? (await bitsByIds(ids));
  const erased: string[] = [];
  const left = await db.transaction("rw", [db.outbox, db.responses, db.stuck, db.meta, db.acknowledged], async () => {
    const device = await metaOf(db, "device");
    const rows = await responsesOf(db, ids);
    const waited = await takeOut(db.outbox, ids);
    const changed: ResponseRow[] = [];
    const aside: StuckRow[] = [];
    const known: string[] = [];
    for (const [at, { id, verdict, seq, flags, problem }] of verdicts.entries()) {
      const row = rows[at];
      if (row === undefined) continue;
      const taken = verdict === "stored" || verdict === "duplicate";
      if (taken) changed.push({ ...row, state: "sent", flags: flags ?? [], ...(seq === undefined ? {} : { seq }) });
      else if (verdict === "erased") erased.push(id);
      else if (row.state !== "sent") {
        changed.push({ ...row, state: "aside" });
        aside.push({ id, n: row.n, at: row.at, reason: verdict, ...(problem === undefined ? {} : { problem }) });
      }
      if (row.device !== device) continue;
      if (taken || verdict === "erased") known.push(id);
      if (flags?.includes("fork")) await setMeta(db, "forked", true);
    }
    if ((await db.stuck.count()) > 0) await db.stuck.bulkDelete(ids);
    await db.responses.bulkPut(changed);
    if (aside.length > 0) await db.stuck.bulkPut(aside);
    await acknowledge(db, known, bits);
    return waited;
  });
  await dropErased(db, erased);
  return left;
}

export async function bitsByIds(ids: readonly string[]): Promise<Map<string, bigint>> {
  return new Map(await Promise.all(ids.map(async (id) => [id, await bitsOf(id)] as const)));
}

/** Inside a transaction on `meta` and `acknowledged`: notes ids that the server has of this device, each once. */
export async function acknowledge(
  db: PersonDatabase,
  ids: readonly string[],
  bits: ReadonlyMap<string, bigint>,
): Promise<void> {
  const known = await amongKeys(db.acknowledged, ids);
  const fresh = [...new Set(ids.filter((id) => !known.has(id)))];
  if (fresh.length === 0) return;
  await db.acknowledged.bulkAdd(fresh.map((id) => ({ id })));
  await changeTotals(db, fresh, bits, 1);
}

/** The opposite: the server lost them (it was restored from a backup). */
export async function unacknowledge(
  db: PersonDatabase,
  ids: readonly string[],
  bits: ReadonlyMap<string, bigint>,
): Promise<void> {
  const known = await db.acknowledged.bulkGet([...ids]);
  const lost = ids.filter((_, at) => known[at] !== undefined);
  if (lost.length === 0) return;
  await db.acknowledged.bulkDelete(lost);
  await changeTotals(db, lost, bits, -1);
}

async function changeTotals(
  db: PersonDatabase,
  ids: readonly string[],
  bits: ReadonlyMap<string, bigint>,
  sign: 1 | -1,
): Promise<void> {
  const { count, digest } = (await metaOf(db, "acknowledged")) ?? emptyAcknowledged;
  await setMeta(db, "acknowledged", {
    count: count + sign * ids.length,
    digest: digestWith(
      digest,
      ids.map((id) => bits.get(id) ?? 0n),
    ),
  });
}

/** Sets a row aside that cannot be taken: shown, exportable, tried again after a day; the others go on. */
export async function setAside(
  db: PersonDatabase,
  ids: readonly string[],
  reason: StuckReason,
  retryAt: Date,
): Promise<void> {
  await db.transaction("rw", [db.outbox, db.responses, db.stuck], async () => {
    for (const id of ids) {
      const row = await db.outbox.get(id);
      if (row === undefined) continue;
      await db.outbox.delete(id);
      await db.responses.update(id, { state: "stuck" });
      await db.stuck.put({ id, n: row.n, at: row.at, reason, retryAt: retryAt.toISOString() });
    }
  });
}

/** Puts back what was set aside and is due. */
export async function retryStuck(db: PersonDatabase, now: Date): Promise<void> {
  await db.transaction("rw", [db.outbox, db.responses, db.stuck], async () => {
    for (const row of await db.stuck.where("retryAt").belowOrEqual(now.toISOString()).toArray()) {
      await db.stuck.delete(row.id);
      await db.responses.update(row.id, { state: "waiting" });
      await db.outbox.put({ id: row.id, n: row.n, at: row.at, strikes: 0 });
    }
  });
}

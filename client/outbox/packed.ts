// The body of one push, and the reading of its reply.
import { v4 } from "uuid";
import { type PushReply, pushLimits, type Verdict } from "#schemas/sync";
import { responsesOf } from "./by-ids.ts";
import { metaOf, type OutboxRow, type PersonDatabase } from "./database.ts";
import { gzip } from "./wire.ts";

export interface Packed {
  readonly batch: string;
  readonly ids: readonly string[];
  readonly blob: Blob;
}

/** Undefined where it is over a limit. `away`: rows still in the outbox that an earlier batch is just delivering. */
export async function packed(db: PersonDatabase, rows: readonly OutboxRow[], away = 0): Promise<Packed | undefined> {
  const ids = rows.map(({ id }) => id);
  const held = await responsesOf(db, ids);
  const waiting = await db.outbox.count();
  const batch = v4();
  const text = JSON.stringify({
    batch,
    device: await metaOf(db, "device"),
    maxN: (await metaOf(db, "n")) ?? 0,
    pending: Math.max(rows.length, waiting - away),
    responses: held.map((row) => row?.text ?? ""),
  });
  if (new Blob([text]).size > pushLimits.inflated) return undefined;
  const blob = await gzip(text);
  return blob.size > pushLimits.compressed ? undefined : { batch, ids, blob };
}

/** Verdicts by id; undefined where the reply is not about this batch. `id: null` speaks of the text in that place. */
export function verdictsOf(
  reply: PushReply,
  { batch, ids }: Pick<Packed, "batch" | "ids">,
): (Verdict & { id: string })[] | undefined {
  if (reply.batch !== batch || reply.verdicts.length !== ids.length) return undefined;
  const asked = new Set(ids);
  const out = reply.verdicts.map((one, at) => ({ ...one, id: one.id ?? (ids[at] as string) }));
  return out.every(({ id }) => asked.has(id)) ? out : undefined;
}

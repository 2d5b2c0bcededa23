// Decisions of coordinators as the log holds them, and what else the desk asks of the log by person or item.
import { sql } from "kysely";
import type { Decision } from "#schemas/decision";
import type { Held } from "#schemas/standing";
import type { Store } from "./open.ts";

/** Written out, not a parameter, so that the index on decisions is used: a log holds few of them among many answers. */
export const isDecision = sql<boolean>`entry = 'decision'`;

export interface Decided {
  readonly seq: number;
  readonly decision: Decision;
}

/** Every decision of a study, newest first. */
export async function decisionsOf(store: Store, study: string): Promise<Decided[]> {
  const rows = await store.db
    .selectFrom("log")
    .select(["seq", "body"])
    .where("study", "=", study)
    .where(isDecision)
    .execute();
  return rows.sort((a, b) => b.seq - a.seq).map(({ seq, body }) => ({ seq, decision: JSON.parse(body) as Decision }));
}

/** Every response that the log holds for one item, with who gave it and what was noted beside it. */
export async function responsesOfItem(
  store: Store,
  study: string,
  item: string,
): Promise<(Held & { readonly person: string; readonly occasion: number })[]> {
  const rows = await store.db
    .selectFrom("log")
    .select(["person", "occasion", "body", "flags"])
    .where("study", "=", study)
    .where("item", "=", item)
    .where("entry", "=", "response")
    .orderBy("seq")
    .execute();
  return rows.map((row) => ({
    response: JSON.parse(row.body),
    flags: JSON.parse(row.flags),
    person: row.person ?? "",
    occasion: row.occasion ?? 1,
  }));
}

/** When the log of a study last grew; null where it never did. */
export async function lastEntryAt(store: Store, study: string): Promise<string | null> {
  const row = await store.db
    .selectFrom("log")
    .select("received_at")
    .where("study", "=", study)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.received_at ?? null;
}

export async function holdsResponse(store: Store, study: string, id: string): Promise<boolean> {
  const row = await store.db
    .selectFrom("log")
    .select("seq")
    .where("id", "=", id)
    .where("study", "=", study)
    .where("entry", "=", "response")
    .executeTakeFirst();
  return row !== undefined;
}

// The answers of one person to one item on one occasion, as they stand in the log: what a standing response is picked from.
import type { Response } from "#schemas/response";
import type { Flag, Held } from "#schemas/standing";
import type { Store } from "./open.ts";

export interface Cell {
  readonly person: string;
  readonly item: string;
  readonly occasion: number;
}

/** All responses of a cell up to a place in the log. */
export async function chainOf(
  store: Store,
  study: string,
  cell: Cell,
  upTo: number,
): Promise<(Held & { readonly seq: number })[]> {
  const rows = await store.db
    .selectFrom("log")
    .select(["body", "flags", "seq"])
    .where("study", "=", study)
    .where("item", "=", cell.item)
    .where("person", "=", cell.person)
    .where("occasion", "=", cell.occasion)
    .where("seq", "<=", upTo)
    .where("entry", "=", "response")
    .execute();
  return rows.map(({ body, flags, seq }) => ({
    response: JSON.parse(body) as Response,
    flags: JSON.parse(flags) as Flag[],
    seq: Number(seq),
  }));
}

/** Where a response stands; undefined where it is on no item or not in the log. */
export async function cellOf(store: Store, study: string, response: string): Promise<Cell | undefined> {
  const row = await store.db
    .selectFrom("log")
    .select(["person", "item", "occasion"])
    .where("study", "=", study)
    .where("id", "=", response)
    .where("entry", "=", "response")
    .executeTakeFirst();
  if (row === undefined || row.person === null || row.item === null) return undefined;
  return { person: row.person, item: row.item, occasion: row.occasion ?? 1 };
}

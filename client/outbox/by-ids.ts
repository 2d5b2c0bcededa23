// Rows by their ids with one request to IndexedDB, where five hundred would cost more than all else of a push. Ids are
// made in order of time, so that what is asked for together mostly lies together.
import type { Table } from "dexie";
import type { PersonDatabase, ResponseRow } from "./database.ts";

const between = <T>(table: Table<T, string>, ids: readonly string[]) => {
  const sorted = [...ids].sort();
  return table.where(":id").between(sorted[0] ?? "", sorted.at(-1) ?? "", true, true);
};

/** In the order of the ids; undefined where there is none. */
export async function responsesOf(db: PersonDatabase, ids: readonly string[]): Promise<(ResponseRow | undefined)[]> {
  const range = between(db.responses, ids);
  if ((await range.count()) > 2 * ids.length) return db.responses.bulkGet([...ids]);
  const rows = new Map((await range.toArray()).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id));
}

/** Those of the ids that the table has. */
export async function amongKeys<T>(table: Table<T, string>, ids: readonly string[]): Promise<Set<string>> {
  const asked = new Set(ids);
  return new Set((await between(table, ids).primaryKeys()).filter((id) => asked.has(id)));
}

/** Takes rows out; how many there were. */
export async function takeOut<T>(table: Table<T, string>, ids: readonly string[]): Promise<number> {
  const asked = new Set(ids);
  const range = between(table, ids);
  const there = await range.primaryKeys();
  const mine = there.filter((id) => asked.has(id));
  if (mine.length === there.length) await range.delete();
  else await table.bulkDelete(mine);
  return mine.length;
}

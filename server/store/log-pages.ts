// The log a page at a time, with no more columns than whoever walks along it needs: reading a row costs by the column.
import type { Store } from "./open.ts";
import type { LogTable } from "./tables.ts";

/** Rows after a place in the log, in its order. */
export async function pageOf<C extends keyof LogTable>(
  store: Store,
  study: string,
  columns: readonly C[],
  afterSeq: number,
  limit: number,
): Promise<Pick<LogTable, C>[]> {
  const rows = await store.db
    .selectFrom("log")
    .select(columns as readonly (keyof LogTable)[])
    .where("study", "=", study)
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(limit)
    .execute();
  return rows as Pick<LogTable, C>[];
}

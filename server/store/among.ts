// "Is one of these", for long lists: one parameter and one text whatever the length, so that a push of 500 builds and
// prepares no statement of its own.
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Store } from "./open.ts";

/** A condition for `where`; `column` as Kysely writes it. An empty list holds for nothing. */
export function among({ engine }: Pick<Store, "engine">, column: string, list: readonly string[]): RawBuilder<SqlBool> {
  return engine === "postgres"
    ? sql<SqlBool>`${sql.ref(column)} = any(${list}::text[])`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(list)}))`;
}

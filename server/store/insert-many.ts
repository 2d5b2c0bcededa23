// Many rows of one table in few statements. The text is written out here: building it row by row, as Kysely does, would
// cost more than storing the rows.
import { CompiledQuery } from "kysely";
import type { Store } from "./open.ts";
import type { Tables } from "./tables.ts";

const atOnce = 100;

/** `rest` follows the values, such as what is done with a row that is there already. */
export async function insertMany<T extends keyof Tables, C extends keyof Tables[T] & string>(
  { db, engine }: Pick<Store, "db" | "engine">,
  table: T,
  columns: readonly C[],
  rows: readonly Pick<Tables[T], C>[],
  rest = "",
): Promise<void> {
  for (let i = 0; i < rows.length; i += atOnce) {
    const some = rows.slice(i, i + atOnce);
    const places = some.map((_, row) => {
      const of = columns.map((_, at) => (engine === "postgres" ? `$${row * columns.length + at + 1}` : "?"));
      return `(${of.join(", ")})`;
    });
    const text = `insert into ${table} (${columns.join(", ")}) values ${places.join(", ")} ${rest}`;
    const values = some.flatMap((row) => columns.map((column) => row[column]));
    await db.executeQuery(CompiledQuery.raw(text, values));
  }
}

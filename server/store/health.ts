// One query that asks nothing, to learn whether the store is there.
import { sql } from "kysely";
import type { Store } from "./open.ts";

export async function answers(store: Store): Promise<boolean> {
  try {
    await sql`select 1`.execute(store.db);
    return true;
  } catch {
    return false;
  }
}

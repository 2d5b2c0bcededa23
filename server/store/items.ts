// Single items and their number, where a whole study of twenty thousand need not be read.
import type { Item } from "#schemas/study";
import type { Store } from "./open.ts";

const present = (store: Store, study: string) =>
  store.db
    .selectFrom("items")
    .innerJoin("studies", (join) =>
      join.onRef("studies.id", "=", "items.study").onRef("studies.version", "=", "items.version"),
    )
    .where("items.study", "=", study);

/** Counted items of the version in force, and practice items; those that check attention are neither. */
export async function itemCounts(store: Store, study: string): Promise<{ counted: number; practice: number }> {
  const rows = await present(store, study)
    .select((e) => ["items.practice as practice", e.fn.countAll<number>().as("n")])
    .where("items.body", "not like", '%"attention":true%')
    .groupBy("items.practice")
    .execute();
  const of = (practice: number) => Number(rows.find((row) => row.practice === practice)?.n ?? 0);
  return { counted: of(0), practice: of(1) };
}

export async function itemById(store: Store, study: string, item: string): Promise<Item | undefined> {
  const row = await present(store, study).select("items.body").where("items.id", "=", item).executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.body) as Item);
}

/** The first counted item: what one question of the study looks like. */
export async function firstItem(store: Store, study: string): Promise<Item | undefined> {
  const row = await present(store, study)
    .select("items.body")
    .where("items.practice", "=", 0)
    .orderBy("items.position")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.body) as Item);
}

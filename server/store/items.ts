// Single items and their number, where a whole study of twenty thousand need not be read.
import { sql } from "kysely";
import type { Item } from "#schemas/study";
import type { Store } from "./open.ts";

const present = (store: Store, study: string) =>
  store.db
    .selectFrom("items")
    .innerJoin("studies", (join) =>
      join.onRef("studies.id", "=", "items.study").onRef("studies.version", "=", "items.version"),
    )
    .where("items.study", "=", study);

/** Written out as the index on them is: items that check attention are few. */
const attention = sql<boolean>`items.body like '%"attention":true%'`;

/** Counted items of the version in force, and practice items; those that check attention are neither. No body is read. */
export async function itemCounts(store: Store, study: string): Promise<{ counted: number; practice: number }> {
  const counts = () =>
    present(store, study)
      .select((e) => ["items.practice as practice", e.fn.countAll<number>().as("n")])
      .groupBy("items.practice");
  const all = await counts().execute();
  const apart = await counts().where(attention).execute();
  const of = (rows: typeof all, practice: number) => Number(rows.find((row) => row.practice === practice)?.n ?? 0);
  return { counted: of(all, 0) - of(apart, 0), practice: of(all, 1) - of(apart, 1) };
}

/** Those of the version in force that check attention. */
export async function attentionItems(store: Store, study: string): Promise<Item[]> {
  const rows = await present(store, study)
    .select("items.body")
    .where(attention)
    .where("items.practice", "=", 0)
    .execute();
  return rows.map(({ body }) => JSON.parse(body) as Item).filter((item) => item.attention === true);
}

/** The items of the version in force in their order, each as its JSON: whoever needs many reads them little by little. */
export async function itemTexts(store: Store, study: string): Promise<string[]> {
  const rows = await present(store, study).select("items.body").orderBy("items.position").execute();
  return rows.map(({ body }) => body);
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

// Answers that are nowhere any more: this server was set back to an older backup, and the devices had let go of their
// text, since a newer one held it. Devices tell it, the coordinator reads it. Beside the log: there is nothing to count.
import type { Inbox } from "#schemas/set-up";
import type { GoneAnswer } from "#schemas/sync";
import { memberOf, membersOf } from "./members.ts";
import type { Store } from "./open.ts";
import { itemsOf } from "./studies.ts";
import { together } from "./together.ts";

const nameOf = (study: string, person: string, id: string): string => `gone ${study} ${person} ${id}`;
type Kept = Pick<GoneAnswer, "id" | "item" | "at"> & { readonly person: string };

/** What a device says of its person's answers; told twice is kept once. */
export async function keepGone(store: Store, person: string, gone: readonly GoneAnswer[]): Promise<void> {
  const rows: { name: string; value: string }[] = [];
  for (const { id, study, item, at } of gone)
    if ((await memberOf(store, study, person)) !== undefined)
      rows.push({ name: nameOf(study, person, id), value: JSON.stringify({ id, item, at, person } satisfies Kept) });
  if (rows.length === 0) return;
  await together(store, (db) =>
    db
      .insertInto("instance")
      .values(rows)
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute(),
  );
}

/** Without those that another device has brought since; `again` where the person has answered the item anew. */
export async function goneOf(store: Store, study: string): Promise<NonNullable<Inbox["gone"]>> {
  const rows = await store.db
    .selectFrom("instance")
    .select("value")
    .where("name", ">", `gone ${study} `)
    .where("name", "<", `gone ${study}!`)
    .execute();
  if (rows.length === 0) return [];
  const kept = rows.map(({ value }) => JSON.parse(value) as Kept);
  const codes = new Map((await membersOf(store, study)).map(({ person, code }) => [person, code]));
  const names = new Map((await itemsOf(store, study)).map(({ id, name }) => [id, name]));
  const out: NonNullable<Inbox["gone"]> = [];
  for (const { id, item, at, person } of kept) {
    const here = await store.db
      .selectFrom("log")
      .select("id")
      .where("study", "=", study)
      .where("person", "=", person)
      .where("item", "=", item)
      .where("entry", "=", "response")
      .where("kind", "in", ["choice", "emotion", "skip"])
      .execute();
    if (here.some((row) => row.id === id)) continue;
    out.push({
      id,
      code: codes.get(person) ?? null,
      item,
      itemName: names.get(item) ?? null,
      at,
      again: here.length > 0,
    });
  }
  return out.sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** Inside a transaction that erases a person from a study. */
export async function eraseGone({ db }: Pick<Store, "db">, study: string, person: string): Promise<void> {
  await db
    .deleteFrom("instance")
    .where("name", ">", `gone ${study} ${person} `)
    .where("name", "<", `gone ${study} ${person}!`)
    .execute();
}

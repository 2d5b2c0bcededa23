// People: who they are across studies. What they may do in one study stands in members.ts.
import { v7 as uuid } from "uuid";
import type { Language } from "#schemas/basics";
import { type Store, transact } from "./open.ts";
import type { PersonsTable } from "./tables.ts";

export async function createPerson(
  store: Store,
  person: { name: string | null; language: Language },
  now: Date,
): Promise<string> {
  const id = uuid();
  await store.db
    .insertInto("persons")
    .values({ id, ...person, created_at: now.toISOString() })
    .execute();
  return id;
}

/** A name that is null is taken away; what is left out stays. */
export async function changePerson(
  store: Store,
  id: string,
  change: { readonly name?: string | null; readonly language?: Language },
): Promise<void> {
  if (Object.keys(change).length > 0) await store.db.updateTable("persons").set(change).where("id", "=", id).execute();
}

export async function personById(store: Store, id: string): Promise<PersonsTable | undefined> {
  return store.db.selectFrom("persons").selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * The coordinator who owns what commands import, from before anybody has a password: made on first call, then always
 * the same person.
 */
export async function firstCoordinator(store: Store, now: Date): Promise<string> {
  return transact(store, async (db) => {
    const kept = await db
      .selectFrom("instance")
      .select("value")
      .where("name", "=", "first-coordinator")
      .executeTakeFirst();
    if (kept !== undefined) return kept.value;
    const id = await createPerson({ ...store, db }, { name: null, language: "en" }, now);
    await db.insertInto("instance").values({ name: "first-coordinator", value: id }).execute();
    return id;
  });
}

// The databases of this browser, one connection each: everybody known here, for delivery and for what is still needed.
import { PersonDatabase } from "./database.ts";
import { unmark } from "./lost.ts";
import { Registry } from "./registry.ts";

export const registry = new Registry();
const opened = new Map<string, PersonDatabase>();

export function databaseOf(person: string): PersonDatabase {
  const db = opened.get(person) ?? new PersonDatabase(person);
  opened.set(person, db);
  return db;
}

/** Never for showing: only the person themself may look inside. */
export async function everybody(): Promise<PersonDatabase[]> {
  return (await registry.people.toArray()).map(({ person }) => databaseOf(person));
}

/** Takes a person off this browser, with all that is kept of them. */
export async function forget(db: PersonDatabase): Promise<void> {
  await registry.people.delete(db.person);
  unmark(db.person);
  opened.delete(db.person);
  await db.delete();
}

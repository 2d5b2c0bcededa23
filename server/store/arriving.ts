// A study comes in by parts, each in a short transaction, so that nobody who delivers answers waits behind a large one.
// Until its last part a mark stands beside it: it is in no list and nobody coordinates it. What a killed import leaves
// goes when a server starts, or when the same study comes in again.
import { sql, type Transaction } from "kysely";
import { Problem } from "#schemas/problem";
import { newToken } from "#server/access/tokens";
import { type Store, transact } from "./open.ts";
import type { Tables } from "./tables.ts";

export type Work<T = void> = (within: Store & { readonly db: Transaction<Tables> }) => Promise<T>;

export interface Coming<T> {
  readonly study: string;
  /** People whom it brings along. */
  readonly persons: readonly string[];
  /** The study's own row and whatever the parts refer to. */
  readonly first: Work;
  readonly parts: Iterable<Work> | AsyncIterable<Work>;
  /** Done with the same commit that makes it a study like any other. */
  readonly last: Work<T>;
}

interface Mark {
  readonly token: string;
  readonly persons: readonly string[];
}

const nameOf = (study: string): string => `arriving ${study}`;

/** A condition for `where` on `studies`: it is there whole. */
export const isWhole = sql<boolean>`not exists (select 1 from instance where name = 'arriving ' || studies.id)`;

/** All of it, or nothing. Problem "conflict" where somebody began to bring the same study in meanwhile. */
export async function arrive<T>(store: Store, { study, persons, first, parts, last }: Coming<T>): Promise<T> {
  const token = newToken();
  const name = nameOf(study);
  const inPart = <U>(work: Work<U>, before: Work): Promise<U> =>
    transact(store, async (db) => {
      const within = { ...store, db };
      await before(within);
      return work(within);
    });
  const ours: Work = async (within) => {
    if ((await markOf(within, study))?.token !== token)
      throw new Problem("conflict", `"${study}" was begun anew, or the server was; import it again`);
  };
  await clearArriving(store, study);
  await inPart(first, async ({ db }) => {
    const value = JSON.stringify({ token, persons } satisfies Mark);
    await db.insertInto("instance").values({ name, value }).execute();
  });
  try {
    for await (const part of parts) {
      const from = performance.now();
      await inPart(part, ours);
      // As long as the lock was held, others may take it: who waits in another process looks only now and then.
      await new Promise((done) => setTimeout(done, performance.now() - from));
    }
    return await inPart(last, async (within) => {
      await ours(within);
      await within.db.deleteFrom("instance").where("name", "=", name).execute();
    });
  } catch (cause) {
    // What cannot be cleared now, as on a full disk, goes at the next start.
    await clearArriving(store, study, token).catch(() => undefined);
    throw cause;
  }
}

async function markOf({ db, engine }: Parameters<Work>[0], study: string): Promise<Mark | undefined> {
  const rows = db.selectFrom("instance").select("value").where("name", "=", nameOf(study));
  const row = await (engine === "postgres" ? rows.forUpdate() : rows).executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.value) as Mark);
}

/** Everything that an import left behind which did not come to its end. */
export async function clearAllArriving(store: Store): Promise<void> {
  const rows = await store.db.selectFrom("instance").select("name").where("name", "like", "arriving %").execute();
  for (const { name } of rows) await clearArriving(store, name.slice("arriving ".length));
}

/** Rows by their key, those that refer to others first. */
const rowsOf = [
  ["log", ["study", "seq"]],
  ["assignments", ["study", "person", "item", "occasion", "version"]],
  ["item_keys", ["study", "version", "item"]],
  ["items", ["study", "version", "id"]],
  ["study_versions", ["study", "version"]],
  ["members", ["study", "person"]],
] as const;
const atOnce = 1000;

/** Takes away what has come of a study that is not whole; with a token, only where the mark carries it. */
async function clearArriving(store: Store, study: string, token?: string): Promise<void> {
  const persons = await transact(store, async (db) => {
    const mark = await markOf({ ...store, db }, study);
    if (mark === undefined || (token !== undefined && mark.token !== token)) return undefined;
    const value = JSON.stringify({ ...mark, token: newToken() } satisfies Mark);
    await db.updateTable("instance").set({ value }).where("name", "=", nameOf(study)).execute();
    return mark.persons;
  });
  if (persons === undefined) return;
  for (const [table, key] of rowsOf) {
    const keys = sql.join(key.map((column) => sql.ref(column)));
    const some = sql`select ${keys} from ${sql.table(table)} where study = ${study} limit ${atOnce}`;
    for (let gone = atOnce; gone === atOnce; ) {
      const from = performance.now();
      const done = await transact(store, (db) =>
        sql`delete from ${sql.table(table)} where (${keys}) in (${some})`.execute(db),
      );
      gone = Number(done.numAffectedRows ?? 0);
      await new Promise((next) => setTimeout(next, performance.now() - from));
    }
  }
  await transact(store, async (db) => {
    for (const person of persons) {
      await db.deleteFrom("devices").where("person", "=", person).execute();
      await db.deleteFrom("persons").where("id", "=", person).execute();
    }
    await db.deleteFrom("studies").where("id", "=", study).execute();
    await db
      .deleteFrom("instance")
      .where("name", "in", [nameOf(study), `assignments ${study}`])
      .execute();
  });
}

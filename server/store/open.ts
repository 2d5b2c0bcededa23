// Opens the one store of a data folder: SQLite in a file, or PostgreSQL, through the same queries. What must hold for
// every handle (WAL, FULL, foreign keys, busy wait, int8 as number) is set here and nowhere else.
import { renameSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { Kysely, PostgresDialect, SqliteAdapter, SqliteDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import { migrate } from "./migrations.ts";
import type { Tables } from "./tables.ts";

export interface Store {
  readonly db: Kysely<Tables>;
  readonly engine: "sqlite" | "postgres";
  close(): Promise<void>;
}
export type StorePlace = { readonly sqlite: string } | { readonly postgres: string };

/**
 * Opens the store and brings its tables up to this version; a SQLite file of an older one is copied beside itself first.
 * Problem "too-new" where a newer version has written it.
 */
export async function openStore(place: StorePlace): Promise<Store> {
  const store = "sqlite" in place ? openSqlite(place.sqlite) : openPostgres(place.postgres);
  try {
    await migrate(store, "sqlite" in place ? { before: (step) => copyAside(store, place.sqlite, step) } : {});
  } catch (cause) {
    await store.close();
    throw cause;
  }
  return store;
}

/** SQLite undoes a half-made change of tables like any other, which Kysely does not count on: a step is whole or not there. */
class OurSqlite extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new WholeSteps();
  }
}
class WholeSteps extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** The file as it was before `step`; it gets its name when it is whole. */
async function copyAside({ db }: Store, file: string, step: string): Promise<void> {
  const stamp = new Date().toISOString().replace(/[:.]/gu, "-");
  const copy = join(dirname(file), `before-${step}-${stamp}.db`);
  await sql`vacuum into ${`${copy}.part`}`.execute(db);
  renameSync(`${copy}.part`, copy);
}

function openSqlite(file: string): Store {
  const database = new Database(file);
  database.pragma("busy_timeout = 5000");
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  database.pragma("secure_delete = ON");
  const statements = statementsOf(database);
  const prepared = { prepare: statements, close: () => database.close() };
  const db = new Kysely<Tables>({ dialect: new OurSqlite({ database: prepared }) });
  return {
    db,
    engine: "sqlite",
    close: async () => {
      if (database.open) database.pragma("wal_checkpoint(TRUNCATE)");
      await db.destroy();
    },
  };
}

/** Prepares each text once: the same few texts come again and again, and a push's are long. Drops the oldest. */
function statementsOf(database: Database.Database): (sql: string) => Database.Statement<unknown[]> {
  const kept = new Map<string, Database.Statement<unknown[]>>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const made = database.prepare<unknown[]>(text);
    kept.set(text, made);
    if (kept.size > 200) kept.delete(kept.keys().next().value as string);
    return made;
  };
}

const int8 = 20;

function openPostgres(connectionString: string): Store {
  const types = {
    getTypeParser: (oid: number, format?: "text" | "binary") =>
      oid === int8 ? Number : pg.types.getTypeParser(oid, format as "text"),
  };
  const pool = new pg.Pool({ connectionString, max: 10, types: types as pg.CustomTypesConfig });
  // A connection that breaks while it rests in the pool is replaced at the next query.
  pool.on("error", () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, engine: "postgres", close: () => db.destroy() };
}

/**
 * Runs `work` in one transaction that may write. On SQLite the write lock is taken first, within the busy wait, so that
 * nothing read here can be stale when it is written back; on PostgreSQL lock the rows that you count on (`forUpdate`).
 * Inside another transaction it is a part of that one.
 */
export function transact<T>(store: Store, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  if (store.db.isTransaction) return work(store.db as Transaction<Tables>);
  return store.db.transaction().execute(async (trx) => {
    if (store.engine === "sqlite") await sql`update instance set value = value where 1 = 0`.execute(trx);
    return work(trx);
  });
}

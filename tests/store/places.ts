// A fresh store for a test, on each engine that is there: SQLite in a temporary folder, PostgreSQL when PG_URL is set.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openStore, type Store } from "#server/store/open";

export interface Place {
  readonly store: Store;
  readonly folder: string;
  /** Opens the same place a second time, as another process would. */
  again(): Promise<Store>;
  end(): Promise<void>;
}

export const engines: readonly Store["engine"][] =
  process.env["PG_URL"] === undefined ? ["sqlite"] : ["sqlite", "postgres"];

export const freshPlace = (engine: Store["engine"]): Promise<Place> =>
  engine === "sqlite" ? freshFile() : freshDatabase(process.env["PG_URL"] as string);

async function freshFile(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-store-"));
  const place = { sqlite: join(folder, "countersign.db") };
  const store = await openStore(place);
  const end = async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { store, folder, again: () => openStore(place), end };
}

async function freshDatabase(url: string): Promise<Place> {
  const name = `countersign_${randomBytes(6).toString("hex")}`;
  const asked = async (sql: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await asked(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const store = await openStore({ postgres: own.href });
  const end = async () => {
    await store.close();
    await asked(`drop database if exists ${name} with (force)`);
  };
  return { store, folder: name, again: () => openStore({ postgres: own.href }), end };
}

// Snapshots of the whole SQLite store while people write, and what must change in one before it serves again.
import { sql } from "kysely";
import { type Store, transact } from "./open.ts";

/** How far a study's log stood in the newest backup, by study: what hello tells the devices. */
export type BackedUp = Readonly<Record<string, number>>;
const backedUpName = "backed-up";
const backedUpAtName = "backed-up-at";

/** Writes a consistent copy of the database into a new file, beside running writers (`VACUUM INTO`, never a file copy). */
export async function snapshotTo(store: Store, file: string): Promise<void> {
  if (store.engine !== "sqlite") throw new Error("a snapshot file is made of SQLite; use pg_dump for PostgreSQL");
  await sql`vacuum into ${file}`.execute(store.db);
}

export async function headsOf(store: Store): Promise<{ study: string; epoch: number; seq: number }[]> {
  return store.db.selectFrom("studies").select(["id as study", "epoch", "seq"]).orderBy("id").execute();
}

/** Notes a backup that holds the logs so far and everything that was whole at `begunAt`. */
export async function noteBackedUp(store: Store, backedUp: BackedUp, begunAt: Date | undefined): Promise<void> {
  const said = begunAt === undefined ? [] : [{ name: backedUpAtName, value: begunAt.toISOString() }];
  await transact(store, async (trx) => {
    await trx.deleteFrom("instance").where("name", "=", backedUpAtName).execute();
    for (const row of [{ name: backedUpName, value: JSON.stringify(backedUp) }, ...said])
      await trx
        .insertInto("instance")
        .values(row)
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: row.value }))
        .execute();
  });
}

export async function backedUpOf(store: Store): Promise<BackedUp> {
  const row = await store.db.selectFrom("instance").select("value").where("name", "=", backedUpName).executeTakeFirst();
  return row === undefined ? {} : (JSON.parse(row.value) as BackedUp);
}

/** When the newest backup was begun; undefined where there is none, or an older version made it. */
export async function backedUpAt(store: Store): Promise<string | undefined> {
  const row = await store.db
    .selectFrom("instance")
    .select("value")
    .where("name", "=", backedUpAtName)
    .executeTakeFirst();
  return row?.value;
}

/**
 * After a restore nothing that a device or a figure remembers of the log may be trusted: every epoch rises above all that
 * were ever given out (`atLeast`, and the clock in seconds, since the lost server may have counted further).
 */
export async function raiseEpochs(store: Store, atLeast: number, now: Date): Promise<void> {
  const seconds = Math.floor(now.getTime() / 1000);
  const greatest = sql.raw(store.engine === "sqlite" ? "max" : "greatest");
  await transact(store, async (trx) => {
    await trx
      .updateTable("studies")
      .set((row) => ({ epoch: sql<number>`${greatest}(${row.ref("epoch")} + 1, ${atLeast + 1}, ${seconds})` }))
      .execute();
  });
}

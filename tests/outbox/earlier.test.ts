// A person's database as earlier versions left it in the browser (fixtures/earlier) is opened by this one: every row
// survives, what stands stands, what waits is sent.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Dexie from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { describe, expect, it } from "vitest";
import { openDraft } from "#client/capture/drafts";
import { metaOf, PersonDatabase } from "#client/outbox/database";
import { hello } from "#client/outbox/reconcile";
import { keptTake, recordingBlob } from "#client/outbox/recordings";
import { purge } from "#client/outbox/retention";
import { itemStates, stuckHere, waiting } from "#client/outbox/status";
import { unsentFile } from "#client/outbox/unsent-file";
import type { HelloReply } from "#schemas/sync";

const samples = join(import.meta.dirname, "../../fixtures/earlier");
interface Dump {
  readonly person: string;
  readonly version: number;
  readonly stores: readonly Record<string, string>[];
  readonly tables: Record<string, object[]>;
}
const dumps = readdirSync(samples)
  .filter((name) => name.startsWith("person-"))
  .map((name) => JSON.parse(readFileSync(join(samples, name), "utf8")) as Dump);

const withBytes = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => {
      const base64 = (value as { base64?: string } | null)?.base64;
      if (base64 === undefined) return [key, value];
      const bytes = Buffer.from(base64, "base64");
      return [key, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)];
    }),
  );

async function opened({ person, stores, tables }: Dump): Promise<PersonDatabase> {
  const indexedDB = new IDBFactory();
  const old = new Dexie(`countersign-${person}`, { indexedDB, IDBKeyRange });
  for (const [at, schema] of stores.entries()) old.version(at + 1).stores(schema);
  for (const [table, rows] of Object.entries(tables)) await old.table(table).bulkAdd(rows.map(withBytes));
  old.close();
  return new PersonDatabase(person, { indexedDB, IDBKeyRange, cache: "disabled" });
}

describe.each(dumps.map((dump) => [dump.version, dump] as const))("a database of version %d", (version, dump) => {
  it("keeps every row, and nothing is filled in", async () => {
    const db = await opened(dump);
    for (const [table, rows] of Object.entries(dump.tables)) {
      expect(rows.length).toBeGreaterThan(0);
      const plain = (list: unknown[]) => list.map((row) => JSON.stringify(row)).sort();
      expect([table, plain(await db.table(table).toArray())]).toEqual([table, plain(rows.map(withBytes))]);
    }
    const news = db.tables.filter(({ name }) => dump.tables[name] === undefined);
    for (const table of news) expect([table.name, await table.count()]).toEqual([table.name, 0]);
  });

  it("shows what it showed: what stands, what waits, what is stuck, what was in hand", async () => {
    const db = await opened(dump);
    const states = await itemStates(db, "clips");
    expect(states.map(({ item, state, sent, onServerOnly }) => [item.id, state, sent, onServerOnly])).toEqual([
      ["c0", "answered", true, false],
      ["c1", "skipped", true, false],
      ["c2", "answered", false, false],
      ["c3", "answered", true, false],
    ]);
    expect(states[0]?.response).toMatchObject({ n: 2, answer: { sentiment: -2 } });
    expect(await waiting(db)).toMatchObject({ count: 2, recordings: 0, stuck: 2 });
    expect((await stuckHere(db)).map(({ reason }) => reason)).toEqual(["unacceptable", "quarantined"]);
    expect((await openDraft(db, "clips", "c1", 1)).from).toMatchObject({ draft: true, answer: { sentiment: 1 } });
    expect(JSON.parse((await unsentFile(db)).text).responses).toHaveLength(3);
  });

  it("sends what waits under its own device and number", async () => {
    const db = await opened(dump);
    const asked: string[] = [];
    const fetch = async (path: string) => {
      asked.push(path);
      throw new TypeError("no network");
    };
    await expect(hello({ db, fetch, now: Date.now })).rejects.toThrow();
    expect(asked).toEqual(["/api/sync/hello"]);
    expect([await metaOf(db, "n"), (await metaOf(db, "acknowledged"))?.count]).toEqual([7, 4]);
    expect(await db.outbox.toArray()).toMatchObject([{ n: 5 }]);
  });

  it("loses no content to the clean-up while no place in the log is known", async () => {
    const db = await opened(dump);
    await db.meta.put({ key: "marks", value: { clips: [[1000, "2020-01-01T00:00:00.000Z"]] } });
    const said = { serverTime: "2030-01-01T00:00:00.000Z", backedUpAt: "2029-01-01T00:00:00.000Z" };
    expect(await purge(db, said satisfies Pick<HelloReply, "serverTime" | "backedUpAt">)).toBe(0);
    expect((await db.responses.toArray()).every(({ text }) => text !== "")).toBe(true);
    expect(await db.slices.count()).toBe(dump.tables["slices"]?.length ?? 0);
  });

  it.runIf(version >= 2)("keeps signed answers, also the one that nobody has used yet", async () => {
    const db = await opened(dump);
    const kept = await keptTake(db, { study: "clips", item: "c3", occasion: 1, place: "flag" });
    expect(await (await recordingBlob(db, kept?.id ?? ""))?.text()).toBe("second 2");
    const sent = await db.recordings.where("state").equals("sent").first();
    expect(await (await recordingBlob(db, sent?.id ?? ""))?.text()).toBe("second 0second 1");
  });
});

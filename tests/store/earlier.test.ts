// Databases that earlier versions left on people's disks (fixtures/earlier, made by scripts/make-earlier.mjs) are opened
// by this one: a copy is kept first, every row survives, every figure is the same.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFigures } from "#server/figures/figures";
import { integrityOf } from "#server/store/integrity";
import { appendPush, readLog } from "#server/store/log";
import { migrate } from "#server/store/migrations";
import { openStore } from "#server/store/open";
import { Hand, noon, textOf } from "./people.ts";

const samples = join(import.meta.dirname, "../../fixtures/earlier");
const steps = readdirSync(samples).flatMap((name) => (name.endsWith(".db.gz") ? [name.replace(".db.gz", "")] : []));
/** Columns that are empty are left out: a later version may have more of them. */
const textOfRow = (row: object) => JSON.stringify(Object.entries(row).filter(([, value]) => value !== null));
const rowsIn = (file: string) => {
  const raw = new Database(file, { readonly: true });
  const tables = raw.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[];
  const read = (table: string) => raw.prepare(`select * from ${table}`).all() as object[];
  const rows = new Map(tables.map((table) => [table, read(table).map(textOfRow).sort()]));
  raw.close();
  return rows;
};

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-earlier-"));
  file = join(folder, "countersign.db");
});
afterEach(() => rmSync(folder, { recursive: true }));
const copies = () => readdirSync(folder).filter((name) => name.startsWith("before-"));
const unpack = (step: string) => writeFileSync(file, gunzipSync(readFileSync(join(samples, `${step}.db.gz`))));

describe.each(steps)("a database as step %s left it", (step) => {
  const told = JSON.parse(readFileSync(join(samples, `${step}.json`), "utf8")) as {
    rows: Record<string, number>;
    labels: Record<string, unknown[]>;
  };

  it("has rows in every table that it knows", () => {
    expect(Object.entries(told.rows).filter(([, count]) => count === 0)).toEqual([]);
  });

  it("keeps every row, passes every check and gives the same figures", async () => {
    unpack(step);
    const before = rowsIn(file);
    const store = await openStore({ sqlite: file });
    const figures = createFigures({ store, clock: () => noon });
    for (const [study, rows] of Object.entries(told.labels)) {
      const { labels } = await figures.labels(study);
      expect(labels.map(({ item, label, value, rule, votes, of }) => [item, label, value, rule, votes, of])).toEqual(
        rows,
      );
    }
    expect((await integrityOf(store)).faults).toEqual([]);
    await store.close();
    const after = rowsIn(file);
    for (const [table, count] of Object.entries(told.rows)) {
      expect([table, before.get(table)?.length]).toEqual([table, count]);
      expect(after.get(table)).toEqual(before.get(table));
    }
  });

  it("is copied beside itself before anything is changed, and only then", async () => {
    unpack(step);
    const before = rowsIn(file);
    await (await openStore({ sqlite: file })).close();
    const [copy, ...more] = copies();
    expect(more).toEqual([]);
    expect(rowsIn(join(folder, copy ?? ""))).toEqual(before);
    await (await openStore({ sqlite: file })).close();
    expect(copies()).toEqual([copy]);
  });

  it("takes answers at once", async () => {
    unpack(step);
    const store = await openStore({ sqlite: file });
    const member = await store.db.selectFrom("members").selectAll().where("code", "=", "E1").executeTakeFirstOrThrow();
    const hand = await Hand.of(store, "quiz", member.person);
    const answer = hand.choice("q1", { answer: { option: "B", shown: ["C", "A", "D", "B"] } });
    const [verdict] = await appendPush(store, { ...hand, texts: [textOf(answer)], now: noon });
    expect(verdict).toMatchObject({ verdict: "stored" });
    expect((await readLog(store, "quiz", 0, 1000)).at(-1)?.id).toBe(answer.id);
    await store.close();
  });
});

describe("an update of the tables", () => {
  it("makes no copy of a folder that is new", async () => {
    await (await openStore({ sqlite: file })).close();
    expect(copies()).toEqual([]);
  });

  it("that fails in one step leaves the steps before it, undoes that one whole, and goes on from there", async () => {
    unpack("001-first");
    const raw = new Database(file);
    raw.exec("create table erased_recordings (in_the_way text)");
    raw.close();
    await expect(openStore({ sqlite: file })).rejects.toThrow(/erased_recordings/);
    const tables = [...rowsIn(file).keys()];
    expect(tables).toContain("recordings");
    expect(tables).not.toContain("erased_people");
    const again = new Database(file);
    again.exec("drop table erased_recordings");
    again.close();
    const store = await openStore({ sqlite: file });
    expect((await integrityOf(store)).faults).toEqual([]);
    await store.close();
    expect(copies()).toHaveLength(2);
  });

  it("is not begun where a newer version has been, and no copy is made", async () => {
    unpack("001-first");
    const raw = new Database(file);
    raw.prepare("insert into kysely_migration (name, timestamp) values ('999-later', '2030')").run();
    raw.close();
    const before = rowsIn(file);
    await expect(openStore({ sqlite: file })).rejects.toMatchObject({ code: "too-new" });
    expect(rowsIn(file)).toEqual(before);
    expect(copies()).toEqual([]);
  });

  it("can stop after a step, as the samples were made", async () => {
    const raw = new Database(file);
    const db = new Kysely({ dialect: new SqliteDialect({ database: raw }) });
    await migrate({ db, engine: "sqlite" }, { upTo: "001-first" });
    await db.destroy();
    expect(existsSync(file)).toBe(true);
    expect([...rowsIn(file).keys()]).not.toContain("recordings");
  });
});

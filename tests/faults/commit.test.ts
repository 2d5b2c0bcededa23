// A server that dies inside SQLite's commit: the disk holds the first bytes of what was being written and nothing after.
// Each such state of a push, and of the checkpoint that follows, is made from the files before and after it.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { v4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { seal } from "#client/capture/seal";
import type { PersonDatabase } from "#client/outbox/database";
import { pushReply } from "#schemas/sync";
import { verifyData } from "#server/commands/verify";
import { readLog } from "#server/store/log";
import { Laptop, type Tab } from "./laptop.ts";
import { makeTemplate, Office, type Template } from "./office.ts";

const database = "countersign.db";
const page = 4096;
const head = 32;
const frame = 24 + page;

interface Files {
  readonly database: Buffer;
  readonly wal: Buffer;
}
const filesOf = ({ folder }: Office): Files => ({
  database: readFileSync(join(folder, database)),
  wal: readFileSync(join(folder, `${database}-wal`)),
});

/** Where `after` was being written over `before`, in order, and stopped after so many bytes. */
const stopped = (before: Buffer, after: Buffer, at: number): Buffer =>
  Buffer.concat([after.subarray(0, at), before.subarray(at)]);

/** Before each piece that changes, in its first bytes, or in its middle, by turns; and after the last. */
function stops(before: Buffer, after: Buffer, piece: number, from: number): number[] {
  const at: number[] = [];
  for (let k = from; k < after.length; k += piece)
    if (!before.subarray(k, k + piece).equals(after.subarray(k, k + piece)))
      at.push(k + ([0, 12, piece >> 1][at.length % 3] ?? 0));
  return [...at, after.length];
}

describe("a server that dies while it commits", () => {
  let template: Template;
  let laptop: Laptop;
  let office: Office;
  let db: PersonDatabase;
  let root: string;
  const saved: string[] = [];

  beforeAll(async () => {
    template = await makeTemplate();
    laptop = await Laptop.make();
    office = await new Office(template).open();
    laptop.office = office;
    root = mkdtempSync(join(tmpdir(), "countersign-commit-"));
    db = await laptop.in(laptop.tabs[0] as Tab, async ({ people, packs }) => {
      const { person } = await people.redeem(template.tokens.get("ada") ?? "", false);
      const opened = await people.openPerson(person);
      await packs.refreshPack(opened);
      return opened;
    });
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    await office.close();
    for (const folder of [template.folder, root]) rmSync(folder, { recursive: true, force: true });
  });

  const save = (count: number): Promise<void> =>
    laptop.in(laptop.tabs[0] as Tab, async ({ put }) => {
      for (let k = 0; k < count; k++) {
        const base = { study: "clips", studyVersion: 1, item: "u1", occasion: 1 };
        const answer = { sentiment: (k % 7) - 3, emotions: {}, cues: [{ id: v4(), text: "a cue. ".repeat(40) }] };
        const { id } = await put.put(db, seal({ ...base, kind: "emotion", answer }));
        saved.push(id);
      }
    });
  const pass = () =>
    laptop.in(laptop.tabs[0] as Tab, ({ deliver }) =>
      deliver.deliver({ db, fetch: laptop.fetch, now: laptop.now }, false),
    );
  const checkpoint = () => sql`pragma wal_checkpoint(passive)`.execute(office.data.store.db);
  const logOf = async ({ data }: Office) => (await readLog(data.store, "clips", 0, 10_000)).map(({ id }) => id).sort();
  /** The push of all that waits, as it stands on the line; the device hears nothing of it. */
  const pushed = async (): Promise<Request> => {
    laptop.faults = ["late"];
    expect(await pass()).toBe("later");
    const [push] = laptop.late.splice(0);
    if (push === undefined) throw new Error("nothing was pushed");
    return push;
  };

  /** A new life on these files: what its log holds, and what it says to the push when it comes again. */
  async function revived({ database: main, wal }: Files, push: Request) {
    const folder = join(root, "data");
    rmSync(folder, { recursive: true, force: true });
    cpSync(join(template.folder, "media"), join(folder, "media"), { recursive: true });
    writeFileSync(join(folder, database), main);
    writeFileSync(join(folder, `${database}-wal`), wal);
    const next = await new Office({ ...template, folder }).open();
    try {
      const held = await logOf(next);
      const reply = pushReply.parse(await (await next.app.fetch(push.clone())).json());
      const { faults } = await verifyData(next.data);
      const verdicts = new Set(reply.verdicts.map(({ verdict }) => verdict));
      return { held, verdicts: [...verdicts], after: await logOf(next), faults };
    } finally {
      await next.close();
    }
  }

  /** Every stop of one push: what was acknowledged is there, what was not comes once, whole, when it is sent again. */
  async function dieIn(count: number, log: "grows" | "begins anew"): Promise<void> {
    const known = await logOf(office);
    await save(count);
    const all = [...saved].sort();
    const push = await pushed();
    const before = filesOf(office);
    expect((await office.app.fetch(push.clone())).status).toBe(200);
    const after = filesOf(office);
    expect(after.wal.subarray(0, head).equals(before.wal.subarray(0, head))).toBe(log === "grows");
    const ends = { none: 0, whole: 0 };
    for (const at of [0, 16, ...stops(before.wal, after.wal, frame, head)]) {
      const wal = stopped(before.wal, after.wal, at);
      const { held, verdicts, after: then, faults } = await revived({ database: before.database, wal }, push);
      const whole = held.length > known.length;
      expect([at, held]).toEqual([at, whole ? all : known]);
      expect([at, verdicts, faults]).toEqual([at, [whole ? "duplicate" : "stored"], []]);
      expect(then).toEqual(all);
      ends[whole ? "whole" : "none"]++;
    }
    expect(ends.none).toBeGreaterThan(5);
    expect(ends.whole).toBeGreaterThan(0);
    expect(after.database.equals(before.database)).toBe(true);

    await checkpoint();
    const written = filesOf(office);
    expect(written.wal.equals(after.wal)).toBe(true);
    const places = stops(after.database, written.database, page, 0);
    expect(places.length).toBeGreaterThan(5);
    for (const at of places) {
      const main = stopped(after.database, written.database, at);
      const { held, verdicts, faults } = await revived({ database: main, wal: after.wal }, push);
      expect([at, held, verdicts, faults]).toEqual([at, all, ["duplicate"], []]);
    }
    expect(await pass()).toBe("drained");
    expect(await logOf(office)).toEqual(all);
    await checkpoint();
  }

  it("keeps what it acknowledged and takes the rest once, wherever the write stopped, on a log that grows", async () => {
    await save(5);
    expect(await pass()).toBe("drained");
    await dieIn(40, "grows");
  });

  it("and on a log that begins anew over its old frames", async () => {
    await dieIn(20, "begins anew");
  });
});

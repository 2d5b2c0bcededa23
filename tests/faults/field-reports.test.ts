// What other people's tools lost, doubled or spoiled, replayed with the real outbox in a browser of two tabs against the
// real server over a real store. The numbers are those of the field reports.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { v4 } from "uuid";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { keepDraft, openDraft } from "#client/capture/drafts";
import { createHand } from "#client/capture/hand";
import { type Act, seal } from "#client/capture/seal";
import type { PersonDatabase } from "#client/outbox/database";
import { standingHere } from "#client/outbox/standing-here";
import { itemStates, waiting } from "#client/outbox/status";
import type { Response as Given } from "#schemas/response";
import { backUp } from "#server/commands/backup";
import { openData } from "#server/commands/data";
import { restoreInto } from "#server/commands/restore";
import { verifyData } from "#server/commands/verify";
import { readLog } from "#server/store/log";
import { timingAt } from "../capture/timing-at.ts";
import { type Fault, Laptop, type Tab } from "./laptop.ts";
import { makeTemplate, Office, type Template } from "./office.ts";

const clip = (sentiment: number, more: object = {}): Act => ({
  ...{ kind: "emotion", study: "clips", studyVersion: 1, item: "u1", occasion: 1 },
  answer: { sentiment, emotions: {}, cues: [], ...more },
});

describe("field reports replayed in a browser and a server", () => {
  let template: Template;
  let laptop: Laptop;
  let office: Office;
  let db: PersonDatabase;
  let first: Tab;
  let second: Tab;

  beforeAll(async () => {
    template = await makeTemplate();
    laptop = await Laptop.make();
    [first, second] = laptop.tabs as [Tab, Tab];
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    rmSync(template.folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    office = await new Office(template).open();
    laptop.office = office;
    laptop.everyone = [...template.people.values()];
    laptop.faults = [];
    laptop.late = [];
    await laptop.wipe();
    db = await open(first);
  });
  afterEach(() => office.close());

  const open = (tab: Tab): Promise<PersonDatabase> =>
    laptop.in(tab, async ({ people, packs }) => {
      const { person } = await people.redeem(template.tokens.get("ada") ?? "", false);
      const opened = await people.openPerson(person);
      await packs.refreshPack(opened);
      return opened;
    });
  const save = (act: Act, tab = first) => laptop.in(tab, async ({ put }) => put.put(db, seal(act)));
  const pass = (faults: Fault[] = [], tab = first, of = db) => {
    laptop.faults = faults;
    return laptop.in(tab, ({ deliver }) => deliver.deliver({ db: of, fetch: laptop.fetch, now: laptop.now }, true));
  };
  const log = async (study = "clips") =>
    (await readLog(office.data.store, study, 0, 10_000)).map(({ body }) => JSON.parse(body) as Given);
  const handFrom = async (of: PersonDatabase) => {
    const { from } = await openDraft(of, "clips", "u1", 1);
    return createHand({
      ...{ study: "clips", studyVersion: 1, item: "u1", occasion: 1, timing: timingAt({ ms: 0 }) },
      ...(from === undefined ? {} : { from }),
    });
  };

  it("shows a changed answer after going on, after a reload and in a second tab, and no older draft wins (FR-01)", async () => {
    await save(clip(2));
    const hand = await handFrom(db);
    const keeper = keepDraft(db, hand);
    hand.rate("sentiment", -1);
    await keeper.flush();
    const old = await db.drafts.toCollection().first();
    expect(old?.answer).toMatchObject({ sentiment: -1 });
    await laptop.in(first, ({ put }) => put.put(db, hand.seal()));
    await keeper.flush();
    keeper.stop();
    await save({ ...clip(0), item: "u2" } as Act);
    const shown = async (of: PersonDatabase) => (await openDraft(of, "clips", "u1", 1)).from;
    expect(await shown(db)).toMatchObject({ draft: false, answer: { sentiment: -1 } });
    await laptop.closeTab(first);
    expect(await shown(db)).toMatchObject({ draft: false, answer: { sentiment: -1 } });
    const other = await open(second);
    expect(await shown(other)).toMatchObject({ draft: false, answer: { sentiment: -1 } });
    if (old !== undefined) await other.drafts.put(old);
    expect(await openDraft(other, "clips", "u1", 1)).toMatchObject({
      stale: true,
      from: { answer: { sentiment: -1 } },
    });
    const newer = await handFrom(other);
    const keeps = keepDraft(other, newer);
    newer.rate("sentiment", 3);
    await keeps.flush();
    keeps.stop();
    expect(await shown(other)).toMatchObject({ draft: true, answer: { sentiment: 3 } });
    expect(await pass([], second, other)).toBe("drained");
    const sent = await log();
    expect(sent.filter((one) => "item" in one && one.item === "u1").map(({ answer }) => answer)).toMatchObject([
      { sentiment: 2 },
      { sentiment: -1 },
    ]);
  });

  it.each([500, 401, 413] as const)(
    "keeps an answer with its cue while the server says %s, says that it is not sent, and sends all of it (FR-02)",
    async (status) => {
      const text = "the brows rise before the second sign, 眉毛先抬起来";
      const { id } = await save(clip(1, { cues: [{ id: v4(), text }] }));
      const stateHere = async () => (await itemStates(db, "clips")).find(({ item }) => item.id === "u1");
      expect(await stateHere()).toMatchObject({ state: "answered", sent: false });
      for (let k = 0; k < 4; k++) {
        expect(await pass(Array<Fault>(2).fill(status))).not.toBe("drained");
        expect(await stateHere()).toMatchObject({ state: "answered", sent: false });
        expect((await waiting(db)).count).toBe(1);
      }
      expect(await log()).toEqual([]);
      await laptop.closeTab(first);
      expect(await pass()).toBe("drained");
      expect(await stateHere()).toMatchObject({ state: "answered", sent: true });
      expect(await log()).toMatchObject([{ id, answer: { cues: [{ text }] } }]);
    },
  );

  it("makes one answer of a double click, a key beside it and every repeat while the server is slow (FR-04)", async () => {
    const sealed = seal(clip(2));
    const put = (tab: Tab) => laptop.in(tab, (modules) => modules.put.put(db, sealed));
    const [a, b, c] = await Promise.all([put(first), put(first), put(first)]);
    expect([b, c]).toEqual([a, a]);
    let answer: () => void = () => undefined;
    const slow = new Promise<void>((done) => {
      answer = done;
    });
    const waits = async (path: string, init?: RequestInit): Promise<Response> => {
      const reply = await laptop.fetch(path, init);
      if (path === "/api/sync/push") await slow;
      return reply;
    };
    const held = laptop.in(first, ({ deliver }) => deliver.deliver({ db, fetch: waits, now: laptop.now }, false));
    await vi.waitFor(async () => expect(await log()).toHaveLength(1));
    expect(await pass(["cut-after"])).toBe("later");
    expect(await pass(["twice"])).toBe("drained");
    answer();
    await held;
    expect(await pass()).toBe("drained");
    expect(await log()).toMatchObject([{ id: sealed.id }]);
    expect(await db.acknowledged.count()).toBe(1);
    expect(await db.meta.get("acknowledged")).toMatchObject({ value: { count: 1 } });
  });

  it("brings five answers once each, after two were stored, the line broke and the tab was killed (FR-13)", async () => {
    const ids: string[] = [];
    for (let k = 0; k < 5; k++) {
      ids.push((await save({ ...clip(k - 2), item: k % 2 === 0 ? "u1" : "u2" } as Act)).id);
      if (k === 1) expect(await pass(["cut-after"])).toBe("later");
    }
    expect(await log()).toHaveLength(2);
    expect((await waiting(db)).count).toBe(5);
    await laptop.closeTab(first);
    const again = await open(second);
    expect(await pass([], second, again)).toBe("drained");
    expect((await log()).map(({ id }) => id)).toEqual(ids);
    expect((await waiting(again)).count).toBe(0);
  });

  it("never lets three quick edits on one device conflict, while each reply comes late (FR-14)", async () => {
    const ids: string[] = [];
    const passes: Promise<unknown>[] = [];
    const late = async (path: string, init?: RequestInit): Promise<Response> => {
      const reply = await laptop.fetch(path, init);
      await new Promise((done) => setTimeout(done, 50));
      return reply;
    };
    for (const sentiment of [-1, 0, 1]) {
      ids.push((await save(clip(sentiment))).id);
      passes.push(laptop.in(first, ({ deliver }) => deliver.deliver({ db, fetch: late, now: laptop.now }, false)));
    }
    await Promise.all(passes);
    expect(await pass()).toBe("drained");
    const rows = await readLog(office.data.store, "clips", 0, 10);
    expect(rows.map(({ id, flags }) => [id, flags])).toEqual(ids.map((id) => [id, "[]"]));
    expect(await standingHere(db, "clips", "u1", 1)).toMatchObject({ conflict: false, response: { id: ids[2] } });
  });

  it("lets no fast clock win in silence: of two devices both answers are kept and the conflict shows (FR-14)", async () => {
    const there = await Laptop.make();
    there.office = office;
    there.everyone = laptop.everyone;
    const hours = 3_600_000;
    const tablet = await there.in(there.tabs[0] as Tab, async ({ people, packs }) => {
      const { person } = await people.redeem(template.tokens.get("ada") ?? "", false);
      const opened = await people.openPerson(person);
      await packs.refreshPack(opened);
      return opened;
    });
    const [early, later] = [seal(clip(-1), () => new Date(Date.now() + 3 * hours)), seal(clip(2))];
    await there.in(there.tabs[0] as Tab, ({ put }) => put.put(tablet, early));
    await laptop.in(first, ({ put }) => put.put(db, later));
    await there.in(there.tabs[0] as Tab, ({ deliver }) =>
      deliver.deliver({ db: tablet, fetch: there.fetch, now: there.now }, true),
    );
    await pass();
    expect(await standingHere(db, "clips", "u1", 1)).toMatchObject({ conflict: true });
    expect((await log()).map(({ id }) => id).sort()).toEqual([early.id, later.id].sort());
    await there.wipe();
  });

  it("makes a backup beside the running server that opens, fits and holds all acknowledged before (FR-46)", async () => {
    const acknowledged: string[] = [];
    let writing = true;
    const work = (async () => {
      while (writing) {
        const { id } = await save(clip((acknowledged.length % 7) - 3));
        if ((await pass()) === "drained") acknowledged.push(id);
      }
    })();
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(5), { timeout: 10_000 });
    const before = acknowledged.length;
    const command = await openData(office.folder);
    const file = join(office.root, "backup.tar");
    const report = await backUp(command, file);
    await command.close();
    writing = false;
    await work;
    expect(report.responses).toBeGreaterThanOrEqual(before);
    expect(readFileSync(file).byteLength).toBe(report.bytes);
    const elsewhere = join(office.root, "elsewhere");
    expect((await restoreInto(elsewhere, file, new Date())).responses).toBe(report.responses);
    const there = await openData(elsewhere);
    const whole = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(there.store.db);
    expect(whole.rows).toEqual([{ integrity_check: "ok" }]);
    const rows = await readLog(there.store, "clips", 0, 10_000);
    expect(rows.map(({ id }) => id).slice(0, before)).toEqual(acknowledged.slice(0, before));
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at + 1));
    expect((await verifyData(there)).faults).toEqual([]);
    await there.close();
  });
});

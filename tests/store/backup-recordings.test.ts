// Signed answers through backup, restore and verify, with the real routes and the real outbox: what was made before a
// backup is in it, what came later goes up again from the devices, and what was erased stays so.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IDBFactory } from "fake-indexeddb";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seal } from "#client/capture/seal";
import { type PersonDatabase, setMeta } from "#client/outbox/database";
import { deliver } from "#client/outbox/deliver";
import { put } from "#client/outbox/put";
import { endTake, keepSlice, newTakeId } from "#client/outbox/recordings";
import { createApp } from "#server/app";
import { backUp, erasedFile } from "#server/commands/backup";
import { type Data, openData } from "#server/commands/data";
import { restoreInto } from "#server/commands/restore";
import { verifyData } from "#server/commands/verify";
import { createFigures } from "#server/figures/figures";
import { snapshotTo } from "#server/store/backup";
import { createDevice } from "#server/store/devices";
import { keepErased, keepErasedList, sweepErased } from "#server/store/erased-bytes";
import { appendDecision, readLog } from "#server/store/log";
import { slicesOf } from "#server/store/recordings";
import { openDevice } from "../outbox/device.ts";
import { noon, openStudy, type World } from "./people.ts";

describe("a backup with recordings", () => {
  let folder: string;
  let data: Data;
  let world: World;
  let db: PersonDatabase;
  let seconds = 0;
  const file = (name: string) => join(folder, name);

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "countersign-recordings-"));
    data = await openData(file("data"));
    world = await openStudy(data.store, { people: ["E1"] });
    const person = world.people.get("E1") as string;
    const { device, deviceKey } = await createDevice(data.store, { person, shared: false, now: noon });
    db = await openDevice(person, undefined, new IDBFactory());
    await setMeta(db, "device", device);
    await setMeta(db, "deviceKey", deviceKey);
  });
  afterEach(async () => {
    await data.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const pass = async (): Promise<string> => {
    const clock = () => noon;
    const publicUrl = new URL("http://127.0.0.1:8787");
    const figures = createFigures({ store: data.store, clock });
    const app = createApp({ ...data, figures, clock, publicUrl, log: pino({ level: "silent" }) });
    const fetch = async (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set("origin", publicUrl.origin);
      return app.request(new URL(path, publicUrl).href, { ...init, headers });
    };
    return deliver({ db, fetch, now: () => noon.getTime() }, true);
  };
  const flagWith = async (): Promise<string> => {
    const id = newTakeId();
    const take = { study: "quiz", item: "q1", occasion: 1, place: "flag", type: "video/webm;codecs=vp8", id };
    for (const n of [0, 1, 2]) await keepSlice(db, take, n, new Blob([`second ${seconds++}`]), n * 1000);
    await endTake(db, id, 3000);
    const answer = { reason: "other" as const, recording: id };
    await put(db, seal({ study: "quiz", studyVersion: 1, kind: "flag", item: "q1", occasion: 1, answer }));
    return id;
  };
  const bytesOf = async ({ store, media }: Data, id: string): Promise<string> => {
    const parts = await Promise.all((await slicesOf(store, id)).map(({ hash }) => media.read(hash)));
    return Buffer.concat(parts).toString();
  };
  const restored = async (from: string): Promise<void> => {
    await data.close();
    await restoreInto(file("data"), file(from), noon);
    data = await openData(file("data"));
  };

  it("holds every slice, and a restored server is given again by the devices what came later", async () => {
    const before = await flagWith();
    expect(await pass()).toBe("drained");
    await backUp(data, file("one.tar"));
    const after = await flagWith();
    expect(await pass()).toBe("drained");
    const bytes = await bytesOf(data, after);
    rmSync(file("data/media"), { recursive: true });
    await restored("one.tar");
    expect(await bytesOf(data, before)).toMatch(/^second \d+second \d+second \d+$/);
    expect(await slicesOf(data.store, after)).toEqual([]);
    expect(await pass()).toBe("drained");
    expect(await bytesOf(data, after)).toBe(bytes);
    expect((await db.recordings.toArray()).map(({ state }) => state)).toEqual(["sent", "sent"]);
    expect(await verifyData(data)).toMatchObject({ recordings: 2, faults: [] });
  });

  it("made while somebody writes fits together when it is restored", async () => {
    await flagWith();
    await pass();
    let writing = true;
    const writer = (async () => {
      for (let k = 0; writing && k < 60; k++) {
        await flagWith();
        await pass();
      }
    })();
    await backUp(data, file("one.tar"));
    writing = false;
    await writer;
    await restoreInto(file("elsewhere"), file("one.tar"), noon);
    const there = await openData(file("elsewhere"));
    const verified = await verifyData(there);
    expect(verified.faults).toEqual([]);
    expect(verified.recordings).toBeGreaterThanOrEqual(1);
    await there.close();
  });

  it("does not bring back a person who was erased after it", async () => {
    const id = await flagWith();
    await pass();
    await backUp(data, file("one.tar"));
    const hashes = (await slicesOf(data.store, id)).map(({ hash }) => hash);
    const { person } = db;
    const decided = {
      v: 1,
      id: crypto.randomUUID(),
      study: "quiz",
      at: noon.toISOString(),
      by: world.coordinator,
    } as const;
    await appendDecision(data.store, { ...decided, kind: "erase", person, reason: "asked for it" }, noon);
    await keepErasedList(data.store, file(`data/${erasedFile}`));
    await sweepErased(data.store, data.media);
    await restored("one.tar");
    expect((await readLog(data.store, "quiz", 0, 100)).filter(({ entry }) => entry === "response")).toEqual([]);
    expect(await data.store.db.selectFrom("recordings").selectAll().execute()).toEqual([]);
    for (const hash of hashes) expect(await data.media.has(hash)).toBe(false);
    expect(await pass()).toBe("drained");
    expect([await db.responses.count(), await db.recordings.count(), await db.slices.count()]).toEqual([0, 0, 0]);
    expect((await verifyData(data)).faults).toEqual([]);
  });

  it("is not brought back by a list that a crash left unwritten: what stood here before says what was erased", async () => {
    await flagWith();
    await pass();
    await backUp(data, file("one.tar"));
    const decided = {
      v: 1,
      id: crypto.randomUUID(),
      study: "quiz",
      at: noon.toISOString(),
      by: world.coordinator,
    } as const;
    await appendDecision(data.store, { ...decided, kind: "erase", person: db.person, reason: "asked" }, noon);
    await restored("one.tar");
    expect((await readLog(data.store, "quiz", 0, 100)).filter(({ entry }) => entry === "response")).toEqual([]);
  });

  it("is not undone by an older database that somebody puts back by hand", async () => {
    const id = await flagWith();
    await pass();
    await snapshotTo(data.store, file("older.db"));
    const decided = {
      v: 1,
      id: crypto.randomUUID(),
      study: "quiz",
      at: noon.toISOString(),
      by: world.coordinator,
    } as const;
    await appendDecision(data.store, { ...decided, kind: "erase", person: db.person, reason: "asked" }, noon);
    await keepErased(data.store, data.media, file(`data/${erasedFile}`));
    await data.close();
    copyFileSync(file("older.db"), file("data/countersign.db"));
    data = await openData(file("data"));
    expect(await slicesOf(data.store, id)).toHaveLength(3);
    expect(await keepErased(data.store, data.media, file(`data/${erasedFile}`))).toBe(1);
    expect(await data.store.db.selectFrom("log").selectAll().execute()).toEqual([]);
    expect(await slicesOf(data.store, id)).toEqual([]);
    expect(await pass()).toBe("drained");
    expect([await db.responses.count(), await db.recordings.count()]).toEqual([0, 0]);
  });

  it("verify names a slice that was changed, one that is gone, and a row filed under another name", async () => {
    const id = await flagWith();
    await pass();
    const [, second = "", third = ""] = (await slicesOf(data.store, id)).map(({ hash }) => hash);
    writeFileSync(file(`data/media/${third.slice(0, 2)}/${third}`), "something else");
    await data.media.remove(second);
    await data.store.db.deleteFrom("recording_slices").where("n", "=", 0).execute();
    await data.store.db.updateTable("log").set({ n: 7 }).where("kind", "=", "flag").execute();
    const { faults } = await verifyData(data);
    expect(faults).toContain(`media ${third}: the file has been changed`);
    expect(faults).toContain(`media ${second}: the file is missing`);
    expect(faults).toContain(`recording ${id}: slices are missing`);
    expect(faults).toContain("study quiz: entry 1 is filed under other names than its text says");
  });
});

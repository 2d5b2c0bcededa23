// Two people on one laptop, with the real server in this process: who may open what, and whose work goes up as whose.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { seal } from "#client/capture/seal";
import { metaOf, type PersonDatabase } from "#client/outbox/database";
import { deliver } from "#client/outbox/deliver";
import { everybody, forget, registry } from "#client/outbox/known";
import { refreshPack } from "#client/outbox/packs";
import {
  closeIfDone,
  Locked,
  openInForce,
  openPerson,
  peek,
  peopleHere,
  personInForce,
  redeem,
  signOut,
} from "#client/outbox/people";
import { put } from "#client/outbox/put";
import { standingHere } from "#client/outbox/standing-here";
import { itemStates, nextOpenItem, progress, waiting } from "#client/outbox/status";
import { unsentFile } from "#client/outbox/unsent-file";
import { createLink, revokeLinks } from "#server/access/links";
import { raiseEpochs } from "#server/store/backup";
import { revokeDevices } from "#server/store/devices";
import { readLog } from "#server/store/log";
import { openWorld, tokenIn, type World } from "../access/world.ts";
import { choiceOf, sealedChoice } from "./device.ts";

let world: World;
let network = true;
let cookie = "";

/** A browser tab: its own session storage. */
function newTab(): void {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
}

beforeEach(async () => {
  world = await openWorld("sqlite");
  network = true;
  newTab();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (!network) throw new TypeError("no network");
    const headers = new Headers(init.headers);
    headers.set("origin", world.deps.publicUrl.origin);
    if (init.credentials !== "omit") headers.set("cookie", cookie);
    const body = init.body instanceof Blob ? await init.body.arrayBuffer() : init.body;
    const reply = await world.app.request(new URL(path, world.deps.publicUrl).href, {
      method: init.method ?? "GET",
      headers,
      ...(body === undefined ? {} : { body }),
    } as RequestInit);
    cookie = (reply.headers.get("set-cookie") ?? cookie).split(";")[0] ?? "";
    return reply;
  });
});
afterEach(async () => {
  for (const db of await everybody()) await forget(db);
  vi.unstubAllGlobals();
  await world.close();
});

async function start(code: string, shared = false): Promise<PersonDatabase> {
  const { person } = await redeem(await world.tokenFor(code), shared);
  const db = await openPerson(person);
  await refreshPack(db);
  return db;
}
const quizChoice = (item: string) => seal({ ...choiceOf(item, "B"), study: "quiz" });
const base = { study: "quiz", studyVersion: 1, item: "q1", occasion: 1 };
const pass = (db: PersonDatabase) => deliver({ db, fetch: (path, init) => fetch(path, init), now: Date.now }, true);
const log = async () => (await readLog(world.deps.store, "quiz", 0, 100)).map(({ item, person }) => ({ item, person }));

describe("people of one browser", () => {
  it("start by a link that looking at does not use, and get their pack", async () => {
    const token = await world.tokenFor("E1");
    expect(await peek(token)).toMatchObject({ studies: [{ id: "quiz", role: "expert" }] });
    const { person, offline } = await redeem(token, false);
    expect([personInForce(), offline]).toEqual([person, false]);
    const db = await openPerson(person);
    expect(await refreshPack(db)).toBe("fresh");
    expect(await progress(db, "quiz")).toEqual({ total: 3, answered: 0, skipped: 0, drafts: 0, open: 3 });
    expect(await peopleHere()).toMatchObject([{ person, initials: "E", waiting: 0 }]);
  });

  it("are told in a word why a link does not open", async () => {
    const link = await createLink(world.deps, world.people.get("E1") ?? "", "personal");
    await revokeLinks(world.deps, world.people.get("E1") ?? "", "personal");
    await expect(redeem(tokenIn(link), false)).rejects.toMatchObject({ code: "revoked-link" });
    await expect(redeem("no such token at all", false)).rejects.toMatchObject({ code: "wrong-link" });
    network = false;
    await expect(redeem("no such token at all", false)).rejects.toMatchObject({ code: "unreachable" });
  });

  it("see only what is theirs, and what the first left unsent goes up as the first's while the second works", async () => {
    const first = await start("E1");
    network = false;
    await put(first, quizChoice("q1"));
    network = true;
    newTab();
    const second = await start("E2");
    await expect(openPerson(first.person)).rejects.toThrow(Locked);
    expect(await openInForce()).toBe(second);
    expect(await second.responses.count()).toBe(0);
    await put(second, quizChoice("q2"));
    for (const db of await everybody()) expect(await pass(db)).toBe("drained");
    expect(await log()).toEqual(
      expect.arrayContaining([
        { item: "q1", person: world.people.get("E1") },
        { item: "q2", person: world.people.get("E2") },
      ]),
    );
  });

  it("open again with the network off by the link that they once used here", async () => {
    const token = await world.tokenFor("E1");
    const { person } = await redeem(token, false);
    await refreshPack(await openPerson(person));
    newTab();
    await start("E2");
    newTab();
    network = false;
    await expect(openPerson(person)).rejects.toThrow(Locked);
    expect(await redeem(token, false)).toMatchObject({
      person,
      offline: true,
      studies: [{ id: "quiz", role: "expert" }],
    });
    expect((await openPerson(person)).person).toBe(person);
  });

  it("open without asking where nobody else is known and the computer is their own", async () => {
    const db = await start("E1");
    newTab();
    expect(await openInForce()).toBe(db);
    await signOut(db, "keep");
    newTab();
    expect(await openInForce()).toBeUndefined();
  });

  it("keep device and n when they open their link once more", async () => {
    const db = await start("E1");
    await put(db, quizChoice("q1"));
    const device = await metaOf(db, "device");
    await start("E1");
    expect(await metaOf(db, "device")).toBe(device);
    expect((await put(db, quizChoice("q2"))).n).toBe(2);
    await pass(db);
    expect((await log()).length).toBe(2);
  });

  it("still deliver after they were withdrawn, and work on under a new device when they are let in again", async () => {
    const db = await start("E1");
    await put(db, quizChoice("q1"));
    await revokeDevices(world.deps.store, db.person, new Date());
    expect(await refreshPack(db)).toBe("refused");
    expect(await pass(db)).toBe("drained");
    await put(db, quizChoice("q2"));
    const device = await metaOf(db, "device");
    await start("E1");
    expect(await metaOf(db, "device")).not.toBe(device);
    await put(db, quizChoice("q3"));
    expect(await pass(db)).toBe("drained");
    expect((await log()).length).toBe(3);
    expect(await waiting(db)).toMatchObject({ count: 0, oldestAt: null, stuck: 0 });
  });
});

describe("signing out", () => {
  it("of a shared computer takes everything away once it is sent", async () => {
    const db = await start("E1", true);
    await put(db, quizChoice("q1"));
    expect(await signOut(db, "send")).toEqual({ left: 0 });
    expect(await peopleHere()).toEqual([]);
    expect(await indexedDB.databases()).not.toEqual(
      expect.arrayContaining([expect.objectContaining({ name: db.name })]),
    );
    expect((await log()).length).toBe(1);
  });

  it("of a shared computer with the network off keeps all answers until the server says what it still holds", async () => {
    const db = await start("E1", true);
    await put(db, quizChoice("q1"));
    await pass(db);
    network = false;
    await put(db, quizChoice("q2"));
    expect(await signOut(db, "send")).toEqual({ left: 1 });
    expect([await db.items.count(), await db.media.count()]).toEqual([0, 0]);
    const held = async () => (await db.responses.toArray()).map(({ state, text }) => [state, text !== ""]);
    expect(await held()).toEqual([
      ["sent", true],
      ["waiting", true],
    ]);
    await expect(openPerson(db.person)).rejects.toThrow(Locked);
    network = true;
    const [left] = await everybody();
    expect(await pass(left as PersonDatabase)).toBe("drained");
    expect((await log()).length).toBe(2);
    expect(await held()).toEqual([
      ["server", false],
      ["server", false],
    ]);
    await closeIfDone(db);
    expect(await everybody()).toEqual([]);
  });

  it("of a shared computer keeps a consent too until the server says that it still holds it", async () => {
    const db = await start("E1", true);
    await put(db, seal({ kind: "consent", study: "quiz", studyVersion: 1, answer: { version: 1, switches: {} } }));
    await pass(db);
    await world.deps.store.db.deleteFrom("log").execute();
    await world.deps.store.db
      .updateTable("devices")
      .set({ count: 0, digest: "0".repeat(32) })
      .execute();
    await raiseEpochs(world.deps.store, 0, world.deps.clock());
    network = false;
    await signOut(db, "send");
    expect(await everybody()).toEqual([db]);
    network = true;
    expect(await pass(db)).toBe("drained");
    expect(await log()).toHaveLength(1);
    await closeIfDone(db);
    expect(await everybody()).toEqual([]);
  });

  it("of a shared computer forgets nothing that was sent where the person comes back before the rest went out", async () => {
    const db = await start("E1", true);
    const skip = seal({ ...base, kind: "skip", answer: { reason: "bad-video" } });
    await put(db, skip);
    await pass(db);
    network = false;
    await put(db, quizChoice("q2"));
    await signOut(db, "keep");
    network = true;
    const again = await start("E1", true);
    await pass(again);
    expect((await standingHere(again, "quiz", "q1", 1)).leaf?.id).toBe(skip.id);
    const states = await itemStates(again, "quiz");
    expect(states.map(({ item, state, sent }) => [item.id, state, sent]).sort()).toEqual([
      ["q1", "skipped", true],
      ["q2", "answered", true],
      ["q3", "open", false],
    ]);
  });

  it("gives unsent work as a file whose hashes are those of its texts", async () => {
    const db = await start("E1");
    network = false;
    await put(db, quizChoice("q1"));
    const { left, file } = await signOut(db, "file");
    expect(left).toBe(1);
    const given = JSON.parse(file?.text ?? "") as { responses: { id: string; hash: string; text: string }[] };
    expect(given.responses.length).toBe(1);
    expect(JSON.parse(given.responses[0]?.text ?? "")).toMatchObject({ id: given.responses[0]?.id, person: db.person });
    expect((await unsentFile(db)).text).toContain(given.responses[0]?.hash ?? "no hash");
    expect((await db.outbox.count()) + (await registry.people.count())).toBe(2);
  });
});

describe("where each item stands", () => {
  it("goes on with the next that is not done, those without their medium last", async () => {
    const db = await start("E1");
    await db.items
      .where("study")
      .equals("quiz")
      .modify((row) => {
        if (row.id === "q2") delete row.media;
      });
    expect((await nextOpenItem(db, "quiz"))?.item.id).toBe("q2");
    await put(db, quizChoice("q2"));
    expect((await nextOpenItem(db, "quiz"))?.item.id).not.toBe("q2");
    const states = await itemStates(db, "quiz");
    expect(states.find(({ item }) => item.id === "q2")).toMatchObject({ state: "answered", sent: false, ready: true });
    await pass(db);
    expect((await itemStates(db, "quiz")).find(({ item }) => item.id === "q2")).toMatchObject({ sent: true });
  });

  it("keeps an item listed that has an unsent answer when the server lists it no more", async () => {
    const db = await start("E1");
    network = false;
    await put(db, quizChoice("q1"));
    network = true;
    await world.deps.store.db.updateTable("assignments").set({ removed_at: "2026-12-01T00:00:00.000Z" }).execute();
    await refreshPack(db);
    expect((await db.items.toArray()).map(({ id }) => id)).toEqual(["q1"]);
    await pass(db);
    await refreshPack(db);
    expect(await db.items.count()).toBe(0);
  });

  it("is untouched by a pack that does not arrive", async () => {
    const db = await start("E1");
    network = false;
    expect(await refreshPack(db)).toBe("unreachable");
    expect((await progress(db, "quiz")).total).toBe(3);
  });
});

describe("an answer that cannot count", () => {
  it("is shown as stuck with the server's reason", async () => {
    const db = await start("E1");
    await put(db, { ...sealedChoice("no-such-item"), study: "quiz" });
    await put(db, quizChoice("q1"));
    expect(await pass(db)).toBe("drained");
    expect(await waiting(db)).toMatchObject({ count: 0, stuck: 1 });
    expect(await db.stuck.toArray()).toMatchObject([
      { reason: "quarantined", problem: "no such item in this version of the study" },
    ]);
  });
});

// A browser whose data were cleared, with the real server: it says so instead of showing an empty study as normal (FR-11).
import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { metaOf } from "#client/outbox/database";
import { deliver } from "#client/outbox/deliver";
import { everybody, forget } from "#client/outbox/known";
import { markedHere } from "#client/outbox/lost";
import { refreshPack } from "#client/outbox/packs";
import { openPerson, redeem } from "#client/outbox/people";
import { put } from "#client/outbox/put";
import { hello } from "#client/outbox/reconcile";
import { waiting } from "#client/outbox/status";
import { raiseEpochs } from "#server/store/backup";
import { readLog } from "#server/store/log";
import { openWorld, type World } from "../access/world.ts";
import { sealedChoice } from "./device.ts";

let world: World;
let cookie = "";

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** What clearing site data, or an eviction, leaves of a browser. */
async function clear(leaves: { mark?: boolean; cookie?: boolean }): Promise<void> {
  const mark = globalThis.localStorage.getItem("countersign-devices");
  for (const db of await everybody()) await forget(db);
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("sessionStorage", storage());
  if (leaves.mark && mark !== null) globalThis.localStorage.setItem("countersign-devices", mark);
  if (!leaves.cookie) cookie = "";
}

beforeEach(async () => {
  world = await openWorld("sqlite");
  cookie = "";
  vi.stubGlobal("sessionStorage", storage());
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
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

async function begin() {
  const token = await world.tokenFor("E1");
  const start = async () => {
    const { person } = await redeem(token, false);
    const db = await openPerson(person);
    await refreshPack(db);
    return db;
  };
  return { start, db: await start() };
}
const pass = (db: Awaited<ReturnType<typeof openPerson>>) =>
  deliver({ db, fetch: (input, init) => fetch(input, init), now: Date.now }, true);

describe("a browser that lost what it kept", () => {
  it("says nothing to somebody who begins, nor to somebody who opens the link again", async () => {
    const { start, db } = await begin();
    expect(await metaOf(db, "lost")).toBeUndefined();
    await pass(db);
    expect(await metaOf(await start(), "lost")).toBeUndefined();
  });

  it.each([
    ["the mark outside the databases", { mark: true }],
    ["the cookie", { cookie: true }],
  ])("knows for certain where %s is left, and brings back what was sent", async (_, leaves) => {
    const { start, db } = await begin();
    const [one, two] = await db.items.toArray();
    await put(db, sealedChoiceOf(one));
    await pass(db);
    await put(db, sealedChoiceOf(two));
    await clear(leaves);
    const anew = await start();
    expect(await metaOf(anew, "lost")).toMatchObject({ certain: true, unsent: 0 });
    expect((await metaOf(anew, "lost"))?.lastSeenAt).toMatch(/^\d{4}-/u);
    await pass(anew);
    expect((await anew.responses.toArray()).map(({ item, state }) => [item, state])).toEqual([[one?.id, "elsewhere"]]);
  });

  it("counts what the server knows to be missing", async () => {
    const { start, db } = await begin();
    const [one] = await db.items.toArray();
    await put(db, sealedChoiceOf(one));
    const reached = async (path: string, init?: RequestInit) =>
      path.endsWith("/push") ? new Response("gone", { status: 502 }) : fetch(path, init);
    await deliver({ db, fetch: reached, now: Date.now }, true);
    await hello({ db, fetch, now: Date.now });
    await clear({ mark: true });
    expect(await metaOf(await start(), "lost")).toMatchObject({ certain: true, unsent: 1 });
  });

  it("says that it may have been another browser where nothing is left to tell", async () => {
    const { start, db } = await begin();
    await pass(db);
    await clear({});
    expect(await metaOf(await start(), "lost")).toMatchObject({ certain: false, unsent: 0 });
  });

  it("sends what waits as its person's own after the link was opened again, where a restored server knows no device", async () => {
    const { start, db } = await begin();
    const [one, two] = await db.items.toArray();
    await put(db, sealedChoiceOf(one));
    await pass(db);
    await put(db, sealedChoiceOf(two));
    const { store, clock } = world.deps;
    await store.db.deleteFrom("log").execute();
    await store.db.deleteFrom("devices").execute();
    await raiseEpochs(store, 0, clock());
    expect(await pass(db)).toBe("paused");
    expect(await metaOf(db, "paused")).toMatchObject({ code: "signed-out" });
    expect((await waiting(db)).count).toBe(1);
    const again = await start();
    expect(again.name).toBe(db.name);
    expect(await metaOf(again, "paused")).toBeUndefined();
    expect(await metaOf(again, "lost")).toBeUndefined();
    expect(await pass(again)).toBe("drained");
    expect((await waiting(again)).count).toBe(0);
    const log = await readLog(store, one?.study ?? "", 0, 10);
    expect(log.map(({ item, person }) => `${person} ${item}`).sort()).toEqual(
      [one, two].map((item) => `${db.person} ${item?.id}`).sort(),
    );
    expect((await hello({ db: again, fetch, now: Date.now })).agree).toBe(true);
  });

  it("is known at the door by its mark, and one that was left on purpose is not", async () => {
    const { db } = await begin();
    expect(markedHere()).toEqual([db.person]);
    await forget(db);
    expect(markedHere()).toEqual([]);
  });
});

const sealedChoiceOf = (item: { id: string; study: string } | undefined) => ({
  ...sealedChoice(item?.id ?? ""),
  study: item?.study ?? "",
});

// A signed answer from the device to the real server: after its response, resumed where it stopped, byte for byte.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seal } from "#client/capture/seal";
import { type PersonDatabase, setMeta } from "#client/outbox/database";
import { deliver } from "#client/outbox/deliver";
import { put } from "#client/outbox/put";
import { dropTake, endTake, keepSlice, keptTake, newTakeId, recordingBlob } from "#client/outbox/recordings";
import { waiting } from "#client/outbox/status";
import type { Fetch } from "#client/outbox/wire";
import { recordingById, slicesOf } from "#server/store/recordings";
import { openWorld, type World } from "../access/world.ts";
import { openDevice } from "./device.ts";

const take = { study: "quiz", item: "q1", occasion: 1, place: "flag", type: "video/webm;codecs=vp8" };
const seconds = ["one", "two", "three"];

let world: World;
let db: PersonDatabase;
let asked: string[];
let broken: (path: string) => boolean;
beforeEach(async () => {
  world = await openWorld("sqlite");
  const { key, device } = await world.start("E1");
  db = await openDevice(world.people.get("E1") ?? "");
  await setMeta(db, "device", device);
  await setMeta(db, "deviceKey", key);
  asked = [];
  broken = () => false;
});
afterEach(async () => {
  await db.delete();
  await world.close();
});

const fetch: Fetch = async (path, init = {}) => {
  asked.push(`${init.method} ${path}`);
  if (broken(`${init.method} ${path}`)) throw new TypeError("no network");
  const url = new URL(path, world.deps.publicUrl).href;
  const headers = new Headers(init.headers);
  headers.set("origin", world.deps.publicUrl.origin);
  return world.app.request(url, { ...init, headers });
};
const run = () => deliver({ db, fetch, now: () => world.deps.clock().getTime() }, false);

async function taken(): Promise<string> {
  const id = newTakeId();
  for (const [n, text] of seconds.entries()) await keepSlice(db, { ...take, id }, n, new Blob([text]), (n + 1) * 1000);
  await endTake(db, id, 3000);
  return id;
}
const flag = (recording: string) =>
  put(
    db,
    seal({
      ...{ kind: "flag", study: "quiz", studyVersion: 1, item: "q1", occasion: 1 },
      answer: { reason: "other", recording },
    }),
  );

describe("a signed answer on the device", () => {
  it("stays here until an answer uses it, then goes up after the answer", async () => {
    const id = await taken();
    expect(await run()).toBe("drained");
    expect(asked.filter((one) => one.includes("recordings"))).toEqual([]);
    const { id: response } = await flag(id);
    expect(await run()).toBe("drained");
    const push = asked.findIndex((one) => one.endsWith("/push"));
    expect(push).toBeLessThan(asked.findIndex((one) => one.startsWith("PUT")));
    expect(await recordingById(world.deps.store, id)).toMatchObject({ response, study: "quiz", duration_ms: 3000 });
    const slices = await slicesOf(world.deps.store, id);
    const bytes = await Promise.all(slices.map(({ hash }) => world.deps.media.read(hash)));
    expect(Buffer.concat(bytes).toString()).toBe("onetwothree");
    expect((await db.recordings.get(id))?.state).toBe("sent");
  });

  it("goes on at the slice where the network went, and says until then that it is only here", async () => {
    const id = await taken();
    await flag(id);
    broken = (what) => what === `PUT /api/recordings/${id}/1`;
    expect(await run()).toBe("later");
    expect(await waiting(db)).toMatchObject({ count: 0, recordings: 1 });
    broken = () => false;
    asked = [];
    expect(await run()).toBe("drained");
    expect(asked.filter((one) => one.startsWith("PUT"))).toEqual([1, 2].map((n) => `PUT /api/recordings/${id}/${n}`));
    expect(await waiting(db)).toMatchObject({ count: 0, recordings: 0, oldestAt: null });
  });

  it("holds no other back where the server does not take one", async () => {
    const bad = await taken();
    const good = await taken();
    await flag(bad);
    await flag(good);
    await db.slices.update([bad, 1], { hash: "0".repeat(64) });
    expect(await run()).toBe("drained");
    expect(await db.recordings.get(bad)).toMatchObject({ state: "waiting", problem: "bad-value" });
    expect((await db.recordings.get(good))?.state).toBe("sent");
  });

  it("is offered again after a crash at the place where it was taken, and may be dropped until an answer uses it", async () => {
    const id = newTakeId();
    await keepSlice(db, { ...take, id }, 0, new Blob(["one"]), 900);
    expect(await keptTake(db, { ...take, place: "ask" })).toBeUndefined();
    expect(await keptTake(db, take)).toMatchObject({ id, durationMs: 900, state: "taking" });
    expect(await (await recordingBlob(db, id))?.text()).toBe("one");
    await dropTake(db, id);
    expect(await keptTake(db, take)).toBeUndefined();
    expect(await db.slices.count()).toBe(0);
    const used = await taken();
    await flag(used);
    await dropTake(db, used);
    expect(await db.slices.count()).toBe(3);
  });

  it("goes up again where the server was restored from a backup that lacks it", async () => {
    const id = await taken();
    await flag(id);
    await run();
    await world.deps.store.db.deleteFrom("recording_slices").execute();
    await world.deps.store.db.deleteFrom("recordings").execute();
    await world.deps.store.db.updateTable("studies").set({ epoch: 2 }).execute();
    expect(await run()).toBe("drained");
    expect(await slicesOf(world.deps.store, id)).toHaveLength(3);
  });
});

// A signer withdraws a clip that somebody has in hand: at the next contact medium and draft leave the device, what was
// answered goes up.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seal } from "#client/capture/seal";
import { refreshPack } from "#client/outbox/packs";
import { put } from "#client/outbox/put";
import { readLog } from "#server/store/log";
import { clipHash, engines, openWorld, stillHash, type World } from "../access/world.ts";
import { type Place, startOn } from "./line.ts";

const felt = { sentiment: 1, emotions: {}, confidence: 50, cues: [] };

describe.each(engines)("a retired clip on %s", (engine) => {
  let world: World;
  let place: Place;
  let other: string;
  beforeEach(async () => {
    world = await openWorld(engine);
    other = await world.coordinator("other");
    place = await startOn(world, "A1");
    await refreshPack(place.db, place.line.fetch);
  });
  afterEach(() => world.close());
  const draft = (item: string, study = "clips") =>
    place.db.drafts.put({
      ...{ study, item, occasion: 1, answer: felt, trail: [], basis: null, savedAt: "2026-12-01T08:00:00.000Z" },
    });
  const retire = (item: string) =>
    world.ask("POST", "/api/studies/clips/decisions", { cookie: other, body: { kind: "retire", item } });

  it("leaves the device with its draft, and an answer that waits is still sent", async () => {
    const given = await put(
      place.db,
      seal({ study: "clips", studyVersion: 1, kind: "emotion", item: "c2", occasion: 1, answer: felt }),
    );
    await draft("c1");
    await draft("c3");
    expect((await retire("c1")).status).toBe(200);
    expect(await refreshPack(place.db, place.line.fetch)).toBe("fresh");
    expect(await place.db.items.toCollection().primaryKeys()).toEqual([]);
    expect(await place.db.media.get(clipHash)).toBeUndefined();
    expect(await place.db.drafts.count()).toBe(0);
    expect(await place.pass()).toBe("drained");
    expect((await readLog(world.deps.store, "clips", 0, 10)).map(({ id }) => id)).toContain(given.id);
  });

  it("goes also where its item was already somebody else's", async () => {
    await draft("c1");
    const { db } = world.deps.store;
    const at = "2026-12-01T08:00:00.000Z";
    await db.updateTable("assignments").set({ removed_at: at }).where("person", "=", place.db.person).execute();
    await refreshPack(place.db, place.line.fetch);
    expect((await place.db.items.toCollection().primaryKeys()).map(([, item]) => item)).toEqual(["c1"]);
    expect(await place.db.media.get(clipHash)).toBeDefined();
    await retire("c1");
    await refreshPack(place.db, place.line.fetch);
    expect([await place.db.items.count(), await place.db.drafts.count()]).toEqual([0, 0]);
    expect(await place.db.media.get(clipHash)).toBeUndefined();
  });

  it("of a quiz leaves the picture where another question shows it", async () => {
    const owner = await world.coordinator("owner");
    const expert = await startOn(world, "E1");
    await expert.db.drafts.put({
      ...{
        study: "quiz",
        item: "q1",
        occasion: 1,
        answer: {},
        trail: [],
        basis: null,
        savedAt: "2026-12-01T08:00:00Z",
      },
    });
    const body = { kind: "retire", item: "q1" };
    expect((await world.ask("POST", "/api/studies/quiz/decisions", { cookie: owner, body })).status).toBe(200);
    await refreshPack(expert.db, expert.line.fetch);
    expect(await expert.db.drafts.count()).toBe(0);
    expect((await expert.db.items.toCollection().primaryKeys()).map(([, item]) => item)).toEqual(["q2", "q3"]);
    expect(await expert.db.media.get(stillHash)).toBeDefined();
  });
});

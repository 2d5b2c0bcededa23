// Two devices of one person: the second starts with what the first has answered, and what both changed apart is shown as
// such on both. Real routes, and the page's own way in.
import { v7 } from "uuid";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { seal } from "#client/capture/seal";
import { metaOf, setMeta } from "#client/outbox/database";
import { refreshPack } from "#client/outbox/packs";
import { pushAll } from "#client/outbox/push";
import { put } from "#client/outbox/put";
import { catchUp } from "#client/outbox/reconcile";
import { itemStates, nextOpenItem } from "#client/outbox/status";
import { appendPush } from "#server/store/log";
import { engines, openWorld, type World } from "../access/world.ts";
import { textOf } from "../store/people.ts";
import { fetchOf, type Place, startOn } from "./line.ts";

const felt = (item: string, sentiment: number, hour = 8) =>
  seal(
    {
      ...{ kind: "emotion", study: "clips", studyVersion: 1, item, occasion: 1 },
      answer: { sentiment, emotions: {}, confidence: 50, cues: [] },
    },
    () => new Date(Date.UTC(2026, 11, 1, hour)),
  );

describe.each(engines)("a second device of a person on %s", (engine) => {
  let world: World;
  let phone: Place;
  let laptop: Place;
  beforeEach(async () => {
    world = await openWorld(engine);
    phone = await startOn(world, "A1");
    laptop = await startOn(world, "A1");
    for (const { db, line } of [phone, laptop]) await refreshPack(db, line.fetch);
    vi.stubGlobal("fetch", fetchOf(world));
  });
  afterEach(async () => {
    vi.unstubAllGlobals();
    await world.close();
  });
  const shown = async ({ db }: Place) =>
    (await itemStates(db, "clips")).map(
      ({ item, state, conflict }) => `${item.id} ${state}${conflict ? " conflict" : ""}`,
    );

  it("offers nothing as new that the first has answered, from the first page on", async () => {
    const first = await put(phone.db, felt("c1", 1));
    await put(phone.db, felt("c2", -1));
    await phone.pass();
    expect(await nextOpenItem(laptop.db, "clips")).toMatchObject({ item: { id: "c1" } });
    await catchUp(laptop.db);
    expect(await shown(laptop)).toEqual(["c1 answered", "c2 answered", "c3 open", "c4 open"]);
    expect(await nextOpenItem(laptop.db, "clips")).toMatchObject({ item: { id: "c3" } });
    const held = await laptop.db.responses.get(first.id);
    expect(held).toMatchObject({ state: "elsewhere", device: await metaOf(phone.db, "device") });
    expect(await metaOf(laptop.db, "n")).toBeUndefined();
  });

  it("changes what the first answered without a conflict, once it has caught up", async () => {
    const first = await put(phone.db, felt("c1", 1));
    await phone.pass();
    await catchUp(laptop.db);
    const changed = await put(laptop.db, felt("c1", 3));
    expect(JSON.parse((await laptop.db.responses.get(changed.id))?.text ?? "{}").replaces).toBe(first.id);
    for (const place of [laptop, phone]) await place.pass();
    expect(await shown(phone)).toEqual(["c1 answered", "c2 open", "c3 open", "c4 open"]);
  });

  it("goes on with what it has where the network is gone, and reads more than one page", async () => {
    const device = (await metaOf(phone.db, "device")) ?? "";
    const { person } = phone.db;
    const texts = Array.from({ length: 500 }, (_, k) =>
      textOf({
        ...{ v: 1, app: "test", id: v7(), device, n: k + 1, study: "clips", studyVersion: 1, person, offset: 0 },
        ...{ at: "2026-12-01T08:00:00.000Z", kind: "note", item: "c1", occasion: 1, answer: { text: `${k}` } },
      }),
    );
    await appendPush(world.deps.store, { device, person, texts, now: world.deps.clock() });
    await setMeta(phone.db, "n", 500);
    await put(phone.db, felt("c4", 0));
    await pushAll({ ...phone.line, greeted: async () => true });
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("no network");
    });
    await catchUp(laptop.db);
    expect(await laptop.db.responses.count()).toBe(0);
    vi.stubGlobal("fetch", fetchOf(world));
    await catchUp(laptop.db);
    expect(await laptop.db.responses.count()).toBe(501);
    expect(await shown(laptop)).toContain("c4 answered");
  });

  it("shows on both what was changed on both while apart; the later one stands", async () => {
    await put(phone.db, felt("c1", 1));
    const later = await put(laptop.db, felt("c1", 3, 9));
    for (const place of [phone, laptop, phone]) await place.pass();
    for (const place of [phone, laptop]) {
      expect((await shown(place))[0]).toBe("c1 answered conflict");
      expect((await itemStates(place.db, "clips"))[0]?.response?.id).toBe(later.id);
    }
    const cookie = await world.coordinator("other");
    const { people } = await (await world.ask("GET", "/api/studies/clips/progress", { cookie })).json();
    expect(people.find(({ code }: { code: string }) => code === "A1")).toMatchObject({ answered: 1, conflicts: 1 });
  });
});

// How long a device keeps the content of what it sent, against the real routes: until it stood in a backup for 30 days.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDraft } from "#client/capture/drafts";
import { seal } from "#client/capture/seal";
import { bringBack } from "#client/outbox/bring-back";
import { metaOf } from "#client/outbox/database";
import { goneHere, markGone } from "#client/outbox/gone";
import { refreshPack } from "#client/outbox/packs";
import { put } from "#client/outbox/put";
import { hello } from "#client/outbox/reconcile";
import { endTake, keepSlice, newTakeId } from "#client/outbox/recordings";
import { standingHere } from "#client/outbox/standing-here";
import { itemStates, waiting } from "#client/outbox/status";
import { headsOf, noteBackedUp, raiseEpochs } from "#server/store/backup";
import { eraseWithin } from "#server/store/erasing";
import { transact } from "#server/store/open";
import { engines, openWorld, type World } from "../access/world.ts";
import { type Place, startOn } from "./line.ts";

const day = 86_400_000;
const base = { study: "clips", studyVersion: 1, occasion: 1 };
const felt = (item: string, sentiment: number) =>
  seal({ ...base, kind: "emotion", item, answer: { sentiment, emotions: { joy: 1 }, confidence: 75, cues: [] } });

describe.each(engines)("what a device keeps, on %s", (engine) => {
  let world: World;
  let place: Place;
  let ids: string[];
  beforeEach(async () => {
    world = await openWorld(engine);
    place = await startOn(world, "A1");
    await refreshPack(place.db, place.line.fetch);
    ids = [];
    for (const item of ["c1", "c2"]) ids.push((await put(place.db, felt(item, 2))).id);
    ids.push((await put(place.db, felt("c1", -1))).id);
    ids.push((await put(place.db, seal({ ...base, kind: "note", item: "c1", answer: { text: "a question" } }))).id);
    const consent = { version: 1, switches: { "recordings-team": true } };
    const said = seal({ study: "clips", studyVersion: 1, kind: "consent", answer: consent });
    ids.push((await put(place.db, said)).id);
    await place.pass();
  });
  afterEach(() => world.close());

  const backUp = async () => {
    const heads = await headsOf(world.deps.store);
    await noteBackedUp(
      world.deps.store,
      Object.fromEntries(heads.map(({ study, seq }) => [study, seq])),
      world.deps.clock(),
    );
  };
  const later = async (days: number) => {
    world.ahead(days * day);
    await place.pass();
  };
  const texts = async () =>
    (await place.db.responses.bulkGet(ids)).map((row) => row?.text !== undefined && row.text !== "");

  it("is everything, however long, while no backup holds it", async () => {
    await later(400);
    expect(await texts()).toEqual([true, true, true, true, true]);
  });

  it("is everything for 30 days after a backup, and then what tells which answer stands", async () => {
    await backUp();
    await later(1);
    await later(29);
    expect(await texts()).toEqual([true, true, true, true, true]);
    const before = [await standingHere(place.db, "clips", "c1", 1), await metaOf(place.db, "acknowledged")] as const;
    await later(2);
    expect(await texts()).toEqual([false, false, false, false, true]);
    expect((await place.db.responses.get(ids[3] ?? ""))?.id).toBeUndefined();
    const after = await standingHere(place.db, "clips", "c1", 1);
    expect([after.leaf?.id, after.conflict]).toEqual([before[0].leaf?.id, false]);
    expect(await metaOf(place.db, "acknowledged")).toEqual(before[1]);
    expect((await hello(place.line)).agree).toBe(true);
    expect(await waiting(place.db)).toMatchObject({ count: 0, stuck: 0 });
    expect(await itemStates(place.db, "clips")).toMatchObject([
      { item: { id: "c1" }, state: "answered", sent: true, onServerOnly: true },
      { item: { id: "c2" }, state: "answered", sent: true, onServerOnly: true },
      { item: { id: "c3" }, state: "open", onServerOnly: false },
      { item: { id: "c4" }, state: "open" },
    ]);
  });

  it("is never what came after the backup", async () => {
    await backUp();
    await later(1);
    const { id } = await put(place.db, felt("c3", 0));
    await later(1);
    await later(31);
    expect((await place.db.responses.get(id))?.text).not.toBe("");
    expect(await texts()).toEqual([false, false, false, false, true]);
  });

  it("lets an answer whose content went be changed, taken back, and looked at again with the network", async () => {
    await backUp();
    await later(1);
    await later(31);
    const opened = await openDraft(place.db, "clips", "c2", 1);
    expect(opened).toMatchObject({ standing: { response: { id: ids[1] } }, from: { draft: false, basis: ids[1] } });
    expect(await bringBack(place.db, ids[1] ?? "", place.line.fetch)).toBe(true);
    expect((await openDraft(place.db, "clips", "c2", 1)).from).toMatchObject({ answer: { sentiment: 2 } });
    place.cut = () => true;
    expect(await bringBack(place.db, ids[2] ?? "", place.line.fetch)).toBe(false);
    place.cut = () => false;
    const { id } = await put(place.db, felt("c1", 3));
    await put(place.db, seal({ ...base, kind: "retract", item: "c2", replaces: ids[1] ?? "", answer: {} }));
    expect(await place.pass()).toBe("drained");
    expect(await standingHere(place.db, "clips", "c1", 1)).toMatchObject({ leaf: { id }, conflict: false });
    expect((await standingHere(place.db, "clips", "c2", 1)).response).toBeUndefined();
  });

  it("is everything again for 30 days where the server's log was changed, since no place in it is believed then", async () => {
    await backUp();
    await later(1);
    await later(29.5);
    await raiseEpochs(world.deps.store, 0, world.deps.clock());
    await later(1);
    await later(20);
    expect(await texts()).toEqual([true, true, true, true, true]);
    await later(31);
    expect(await texts()).toEqual([false, false, false, false, true]);
    expect((await hello(place.line)).agree).toBe(true);
  });

  it("tells person and coordinator which answers the server lost, where their content was only there", async () => {
    await backUp();
    await later(1);
    await later(31);
    await world.deps.store.db
      .deleteFrom("log")
      .where("id", "=", ids[1] ?? "")
      .execute();
    await raiseEpochs(world.deps.store, 0, world.deps.clock());
    await place.pass();
    const states = await itemStates(place.db, "clips");
    expect(states.map(({ state }) => state)).toEqual(["answered", "open", "open", "open"]);
    expect(await waiting(place.db)).toMatchObject({ count: 0 });
    const told = { ids: [ids[1]], studies: [{ title: "Study clips", items: [2] }] };
    expect(await goneHere(place.db)).toEqual(told);
    const cookie = await world.coordinator("other");
    const desk = async () =>
      ((await (await world.ask("GET", "/api/studies/clips/inbox", { cookie })).json()) as { gone?: unknown }).gone;
    const one = { id: ids[1], code: "A1", item: "c2", itemName: "c2" };
    expect(await desk()).toMatchObject([{ ...one, again: false }]);
    await place.pass();
    expect([await goneHere(place.db), await desk()]).toMatchObject([told, [one]]);
    await put(place.db, felt("c2", 1));
    expect((await goneHere(place.db)).studies).toEqual([]);
    await place.pass();
    expect(await desk()).toMatchObject([{ ...one, again: true }]);
    await markGone(place.db, [ids[1] ?? ""], { seen: true });
    expect(await metaOf(place.db, "gone")).toEqual([]);
    const { store, clock } = world.deps;
    await transact(store, (db) => eraseWithin({ ...store, db }, "clips", world.people.get("A1") ?? "", clock()));
    expect(await desk()).toBeUndefined();
  });

  it("is not called lost where a later answer to the item stands", async () => {
    await backUp();
    await later(1);
    await later(31);
    await world.deps.store.db
      .deleteFrom("log")
      .where("id", "=", ids[0] ?? "")
      .execute();
    await raiseEpochs(world.deps.store, 0, world.deps.clock());
    await place.pass();
    expect(await metaOf(place.db, "gone")).toBeUndefined();
    expect((await itemStates(place.db, "clips"))[0]?.state).toBe("answered");
  });

  it("holds for answers from the person's other devices too, which come back from the network likewise", async () => {
    const other = await startOn(world, "A1");
    await refreshPack(other.db, other.line.fetch);
    await other.pass();
    const rows = async () => (await other.db.responses.bulkGet(ids)).map((row) => [row?.state, row?.text === ""]);
    expect(await rows()).toEqual(ids.map(() => ["elsewhere", false]));
    await backUp();
    world.ahead(day);
    await other.pass();
    world.ahead(31 * day);
    await other.pass();
    const bare = ["server", true];
    expect(await rows()).toEqual([bare, bare, bare, [undefined, false], ["elsewhere", false]]);
    expect((await itemStates(other.db, "clips")).map(({ state }) => state)).toEqual([
      ...["answered", "answered"],
      ...["open", "open"],
    ]);
    expect((await hello(other.line)).agree).toBe(true);
    expect(await bringBack(other.db, ids[2] ?? "", other.line.fetch)).toBe(true);
    expect((await openDraft(other.db, "clips", "c1", 1)).from).toMatchObject({ answer: { sentiment: -1 } });
    await world.deps.store.db.deleteFrom("log").where("id", "in", ids).execute();
    await raiseEpochs(world.deps.store, 0, world.deps.clock());
    await other.pass();
    expect(await metaOf(other.db, "gone")).toBeUndefined();
  });

  it("drops a recording's bytes only when a backup that was begun after it arrived is 30 days old", async () => {
    const id = newTakeId();
    const take = { ...{ study: "clips", item: "c4", occasion: 1, place: "flag" }, type: "video/webm;codecs=vp8" };
    for (const n of [0, 1]) await keepSlice(place.db, { ...take, id }, n, new Blob([`second ${n}`]), n * 1000);
    await endTake(place.db, id, 2000);
    await backUp();
    await put(place.db, seal({ ...base, kind: "flag", item: "c4", answer: { reason: "other", recording: id } }));
    await later(1);
    await later(40);
    expect([await place.db.slices.count(), (await place.db.recordings.get(id))?.state]).toEqual([2, "sent"]);
    await backUp();
    await later(1);
    expect([await place.db.slices.count(), (await place.db.recordings.get(id))?.state]).toEqual([0, "server"]);
    await raiseEpochs(world.deps.store, 0, world.deps.clock());
    expect(await place.pass()).toBe("drained");
    expect((await place.db.recordings.get(id))?.state).toBe("server");
  });
});

// More answers than one question about them may hold: device and server compare them page by page, with the real routes.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seal } from "#client/capture/seal";
import { metaOf, setMeta } from "#client/outbox/database";
import { put } from "#client/outbox/put";
import { have, hello } from "#client/outbox/reconcile";
import { haveRequest } from "#schemas/sync";
import { engines, openWorld, type World } from "../access/world.ts";
import { type Place, startOn } from "./line.ts";

const note = (text: string) =>
  seal({ kind: "note", study: "quiz", studyVersion: 1, item: "q1", occasion: 1, answer: { text } });

describe.each(engines)("comparing ids in pages on %s", (engine) => {
  let world: World;
  let place: Place;
  let ids: string[];
  beforeAll(async () => {
    world = await openWorld(engine);
    place = await startOn(world, "E1");
    ids = [];
    for (let k = 0; k < 10; k++) ids.push((await put(place.db, note(`note ${k}`))).id);
    await place.pass();
  });
  afterAll(() => world.close());
  const epochs = async () => (await metaOf(place.db, "epochs")) ?? {};
  const pages = () => place.asked.filter((one) => one.endsWith("/have")).length;

  it("finds nothing to do where both hold the same, and learns each place in the log", async () => {
    await place.db.responses.toCollection().modify((row) => {
      delete row.seq;
    });
    place.asked = [];
    expect(await have(place.line, await epochs(), 3)).toBe(0);
    expect(pages()).toBe(4);
    expect((await place.db.responses.bulkGet(ids)).map((row) => row?.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await hello(place.line)).agree).toBe(true);
  });

  it("brings back any one that the device lost, wherever a page ends", async () => {
    const sorted = [...ids].sort();
    for (const size of [1, 2, 3, 9, 10])
      for (const id of sorted) {
        await place.db.responses.delete(id);
        await place.db.acknowledged.delete(id);
        await setMeta(place.db, "acknowledged", { count: 9, digest: "0".repeat(32) });
        expect(await have(place.line, await epochs(), size)).toBe(0);
        expect(await place.db.responses.toCollection().primaryKeys()).toEqual(sorted);
        expect(await place.db.acknowledged.toCollection().primaryKeys()).toEqual(sorted);
        expect((await metaOf(place.db, "acknowledged"))?.count).toBe(10);
      }
    expect(await place.db.outbox.count()).toBe(0);
  });

  it("brings back what the device lost at either end and between, and sends again what the server lost", async () => {
    const lost = [ids[0], ids[4], ids[5], ids[9]] as string[];
    await place.db.responses.bulkDelete(lost);
    await place.db.acknowledged.bulkDelete(lost);
    await setMeta(place.db, "acknowledged", { count: 6, digest: "0".repeat(32) });
    const { db } = world.deps.store;
    await db
      .deleteFrom("log")
      .where("id", "in", [ids[2] ?? "", ids[7] ?? ""])
      .execute();
    expect(await have(place.line, await epochs(), 2)).toBe(2);
    expect((await place.db.responses.toCollection().primaryKeys()).sort()).toEqual([...ids].sort());
    expect((await place.db.outbox.toCollection().primaryKeys()).sort()).toEqual([ids[2], ids[7]].sort());
  });

  it("asks once even where the device holds nothing, and never more than a question may hold", async () => {
    const empty = await startOn(world, "E2");
    expect(await have(empty.line, {}, 2)).toBe(0);
    expect(empty.asked.filter((one) => one.endsWith("/have"))).toHaveLength(1);
    const many = Array.from({ length: 50_001 }, () => ids[0]);
    expect(haveRequest.safeParse({ ids: many }).success).toBe(false);
  });
});

// A browser profile that was copied: two browsers count on under one device, against the real routes.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seal } from "#client/capture/seal";
import { metaOf } from "#client/outbox/database";
import { put } from "#client/outbox/put";
import { standingHere } from "#client/outbox/standing-here";
import { waiting } from "#client/outbox/status";
import { devicesOf } from "#server/store/devices";
import { gapsOf } from "#server/store/gaps";
import { readLog } from "#server/store/log";
import { engines, openWorld, type World } from "../access/world.ts";
import { copyOf, type Place, startOn } from "./line.ts";

const choice = (item: string, option: "A" | "B") =>
  seal({
    ...{ kind: "choice", study: "quiz", studyVersion: 1, item, occasion: 1 },
    answer: { option, shown: ["A", "B", "C", "D"] },
  });

describe.each(engines)("a copied browser profile on %s", (engine) => {
  let world: World;
  let first: Place;
  let copy: Place;
  beforeAll(async () => {
    world = await openWorld(engine);
    first = await startOn(world, "E1");
    await put(first.db, choice("q3", "A"));
    await first.pass();
    copy = await copyOf(world, first);
  });
  afterAll(() => world.close());

  it("goes on as a device of its own once the server sees one number twice, and both keep every answer", async () => {
    const one = await put(first.db, choice("q1", "A"));
    const other = await put(copy.db, choice("q2", "B"));
    expect(other.n).toBe(one.n);
    const shared = await metaOf(first.db, "device");
    expect([await first.pass(), await copy.pass()]).toEqual(["drained", "drained"]);
    expect(await metaOf(first.db, "device")).toBe(shared);
    expect(await metaOf(copy.db, "device")).not.toBe(shared);

    const own = await put(copy.db, choice("q1", "B"));
    expect(own.n).toBe(1);
    for (const place of [copy, first, copy, first]) expect(await place.pass()).toBe("drained");
    const log = await readLog(world.deps.store, "quiz", 0, 10);
    expect(log.map(({ item, device, n, flags }) => [item, device === shared, n, JSON.parse(flags)])).toEqual([
      ["q3", true, 1, []],
      ["q1", true, 2, []],
      ["q2", true, 2, ["fork"]],
      ["q1", false, 1, []],
    ]);
  });

  it("ends with the same answers on both and on the server, and with no gap", async () => {
    for (const place of [first, copy]) {
      expect((await waiting(place.db)).count).toBe(0);
      for (const [item, option] of [
        ["q1", "B"],
        ["q2", "B"],
        ["q3", "A"],
      ] as const)
        expect((await standingHere(place.db, "quiz", item, 1)).response).toMatchObject({ item, answer: { option } });
    }
    const devices = await devicesOf(world.deps.store, [first.db.person]);
    expect([...(await gapsOf(world.deps.store, devices)).values()]).toEqual([0, 0]);
  });

  it("sends what the copy had saved under the shared device as it was given", async () => {
    const again = await copyOf(world, first);
    await put(first.db, choice("q1", "A"));
    const late = [await put(again.db, choice("q2", "A")), await put(again.db, choice("q3", "B"))];
    await first.pass();
    expect(await again.pass()).toBe("drained");
    const log = await readLog(world.deps.store, "quiz", 0, 20);
    for (const { id } of late) expect(log.map((row) => row.id)).toContain(id);
    expect((await waiting(again.db)).stuck).toBe(0);
  });
});

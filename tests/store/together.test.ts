// Many small writes at once: one commit for all of them, each alone in its failure, and nobody told too early.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDevice, devicesOf, noteSaid } from "#server/store/devices";
import { appendPush, logHead, readLog } from "#server/store/log";
import type { Store } from "#server/store/open";
import { together } from "#server/store/together";
import { Hand, noon, openStudy, textOf } from "./people.ts";
import { engines, freshPlace, type Place } from "./places.ts";

/** Commits that the WAL file has held since it began anew: a frame that ends one names the size of the database. */
function commits(file: string): number {
  const wal = readFileSync(file);
  const page = wal.readUInt32BE(8);
  const salt = wal.readBigUInt64BE(16);
  let found = 0;
  for (let at = 32; at + 24 + page <= wal.length; at += 24 + page)
    if (wal.readBigUInt64BE(at + 8) === salt && wal.readUInt32BE(at + 4) > 0) found += 1;
  return found;
}

describe.each(engines)("writing together on %s", (engine) => {
  let place: Place;
  let store: Store;
  let hands: Hand[];
  beforeAll(async () => {
    place = await freshPlace(engine);
    store = place.store;
    const world = await openStudy(store, { people: ["E1", "E2", "E3", "E4"] });
    hands = await Promise.all([...world.people.values()].map((person) => Hand.of(store, world.study, person)));
  });
  afterAll(() => place.end());
  const name = (value: string) => (db: Store["db"]) =>
    db.insertInto("instance").values({ name: value, value }).execute();
  const names = async (within: Store, like: string): Promise<string[]> =>
    (await within.db.selectFrom("instance").select("name").where("name", "like", `${like}%`).execute())
      .map((row) => row.name)
      .sort();

  it("undoes one that fails alone, whatever it had written", async () => {
    const ended = await Promise.allSettled([
      together(store, name("one1")),
      together(store, async (db) => {
        await name("one2")(db);
        throw new Error("this one fails");
      }),
      together(store, name("one3")),
    ]);
    expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((ended[1] as PromiseRejectedResult).reason).toMatchObject({ message: "this one fails" });
    expect(await names(store, "one")).toEqual(["one1", "one3"]);
  });

  it("says that something is done once another process can see it", async () => {
    const other = await place.again();
    try {
      await Promise.all(
        ["b1", "b2", "b3"].map(async (one) => {
          await together(store, name(one));
          expect(await names(other, "b")).toContain(one);
        }),
      );
    } finally {
      await other.close();
    }
  });

  it("keeps what several devices push and say at once, each in a place of its own", async () => {
    const before = (await logHead(store, "quiz"))?.seq ?? 0;
    const replies = await Promise.all(
      hands.flatMap((hand) => {
        const texts = [textOf(hand.choice("q0")), textOf(hand.choice("q1"))];
        const { device, person } = hand;
        return [
          appendPush(store, { device, person, texts, now: noon, said: { maxN: 2, pending: 2 } }),
          noteSaid(store, device, { maxN: 2, pending: 0, oldestPendingAt: null }, noon).then(() => []),
        ];
      }),
    );
    const seqs = replies.flat().map(({ seq }) => seq as number);
    expect(replies.flat().every(({ verdict }) => verdict === "stored")).toBe(true);
    expect([...seqs].sort((a, b) => a - b)).toEqual(Array.from({ length: 8 }, (_, k) => before + k + 1));
    expect(await readLog(store, "quiz", before, 100)).toHaveLength(8);
    const devices = await devicesOf(
      store,
      hands.map(({ person }) => person),
    );
    expect(devices.map(({ count, said_max_n }) => [count, said_max_n])).toEqual(hands.map(() => [2, 2]));
  });

  it.runIf(engine === "sqlite")("commits once for a hundred greetings", async () => {
    const { device } = await createDevice(store, { person: hands[0]?.person as string, shared: false, now: noon });
    const wal = join(place.folder, "countersign.db-wal");
    const before = commits(wal);
    await Promise.all(Array.from({ length: 100 }, (_, k) => noteSaid(store, device, { maxN: k, pending: 0 }, noon)));
    expect(commits(wal) - before).toBeLessThan(10);
  });

  it.runIf(engine === "sqlite")(
    "tells everybody in a transaction that is lost, and goes on with the next",
    async () => {
      const lost = await Promise.allSettled([
        together(store, name("c1")),
        together(store, async (db) => {
          await db.executeQuery({
            ...db.selectFrom("instance").selectAll().compile(),
            sql: "rollback",
            parameters: [],
          });
          throw new Error("the disk is full");
        }),
        together(store, name("c2")),
      ]);
      expect(lost.slice(0, 2).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
      await together(store, name("c3"));
      expect(await names(store, "c")).toEqual(lost[2]?.status === "fulfilled" ? ["c2", "c3"] : ["c3"]);
    },
  );
});

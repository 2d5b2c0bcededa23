// FR-05: after a restart everybody goes on from their own place. And a change of seat moves nobody's place.
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assignmentsOf, assignPeople } from "#server/store/assignments";
import { appendDecision, appendPush, readLog } from "#server/store/log";
import { addPerson, memberOf } from "#server/store/members";
import type { Store } from "#server/store/open";
import { packOf } from "#server/store/packs";
import { Hand, noon, openStudy, textOf } from "./people.ts";
import { engines, freshPlace, type Place } from "./places.ts";

describe.each(engines)("who owes what on %s", (engine) => {
  let place: Place;
  let store: Store;
  beforeAll(async () => {
    place = await freshPlace(engine);
    store = place.store;
  });
  afterAll(() => place.end());

  it("FR-05: stays after a restart: each has their own next item, none done is new, none is left out", async () => {
    const world = await openStudy(store, { id: "restart", people: ["a", "b", "c"], entries: 2 });
    const done = { a: 4, b: 1, c: 0 };
    const packs = new Map<string, string>();
    for (const [code, count] of Object.entries(done)) {
      const person = world.people.get(code) as string;
      const hand = await Hand.of(store, world.study, person);
      const mine = await assignmentsOf(store, world.study, person);
      const texts = mine.slice(0, count).map(({ item }) => textOf(hand.choice(item)));
      if (texts.length > 0) await appendPush(store, { device: hand.device, person, texts, now: noon });
      packs.set(code, JSON.stringify((await packOf(store, person, noon)).studies));
    }
    const again = await place.again();
    for (const [code, count] of Object.entries(done)) {
      const person = world.people.get(code) as string;
      expect(JSON.stringify((await packOf(again, person, noon)).studies)).toBe(packs.get(code));
      const answered = (await readLog(again, world.study, 0, 99)).flatMap((row) =>
        row.person === person ? [row.item] : [],
      );
      const open = (await assignmentsOf(again, world.study, person)).filter(({ item }) => !answered.includes(item));
      expect([answered.length, open.length]).toEqual([count, 6 - count]);
    }
    await again.close();
  });

  it("follows a change of seat by decision: the place is kept, and the quota counts the panel only", async () => {
    const world = await openStudy(store, { id: "seats", settings: { perItem: 1 }, people: ["a", "b"], entries: 2 });
    const a = world.people.get("a") as string;
    const hand = await Hand.of(store, world.study, a);
    const before = await assignmentsOf(store, world.study, a);
    const first = before[0]?.item as string;
    await appendPush(store, { device: hand.device, person: a, texts: [textOf(hand.choice(first))], now: noon });
    const decision = { v: 1, id: uuid(), study: world.study, at: noon.toISOString(), by: world.coordinator } as const;
    await appendDecision(store, { ...decision, kind: "seat", person: a, seat: "comparison" }, noon);
    expect(await memberOf(store, world.study, a)).toMatchObject({ seat: "comparison" });
    expect(await assignmentsOf(store, world.study, a)).toEqual(before);
    const c = await addPerson(
      store,
      { study: world.study, code: "c", name: null, role: "expert", seat: "panel", language: "en" },
      noon,
    );
    await assignPeople(store, world.study, [c], noon);
    const panel = (await assignmentsOf(store, world.study)).filter(({ person }) => person !== a);
    const items = panel.map(({ item }) => item);
    expect(new Set(items).size).toBe(6);
    expect(items).toHaveLength(6);
  });
});

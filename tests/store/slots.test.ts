import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assignmentsOf, assignPeople } from "#server/store/assignments";
import { noteSaid } from "#server/store/devices";
import { appendDecision, appendPush } from "#server/store/log";
import { addPerson, memberOf } from "#server/store/members";
import type { Store } from "#server/store/open";
import { packOf } from "#server/store/packs";
import { Hand, noon, openStudy, questions, textOf, type World } from "./people.ts";
import { engines, freshPlace, type Place } from "./places.ts";

const later = (days: number) => new Date(noon.getTime() + days * 86_400_000);

describe.each(engines)("slots of a study with k people an item on %s", (engine) => {
  let place: Place;
  let store: Store;
  let number = 0;
  beforeAll(async () => {
    place = await freshPlace(engine);
    store = place.store;
  });
  afterAll(() => place.end());

  const studyOf = (settings: object, people: readonly string[], entries = 4): Promise<World> => {
    number += 1;
    return openStudy(store, { id: `slots-${number}`, settings, people, entries });
  };
  const joins = (world: World, code: string) =>
    addPerson(store, { study: world.study, code, name: null, role: "expert", seat: "panel", language: "en" }, noon);
  const cover = async (world: World): Promise<number[]> => {
    const rows = await assignmentsOf(store, world.study);
    return questions(4).map(({ id }) => rows.filter(({ item }) => item === id).length);
  };
  const owed = async (world: World, code: string) =>
    assignmentsOf(store, world.study, world.people.get(code) as string);
  const answersFirst = async (world: World, code: string, items: number) => {
    const person = world.people.get(code) as string;
    const hand = await Hand.of(store, world.study, person);
    const mine = (await owed(world, code)).slice(0, items);
    const texts = mine.map(({ item }) => textOf(hand.choice(item)));
    const verdicts = await appendPush(store, { device: hand.device, person, texts, now: noon });
    expect(verdicts.every(({ verdict, flags }) => verdict === "stored" && flags === undefined)).toBe(true);
    return { hand, items: mine.map(({ item }) => item) };
  };
  const remove = (world: World, code: string, now: Date) =>
    appendDecision(
      store,
      {
        ...{ v: 1, id: uuid(), study: world.study, at: now.toISOString(), by: world.coordinator },
        ...{ kind: "remove", person: world.people.get(code) as string },
      },
      now,
    );

  it("never gives an item to more than k, however many people join at once", async () => {
    const world = await studyOf({ perItem: 2 }, ["E1"]);
    const persons = await Promise.all(["E2", "E3", "E4", "E5"].map((code) => joins(world, code)));
    // On SQLite one process has one handle; other processes wait for its write lock.
    const second = engine === "postgres" ? await place.again() : store;
    try {
      await Promise.all(
        persons.map((person, at) => assignPeople(at % 2 === 0 ? store : second, world.study, [person], noon)),
      );
    } finally {
      if (second !== store) await second.close();
    }
    expect(await cover(world)).toEqual(questions(4).map(() => 2));
    const loads = new Map<string, number>();
    for (const { person } of await assignmentsOf(store, world.study)) loads.set(person, (loads.get(person) ?? 0) + 1);
    expect(Math.max(...loads.values()) - Math.min(...loads.values())).toBeLessThanOrEqual(1);
  });

  it("keeps what a person has once they have opened their link", async () => {
    const world = await studyOf({ perItem: 1 }, ["E1", "E2"]);
    await answersFirst(world, "E1", 0);
    const before = await owed(world, "E1");
    const person = await joins(world, "E3");
    await assignPeople(store, world.study, [person], noon);
    expect(await owed(world, "E1")).toEqual(before);
    expect(await cover(world)).toEqual(questions(4).map(() => 1));
    expect([(await owed(world, "E2")).length, (await assignmentsOf(store, world.study, person)).length]).toEqual([
      3, 3,
    ]);
  });

  it("gives the open items of somebody who leaves to the others; what they answered stays", async () => {
    const world = await studyOf({ perItem: 1 }, ["E1", "E2", "E3"]);
    const { hand, items } = await answersFirst(world, "E1", 2);
    const left = (await owed(world, "E1")).map(({ item }) => item).filter((item) => !items.includes(item));
    const position = await remove(world, "E1", later(1));
    expect(position.seq).toBe(3);
    expect(await memberOf(store, world.study, hand.person)).toBeUndefined();
    expect((await owed(world, "E1")).map(({ item }) => item)).toEqual(items);
    expect(await cover(world)).toEqual(questions(4).map(() => 1));
    const others = [...(await owed(world, "E2")), ...(await owed(world, "E3"))].map(({ item }) => item);
    for (const item of left) expect(others).toContain(item);
    const late = await appendPush(store, {
      ...{ device: hand.device, person: hand.person, now: later(2) },
      texts: [textOf(hand.choice(left[0] as string))],
    });
    expect(late).toMatchObject([{ verdict: "stored", flags: ["removed"] }]);
  });

  it("frees the open items of silent people when somebody else makes contact", async () => {
    const world = await studyOf({ perItem: 1, freeAfterDays: 7 }, ["E1", "E2"]);
    const silent = await answersFirst(world, "E1", 2);
    const here = await answersFirst(world, "E2", 1);
    const items = async (now: Date) =>
      (await packOf(store, here.hand.person, now)).studies.find(({ id }) => id === world.study)?.items.length;
    expect(await items(later(6))).toBe(6);
    await noteSaid(store, here.hand.device, { maxN: 1, pending: 0 }, later(8));
    expect(await items(later(8))).toBe(10);
    expect((await owed(world, "E1")).map(({ item }) => item)).toEqual(silent.items);
    expect(await cover(world)).toEqual(questions(4).map(() => 1));
    expect(await items(later(9))).toBe(10);
  });

  it("gives silent people their items back at their next contact where nobody else took them", async () => {
    const world = await studyOf({ perItem: 2, freeAfterDays: 7 }, ["E1", "E2"]);
    const { hand } = await answersFirst(world, "E1", 1);
    await answersFirst(world, "E2", 1);
    await packOf(store, world.people.get("E2") as string, later(20));
    expect(await owed(world, "E1")).toHaveLength(1);
    const back = await packOf(store, hand.person, later(21));
    expect(back.studies.find(({ id }) => id === world.study)?.items).toHaveLength(12);
  });

  it("frees nothing where everybody answers every item, or where the study states no time", async () => {
    for (const settings of [{ freeAfterDays: 7 }, { perItem: 2 }]) {
      const world = await studyOf(settings, ["E1", "E2"]);
      const { hand } = await answersFirst(world, "E1", 1);
      await packOf(store, hand.person, later(90));
      expect(await owed(world, "E2")).toHaveLength(12);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assignmentsOf, assignPeople } from "#server/store/assignments";
import { membersOf } from "#server/store/members";
import type { Store } from "#server/store/open";
import { createPerson } from "#server/store/persons";
import { insertStudy, itemsOf, keysOf, listStudies, studiesOf, studyById } from "#server/store/studies";
import { draftOf, fileOf, noon, openStudy, questions } from "./people.ts";
import { engines, freshPlace, type Place } from "./places.ts";

describe.each(engines)("studies on %s", (engine) => {
  let place: Place;
  let store: Store;
  beforeAll(async () => {
    place = await freshPlace(engine);
    store = place.store;
  });
  afterAll(() => place.end());

  it("brings a study in whole and reads it back", async () => {
    const world = await openStudy(store, { id: "first", entries: 2 });
    const study = await studyById(store, "first");
    expect(study).toMatchObject({ id: "first", version: 1, state: "open", seq: 0, epoch: 1 });
    expect(study?.file.title).toBe("Study first");
    expect(await itemsOf(store, "first")).toEqual(questions(2));
    expect(await itemsOf(store, "first", 2)).toEqual([]);
    expect([...(await keysOf(store, "first"))]).toEqual(
      expect.arrayContaining(questions(2).map(({ id }) => [id, "B"])),
    );
    expect((await studiesOf(store, world.coordinator)).map(({ id, role, code }) => [id, role, code])).toEqual([
      ["first", "coordinator", "coordinator"],
    ]);
    expect(await listStudies(store)).toEqual([
      { id: "first", title: "Study first", protocol: "choice", state: "open", items: 6, people: 4, responses: 0 },
    ]);
    expect(await studyById(store, "none")).toBeUndefined();
  });

  it("refuses an id that is taken and leaves nothing half-done", async () => {
    const persons = await store.db.selectFrom("persons").select("id").execute();
    const draft = draftOf(fileOf("first", "choice"), questions(3), ["X1"]);
    const again = insertStudy(store, draft, { coordinators: [], now: noon, state: "open" });
    await expect(again).rejects.toMatchObject({ code: "conflict", message: expect.stringMatching(/another id/) });
    expect(await itemsOf(store, "first")).toHaveLength(6);
    expect(await store.db.selectFrom("persons").select("id").execute()).toHaveLength(persons.length);
    const twice = [...questions(1), ...questions(1)];
    const broken = insertStudy(store, draftOf(fileOf("broken", "choice"), twice, []), {
      coordinators: [],
      now: noon,
      state: "open",
    });
    await expect(broken).rejects.toThrow();
    expect(await studyById(store, "broken")).toBeUndefined();
  });

  it("gives everybody every item, in the listed order", async () => {
    const world = await openStudy(store, { id: "whole", entries: 2, people: ["E1", "E2"] });
    for (const person of world.people.values()) {
      const owed = await assignmentsOf(store, "whole", person);
      expect(owed.map(({ item, position, occasion }) => [item, position, occasion])).toEqual(
        questions(2).map(({ id }, at) => [id, at, 1]),
      );
    }
    expect(await assignmentsOf(store, "whole", world.coordinator)).toEqual([]);
  });

  it("gives each item to k people, shared out anew while nobody has opened it", async () => {
    const world = await openStudy(store, { id: "some", entries: 4, people: ["E1"], settings: { perItem: 2 } });
    const joins = async (code: string): Promise<number> => {
      const person = await createPerson(store, { name: null, language: "en" }, noon);
      await store.db
        .insertInto("members")
        .values({
          study: "some",
          person,
          code,
          role: "expert",
          seat: "panel",
          added_at: noon.toISOString(),
          removed_at: null,
        })
        .execute();
      await assignPeople(store, "some", [person], noon);
      await assignPeople(store, "some", [person], noon);
      return (await assignmentsOf(store, "some", person)).length;
    };
    const personOf = async (code: string): Promise<string> =>
      (await membersOf(store, "some")).find((one) => one.code === code)?.person as string;
    expect(await assignmentsOf(store, "some", world.people.get("E1"))).toHaveLength(12);
    expect(await joins("E2")).toBe(12);
    expect(await joins("E3")).toBe(8);
    for (const person of [world.people.get("E1") as string, await personOf("E2")])
      expect(await assignmentsOf(store, "some", person)).toHaveLength(8);
  });

  it("keeps a person who is known already when they are named again", async () => {
    const person = await createPerson(store, { name: "Ana", language: "en" }, noon);
    const draft = draftOf(fileOf("shared", "choice"), questions(1), ["E1"]);
    const persons = new Map([["E1", person]]);
    const { people } = await insertStudy(store, draft, { coordinators: [person], now: noon, state: "open", persons });
    expect(people.get("E1")).toBe(person);
    expect((await studiesOf(store, person)).map(({ id, code }) => [id, code])).toEqual([["shared", "E1"]]);
  });
});

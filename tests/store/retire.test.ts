import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Item, StudyDraft } from "#schemas/study";
import { appendDecision } from "#server/store/log";
import { holdsMedium } from "#server/store/members";
import type { Store } from "#server/store/open";
import { packOf } from "#server/store/packs";
import { insertStudy } from "#server/store/studies";
import { draftOf, fileOf, noon, questions } from "./people.ts";
import { engines, freshPlace, type Place } from "./places.ts";

const hashOf = (k: number) => String(k).padStart(64, "0");
const medium = (k: number): StudyDraft["media"][number] => ({
  ...{ hash: hashOf(k), bytes: 10, type: "video/mp4", width: 2, height: 2, name: `m${k}.mp4`, rights: "team" },
});

describe.each(engines)("a retired medium on %s", (engine) => {
  let place: Place;
  let store: Store;
  beforeAll(async () => {
    place = await freshPlace(engine);
    store = place.store;
  });
  afterAll(() => place.end());

  const bring = async (id: string, items: readonly Item[], protocol: "choice" | "emotion", media: number) => {
    const draft = {
      ...draftOf(fileOf(id, protocol), items, ["P1"]),
      media: Array.from({ length: media }, (_, k) => medium(k)),
    };
    const { people } = await insertStudy(store, draft, { coordinators: [], now: noon, state: "open" });
    return people.get("P1") as string;
  };
  const retire = (study: string, item: string) =>
    appendDecision(store, { v: 1, id: uuid(), study, at: noon.toISOString(), by: "c", kind: "retire", item }, noon);
  const owed = async (person: string) => {
    const [study] = (await packOf(store, person, noon)).studies;
    return { items: study?.items.map(({ id }) => id), media: study?.media.map(({ hash }) => hash) };
  };

  it("takes a clip off every pack in both caption conditions, and nobody can fetch it", async () => {
    const clip = (k: number, shown: boolean): Item => ({
      ...{ protocol: "emotion", id: `c${k}${shown ? "~caption" : ""}`, name: `c${k}${shown ? "~caption" : ""}` },
      ...{ practice: false, clip: `c${k}`, media: hashOf(k), condition: shown ? "shown" : "hidden" },
    });
    const items = [clip(0, false), clip(0, true), clip(1, false), clip(1, true)];
    const person = await bring("clips", items, "emotion", 2);
    expect((await owed(person)).items).toHaveLength(4);
    await retire("clips", "c0");
    expect(await owed(person)).toEqual({ items: ["c1", "c1~caption"], media: [hashOf(1)] });
    expect([await holdsMedium(store, person, hashOf(0)), await holdsMedium(store, person, hashOf(1))]).toEqual([
      false,
      true,
    ]);
  });

  it("keeps a picture of a quiz as long as another question shows it", async () => {
    const items = questions(2).map((item, k) => (k % 3 === 0 ? item : { ...item, media: hashOf(0) })) as Item[];
    const person = await bring("quiz", items, "choice", 1);
    for (const id of ["q1", "q2", "q4"]) await retire("quiz", id);
    expect(await owed(person)).toEqual({ items: ["q0", "q3", "q5"], media: [hashOf(0)] });
    await retire("quiz", "q5");
    expect(await owed(person)).toEqual({ items: ["q0", "q3"], media: [] });
    expect(await holdsMedium(store, person, hashOf(0))).toBe(false);
  });
});

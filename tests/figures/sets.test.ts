// EmoSign's sets of a study, and a person in the comparison seat scored like a model.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { emotionIds } from "#schemas/labels";
import { createFigures } from "#server/figures/figures";
import { setsAnswer } from "#server/figures/sets";
import { engines, freshPlace, type Place } from "../store/places.ts";
import { clip, Study, sign } from "./histories.ts";

const felt = (sentiment: number, emotions: Partial<Record<(typeof emotionIds)[number], number>>) => ({
  sentiment,
  emotions: { ...Object.fromEntries(emotionIds.map((id) => [id, 0])), ...emotions },
  confidence: 50,
  cues: [],
});

describe.each(engines)("the sets of a study on %s", (engine) => {
  let place: Place;
  beforeEach(async () => {
    place = await freshPlace(engine);
  });
  afterEach(() => place.end());
  const ground = () => ({
    store: place.store,
    figures: createFigures({ store: place.store, clock: () => new Date(0) }),
  });

  it("come from the panel's votes, and the comparison seat is scored on them apart by captions", async () => {
    const shown = { ...clip("c3"), condition: "shown" as const };
    const study = await Study.of(place.store, {
      ...{ id: "s", items: [clip("c1"), clip("c2"), shown], people: ["a", "h"], seats: { h: "comparison" as const } },
    });
    const say = (person: string, item: string, answer: object) => study.give(person, { kind: "emotion", item, answer });
    await say("a", "c1", felt(2, { joy: 1, excited: 3 }));
    await say("a", "c2", felt(-1, { fear: 2, worry: 2 }));
    await say("a", "c3", felt(0, {}));
    await say("h", "c1", felt(1, { joy: 2 }));
    await say("h", "c2", felt(2, { anger: 1 }));
    const { parts, position } = await setsAnswer(ground(), "s");
    expect(position.seq).toBe(5);
    expect(parts.map(({ condition, items }) => [condition, items])).toEqual([
      ["hidden", 2],
      ["shown", 1],
    ]);
    const [hidden, captions] = parts;
    expect(hidden?.sentiment3.map(({ items }) => items)).toEqual([1, 0, 1]);
    expect(hidden?.single.find(({ value }) => value === "happiness")?.items).toBe(1);
    expect(hidden?.left).toEqual({ incomplete: 0, seldom: 1 });
    expect(hidden?.jaccard).toBe(1);
    const of = (set: string, part = hidden) => part?.people.find((row) => row.set === set);
    expect(of("sentiment-3")).toMatchObject({ person: "h", n: 2, accuracy: 0.5, balancedAccuracy: 0.5, invalid: 0 });
    expect(of("sentiment-7")).toMatchObject({ n: 2, accuracy: 0 });
    expect(of("emotion")).toMatchObject({ n: 1, accuracy: 1, balancedAccuracy: 1 });
    expect(of("sentiment-3", captions)).toMatchObject({ n: 1, accuracy: 0, invalid: 1 });
    expect(captions?.jaccard).toBeNull();
  });

  it("are refused to a quiz", async () => {
    await Study.of(place.store, { id: "s", items: [sign("q1")], people: ["a"] });
    await expect(setsAnswer(ground(), "s")).rejects.toThrow("Only a study of clips");
  });
});

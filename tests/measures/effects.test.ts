// What order and person do to accuracy, worked by hand.
import { describe, expect, it } from "vitest";
import { mulberry32 } from "#schemas/seeded";
import { accuracyOf } from "#server/measures/accuracy";
import type { BaselineAnswer } from "#server/measures/baseline";
import { differenceOf, effectsOf } from "#server/measures/effects";
import { keyPlacesOf } from "#server/measures/hints";

const answer = (person: number, at: number, right: boolean, cluster = `e${at}`): BaselineAnswer => ({
  ...{ person, at, right, cluster, modality: at % 2 === 0 ? "text" : "video", articulations: [] },
});

describe("the order effect", () => {
  it("sets the second half of each person's session against the first, the middle of an odd number in neither", () => {
    const answers = [
      ...[4, 0, 1, 2, 3].map((at) => answer(0, at, at >= 2)),
      ...[10, 11].map((at) => answer(1, at, at === 11)),
    ];
    const { halves, quarters } = effectsOf(answers, ["a", "b"]);
    expect(halves?.[0]).toMatchObject({
      modality: null,
      first: { right: 0, asked: 3, share: 0 },
      second: { right: 3, asked: 3, share: 1 },
      difference: 1,
    });
    const text = halves?.find(({ modality }) => modality === "text");
    expect(text).toMatchObject({ first: { right: 0, asked: 2 }, second: { right: 1, asked: 1 } });
    expect(halves?.find(({ modality }) => modality === "image")).toMatchObject({
      first: { asked: 0, share: null, interval: null },
      difference: null,
      interval: null,
    });
    expect(quarters?.map(({ right, asked }) => [right, asked])).toEqual([
      [0, 3],
      [1, 1],
      [2, 2],
      [1, 1],
    ]);
  });

  it("is not told where one answer has no time, nor of nobody, and takes equal times as given", () => {
    const { at, ...untimed } = answer(0, 1, true);
    const told = effectsOf([answer(0, 0, true), untimed], ["a"]);
    expect([told.halves, told.quarters]).toEqual([null, null]);
    expect(told.people).toHaveLength(1);
    expect(effectsOf([], ["a"])).toEqual({ halves: null, quarters: null, people: [] });
    const same = effectsOf([answer(0, 5, true, "x"), answer(0, 5, false, "y")], ["a"]);
    expect(same.halves?.[0]).toMatchObject({ first: { right: 1 }, second: { right: 0 } });
  });

  it("has MOVER's interval, which holds the difference and turns round with its sides", () => {
    const first = { right: 6, asked: 10, share: 0.6, interval: [0.3, 0.8] as [number, number] };
    const second = { right: 9, asked: 10, share: 0.9, interval: [0.6, 1] as [number, number] };
    const { difference, interval } = differenceOf(first, second);
    expect(difference).toBeCloseTo(0.3, 12);
    expect(interval?.[0]).toBeCloseTo(0.3 - Math.hypot(0.3, 0.2), 12);
    expect(interval?.[1]).toBeCloseTo(0.3 + Math.hypot(0.1, 0.3), 12);
    const turned = differenceOf(second, first).interval;
    expect(turned?.[0]).toBeCloseTo(-(interval?.[1] as number), 12);
    expect(turned?.[1]).toBeCloseTo(-(interval?.[0] as number), 12);
    const wide = { ...second, share: 1, interval: [0, 1] as [number, number] };
    expect(differenceOf({ ...first, share: 0, interval: [0, 1] }, wide).interval).toEqual([1 - Math.SQRT2, 1]);
    expect(differenceOf(wide, { ...first, share: 0, interval: [0, 1] }).interval?.[0]).toBe(-1);
  });
});

describe("the effect of a person", () => {
  it("sets each person against all others together, each with its clustered interval", () => {
    const chance = mulberry32(3);
    const answers = Array.from({ length: 300 }, (_, k) =>
      answer(k % 3, k, chance() < (k % 3 === 0 ? 0.6 : 0.9), `e${Math.floor(k / 7)}`),
    );
    const { people } = effectsOf(answers, ["a", "b", "c"]);
    expect(people.map(({ person }) => person)).toEqual(["a", "b", "c"]);
    for (const [p, row] of people.entries()) {
      const others = accuracyOf(answers.filter(({ person }) => person !== p));
      expect(row.others).toMatchObject({ right: others.right, asked: others.asked, share: others.pooled });
      expect(row.others.interval?.[0]).toBeCloseTo(others.pooledInterval?.[0] as number, 12);
      expect(row.others.interval?.[1]).toBeCloseTo(others.pooledInterval?.[1] as number, 12);
      const own = accuracyOf(answers.filter(({ person }) => person === p));
      expect(row.own.interval).toEqual(own.pooledInterval);
      expect(row.difference).toBeCloseTo((own.pooled as number) - (others.pooled as number), 12);
    }
    expect(people[0]?.difference).toBeLessThan(0);
  });

  it("has nobody to compare one person with, and stands on the entries where the others are all right", () => {
    const [alone] = effectsOf([answer(0, 1, true)], ["a"]).people;
    expect(alone).toMatchObject({ others: { asked: 0, share: null, interval: null }, difference: null });
    const rows = effectsOf([answer(0, 1, false), answer(1, 2, true), answer(1, 3, true)], ["a", "b"]).people;
    expect(rows[0]?.others).toEqual({ ...rows[0]?.others, right: 2, asked: 2, share: 1 });
    expect(rows[0]?.others.interval).toEqual(accuracyOf([answer(1, 2, true), answer(1, 3, true)]).pooledInterval);
    expect(rows[1]?.others.interval).toEqual(accuracyOf([answer(0, 1, false)]).pooledInterval);
  });
});

it("the place of the key counts what was asked and right there, and leaves out what has no one key", () => {
  expect(
    keyPlacesOf([
      { person: "a", key: { place: 2, right: true } },
      { person: "b", key: { place: 2, right: false } },
      { person: "a", key: { place: 0, right: true } },
      { person: "a", key: { place: -1, right: false } },
      { person: "b" },
    ]),
  ).toEqual([
    { asked: 1, right: 1 },
    { asked: 0, right: 0 },
    { asked: 2, right: 1 },
  ]);
});

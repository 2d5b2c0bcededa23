// Hints for the coordinator: each by hand, at its edge.
import { describe, expect, it } from "vitest";
import { type GivenAnswer, hintsOfItems, hintsOfPeople, placesOf } from "#server/measures/hints";

const of = (...answers: Omit<GivenAnswer, "person">[]) =>
  hintsOfPeople(answers.map((one) => ({ person: "a", ...one })))[0];

describe("hints about people", () => {
  it("count answers under a second and under half of the person's own median", () => {
    expect(
      of({ tookMs: 999 }, { tookMs: 1000 }, { tookMs: 2000 }, { tookMs: 4000 }, { tookMs: 9000 }, {}),
    ).toMatchObject({ answers: 6, timed: 5, medianMs: 2000, underSecond: 1, underHalf: 1 });
    expect(of({})).toMatchObject({ timed: 0, medianMs: null, underSecond: 0, underHalf: 0 });
  });

  it("count clips that were not watched through, and ten equal cards", () => {
    expect(
      of({ watched: 0.949, equalCards: true }, { watched: 0.95, equalCards: false }, { watched: 0 }, {}),
    ).toMatchObject({ notWatched: 2, equalCards: 1 });
  });

  it("call confidence constant from ten equal values on, 0 included", () => {
    const zeros = Array.from({ length: 10 }, () => ({ confidence: 0 }));
    expect(of(...zeros)?.constantConfidence).toBe(0);
    expect(of(...zeros.slice(1))?.constantConfidence).toBeNull();
    expect(of(...zeros, { confidence: 1 })?.constantConfidence).toBeNull();
  });

  it("find the longest line at one place, each person apart", () => {
    expect(
      of({ place: 1 }, { place: 1 }, { place: 0 }, { place: 0 }, { place: 0 }, {}, { place: 0 })?.longestLine,
    ).toBe(3);
    expect(of({}, {})?.longestLine).toBe(0);
    const two = hintsOfPeople([
      { person: "a", place: 0 },
      { person: "b", place: 0 },
      { person: "a", place: 0 },
    ]);
    expect(two.map(({ longestLine }) => longestLine)).toEqual([2, 1]);
  });
});

describe("hints about questions", () => {
  it("name distractors that nobody chose, only where somebody answered", () => {
    const common = { item: "q", name: "q", options: ["A", "B", "C"], right: ["A"] } as const;
    const [asked, open] = hintsOfItems([
      { ...common, chosen: ["A", "B", "B"], times: [300, 100] },
      { ...common, chosen: [], times: [] },
    ]);
    expect(asked).toEqual({ item: "q", name: "q", answers: 3, missed: 2, neverChosen: ["C"], medianMs: 200 });
    expect(open).toMatchObject({ answers: 0, missed: 0, neverChosen: [], medianMs: null });
  });

  it("count places of the screen", () => {
    expect(placesOf([{ person: "a", place: 2 }, { person: "a", place: 0 }, { person: "b" }])).toEqual([1, 0, 1]);
    expect(placesOf([])).toEqual([]);
  });
});

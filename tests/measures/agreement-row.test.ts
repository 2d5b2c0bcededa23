// What stands in a row of agreement where little or nothing was rated, and where very many people rated.
import { describe, expect, it } from "vitest";
import { agreementRow, emptyRow, mostPairedPeople } from "#server/measures/agreement";
import { dawidSkene } from "#server/measures/dawid-skene";
import { ratingsOfMatrix } from "#server/measures/ratings";
import { scaleOf } from "#server/measures/scale";

const binary = scaleOf([0, 1], true);

describe("a row of agreement", () => {
  it("of nothing is insufficient, with nothing made up", () => {
    expect(emptyRow("joy", "ordinal")).toEqual({
      ...{ label: "joy", metric: "ordinal", state: "insufficient", reason: null, alpha: null, interval: null },
      ...{ units: 0, pairableUnits: 0, ratings: 0, pairable: 0, people: 0 },
      ...{ percentAgreement: null, allAgreeShare: null, gwet: null, fleiss: null, brennanPrediger: null },
      ...{ cohen: [], withoutPerson: [], groups: [], self: [] },
    });
  });

  it("has no groups and nobody with themself where none are given", () => {
    const row = agreementRow({
      label: "joy",
      metric: "nominal",
      ratings: ratingsOfMatrix(
        [
          [0, 1, 1],
          [0, 1, 0],
        ],
        binary,
      ),
    });
    expect([row.groups, row.self]).toEqual([[], []]);
    expect(row.cohen).toHaveLength(1);
  });

  it("lists every pair of up to 200 people, and no pair of more", () => {
    const row = (people: number) =>
      agreementRow({
        label: "joy",
        metric: "nominal",
        interval: "none",
        ratings: ratingsOfMatrix(
          Array.from({ length: people }, (_, p) => [p % 2, 1]),
          binary,
        ),
      });
    expect(row(mostPairedPeople).cohen).toHaveLength((mostPairedPeople * (mostPairedPeople - 1)) / 2);
    expect(row(mostPairedPeople + 1).cohen).toEqual([]);
    expect(row(mostPairedPeople + 1).withoutPerson).toHaveLength(mostPairedPeople + 1);
  });
});

describe("Dawid and Skene", () => {
  const judgements = [
    [0, 0, 1],
    [1, 1, 1],
    [0, 0, 0],
    [1, 0, 1],
    [2, 2, 1],
  ].flatMap((row, item) => row.map((value, person) => ({ item, person, value })));
  const got = dawidSkene(judgements, 5, 3, 3);

  it("gives every item, the prior and every row of a person's table a whole of 1", () => {
    const sum = (row: readonly number[]) => row.reduce((total, value) => total + value, 0);
    for (const row of [...got.posterior, got.prior]) expect(sum(row)).toBeCloseTo(1, 12);
    for (const row of got.confusion.flat()) expect(row.some(Number.isNaN) ? 1 : sum(row)).toBeCloseTo(1, 9);
  });

  it("tells the log likelihood of what was judged under what it found", () => {
    const wanted = got.posterior.reduce((total, _, item) => {
      const of = judgements.filter((one) => one.item === item);
      const likelihood = got.prior.reduce(
        (sum, share, truth) =>
          sum +
          of.reduce((product, { person, value }) => product * (got.confusion[person]?.[truth]?.[value] ?? 0), share),
        0,
      );
      return total + Math.log(likelihood);
    }, 0);
    expect(got.logLikelihood).toBeCloseTo(wanted, 8);
  });

  it("stops at a standstill, long before its limit", () => {
    expect(got.iterations).toBeGreaterThan(1);
    expect(got.iterations).toBeLessThan(10_000);
  });
});

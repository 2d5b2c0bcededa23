// Accuracy, paired differences, classification and Dawid-Skene: by hand and by the stated cases.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Answer, accuracyOf, wilson } from "#server/measures/accuracy";
import { classify } from "#server/measures/classification";
import { dawidSkene } from "#server/measures/dawid-skene";
import { type Paired, pairedDifference } from "#server/measures/paired";
import { casesOf, haveVectors, near, vectors } from "./vectors.ts";

const answers = (clusters: number[][]): Answer[] =>
  clusters.flatMap((row, c) => row.map((right, person) => ({ person, cluster: `e${c}`, right: right === 1 })));

describe("accuracy of several people", () => {
  it("gives pooled and mean of people apart when people were asked unequally often", () => {
    const got = accuracyOf([
      { person: 0, cluster: "a", right: true },
      { person: 0, cluster: "b", right: true },
      { person: 0, cluster: "c", right: false },
      { person: 1, cluster: "a", right: false },
    ]);
    expect(got).toMatchObject({ people: 2, right: 2, asked: 4, pooled: 0.5, least: 0, greatest: 2 / 3 });
    expect(got.meanOfPeople).toBeCloseTo(1 / 3, 15);
    // Clusters: a = (1 - .5) + (0 - .5) = 0, b = .5, c = -.5; variance = 3/2 * .5 / 16; of independent answers .25 / 4.
    expect(got.designEffect).toBeCloseTo((1.5 * 0.5) / 16 / (0.25 / 4), 14);
    // Mean: weights 1/6 and 1/2; a = (2/3)/6 - (1/3)/2 = -1/18, b = 1/9, c = -1/18.
    const variance = 1.5 * ((1 / 18) ** 2 * 2 + (1 / 9) ** 2);
    const effective = Math.min(4, ((1 / 3) * (2 / 3)) / variance);
    const [low, high] = wilson(1 / 3, effective) as [number, number];
    expect(got.meanInterval?.[0]).toBeCloseTo(low, 14);
    expect(got.meanInterval?.[1]).toBeCloseTo(high, 14);
  });

  it("stands on the number of entries where all are right, all wrong, or there is one entry", () => {
    const right = accuracyOf(
      answers([
        [1, 1],
        [1, 1],
        [1, 1],
      ]),
    );
    expect(right).toMatchObject({ designEffect: null, pooled: 1, meanOfPeople: 1 });
    expect(right.pooledInterval).toEqual(wilson(1, 3));
    expect(right.meanInterval).toEqual(wilson(1, 3));
    const one = accuracyOf(answers([[1, 0]]));
    expect(one).toMatchObject({ designEffect: null, pooled: 0.5 });
    expect(one.pooledInterval).toEqual(wilson(0.5, 1));
  });

  it("of nobody is empty and never 0", () => {
    expect(accuracyOf([])).toMatchObject({ asked: 0, people: 0, pooled: null, meanInterval: null, least: null });
  });

  it("adds up over people and holds its shares in its intervals", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 4 }), { maxLength: 15 }),
        (clusters) => {
          const got = accuracyOf(answers(clusters));
          expect(got.perPerson.reduce((sum, so) => sum + so.asked, 0)).toBe(got.asked);
          expect(got.perPerson.reduce((sum, so) => sum + so.right, 0)).toBe(got.right);
          for (const [value, interval] of [
            [got.pooled, got.pooledInterval],
            [got.meanOfPeople, got.meanInterval],
          ] as const) {
            if (value === null || interval === null) continue;
            expect(interval[0]).toBeLessThanOrEqual(value + 1e-12);
            expect(interval[1]).toBeGreaterThanOrEqual(value - 1e-12);
          }
        },
      ),
    );
  });
});

describe("Wilson's interval", () => {
  it("begins at 0 for none right and ends at 1 for all right", () => {
    expect(wilson(0, 10)?.[0]).toBe(0);
    expect(wilson(1, 10)?.[1]).toBe(1);
    expect(wilson(0.5, 0)).toBeNull();
  });
});

describe("a paired difference", () => {
  it("is nothing on no questions and certain of nothing where two never differ", () => {
    expect(pairedDifference({ both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 }).difference).toBeNull();
    expect(pairedDifference({ both: 5, onlyFirst: 0, onlySecond: 0, neither: 5 })).toMatchObject({
      difference: 0,
      p: 1,
    });
  });
});

describe("classification", () => {
  it("gives a constant answer 1/3 balanced accuracy on three classes", () => {
    const got = classify([0, 0, 1, 2], [1, 1, 1, 1], 3);
    expect(got.balancedAccuracy).toBeCloseTo(1 / 3, 15);
    expect(got.confusion).toEqual([
      [0, 2, 0],
      [0, 1, 0],
      [0, 1, 0],
    ]);
  });

  it("counts an invalid prediction wrong, and leaves classes without truth out of the balance", () => {
    const got = classify([0, 0], [0, null], 2);
    expect(got).toMatchObject({ accuracy: 0.5, invalid: 1, validAccuracy: 1, instructionFollowing: 0.5 });
    expect(got.recall).toEqual([0.5, null]);
    expect(got.f1[0]).toBeCloseTo(2 / 3, 15);
    expect(classify([], [], 2)).toMatchObject({ n: 0, accuracy: null, balancedAccuracy: null, weightedF1: null });
  });
});

describe("Dawid and Skene", () => {
  it("follows two people who agree against one who always says the same", () => {
    const given = [0, 1, 0, 1].flatMap((value, item) => [
      { item, person: 0, value },
      { item, person: 1, value },
      { item, person: 2, value: 1 },
    ]);
    const got = dawidSkene(given, 4, 3, 2);
    expect(got.posterior.map((row) => Math.round(row[1] as number))).toEqual([0, 1, 0, 1]);
    expect(got.confusion[2]?.[0]?.[1]).toBeGreaterThan(0.99);
    expect(got.prior[0]).toBeCloseTo(0.5, 9);
  });
});

describe.runIf(haveVectors)("the stated cases", () => {
  const intervals = haveVectors ? JSON.parse(readFileSync(`${vectors}/intervals.json`, "utf8")) : {};
  const close = (got: number | null | undefined, wanted: number | null) =>
    expect(near(got, wanted, 1e-9), `${got} is not ${wanted}`).toBe(true);

  it("of single shares", () => {
    for (const { k, n, wilson: wanted } of intervals.single) {
      close(wilson(k / n, n)?.[0], wanted[0]);
      close(wilson(k / n, n)?.[1], wanted[1]);
    }
  });

  it("of paired differences", () => {
    for (const one of intervals.paired) {
      const given: Paired = {
        both: one.both,
        onlyFirst: one.only_first,
        onlySecond: one.only_second,
        neither: one.neither,
      };
      const got = pairedDifference(given);
      close(got.difference, one.diff);
      close(got.interval?.[0], one.newcombe[0]);
      close(got.interval?.[1], one.newcombe[1]);
      close(got.p, one.mcnemar_exact_p);
    }
  });

  it("of clustered shares", () => {
    for (const one of intervals.clustered) {
      const got = accuracyOf(answers(one.clusters));
      close(got.pooled, one.mean);
      close(got.designEffect, one.design_effect);
      close(got.pooledInterval?.[0], one.wilson_effective_n[0]);
      close(got.pooledInterval?.[1], one.wilson_effective_n[1]);
    }
  });

  interface ClassCase {
    id: string;
    labels: unknown[];
    truth: unknown[];
    predicted: unknown[];
    expected: Record<string, number & (number | null)[] & number[][]>;
  }
  it.each(casesOf<ClassCase>("classification").cases.map((one) => [one.id, one] as const))(
    "of classes: %s",
    (_, one) => {
      const place = (value: unknown) => (value === null ? null : one.labels.indexOf(value));
      const got = classify(one.truth.map(place) as number[], one.predicted.map(place), one.labels.length);
      const wanted = one.expected;
      const tight = (value: number | null, other: number | null) => expect(near(value, other, 1e-12)).toBe(true);
      tight(got.accuracy, wanted["accuracy"] as number);
      tight(got.balancedAccuracy, wanted["balanced_accuracy"] as number);
      tight(got.weightedF1, wanted["weighted_f1"] as number);
      tight(got.macroF1Present, wanted["macro_f1_present"] as number);
      tight(got.macroF1All, wanted["macro_f1_all_labels"] as number);
      tight(got.validAccuracy, wanted["accuracy_valid_only"] as number);
      tight(got.instructionFollowing, wanted["instruction_following"] as number);
      got.recall.forEach((value, k) => {
        tight(value, wanted["recall"]?.[k] as number | null);
      });
      got.f1.forEach((value, k) => {
        tight(value, wanted["f1"]?.[k] as number);
      });
      expect(got.support).toEqual(wanted["support"]);
      expect(got.invalid).toBe(wanted["invalid"]);
      expect(got.confusion).toEqual(wanted["confusion"]);
    },
  );

  interface SkeneCase {
    id: string;
    rows: [number, number, number][];
    labels: number[];
    posterior: number[][];
    prior: number[];
    log_likelihood: number;
    iterations_run: number;
  }
  it.each(casesOf<SkeneCase>("dawid_skene").cases.map((one) => [one.id, one] as const))(
    "of Dawid-Skene: %s",
    (_, one) => {
      const items = [...new Set(one.rows.map(([item]) => item))];
      const people = [...new Set(one.rows.map(([, person]) => person))];
      const got = dawidSkene(
        one.rows.map(([item, person, value]) => ({
          item: items.indexOf(item),
          person: people.indexOf(person),
          value: one.labels.indexOf(value),
        })),
        items.length,
        people.length,
        one.labels.length,
      );
      got.posterior.forEach((row, i) => {
        row.forEach((value, k) => {
          expect(Math.abs(value - (one.posterior[i]?.[k] as number))).toBeLessThan(1e-6);
        });
      });
      one.prior.forEach((value, k) => {
        expect(Math.abs(value - (got.prior[k] as number))).toBeLessThan(1e-6);
      });
      expect(Math.abs(got.logLikelihood - one.log_likelihood)).toBeLessThan(1e-5);
      expect(Math.abs(got.iterations - one.iterations_run)).toBeLessThanOrEqual(1);
    },
  );
});

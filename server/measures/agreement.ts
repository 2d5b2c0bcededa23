// One label's agreement with everything that stands beside it, in the shape in which it leaves the server.
import type { AgreementReport, AgreementRow, Interval } from "#schemas/figure";
import type { Metric } from "#schemas/labels";
import { alphaOf, refusalOf } from "./alpha.ts";
import { bootstrap, jackknife } from "./alpha-interval.ts";
import { type Coincidences, coincidencesOf } from "./coincidence.ts";
import { betweenGroups } from "./groups.ts";
import { cohenPairs, companionsOf, type Weighting } from "./kappas.ts";
import type { Ratings } from "./ratings.ts";

export interface AgreementOptions {
  readonly interval?: "jackknife" | "bootstrap" | "none";
  readonly seed?: number;
  readonly resamples?: number;
  /** Of the companions, never of alpha. */
  readonly weights?: Weighting;
}

export interface AgreementGiven extends AgreementOptions {
  readonly label: string;
  readonly metric: Metric;
  readonly ratings: Ratings;
  /** The same ratings counted already, where somebody keeps them. */
  readonly counted?: Coincidences;
  readonly self?: AgreementRow["self"];
  /** Group of each person, by their index; people without one belong to none. */
  readonly groupOf?: readonly (string | undefined)[];
}

/** People beyond which Cohen's kappa is not listed pair by pair. */
export const mostPairedPeople = 200;

export function agreementRow(given: AgreementGiven): AgreementRow {
  const { label, metric, ratings } = given;
  const { scale, people } = ratings;
  const tooWide = refusalOf("nominal", scale);
  if (tooWide !== null) return { ...emptyRow(label, metric), state: "refused", reason: tooWide };
  const counted = given.counted ?? coincidencesOf(ratings);
  const byPerson = placesByPerson(ratings);
  const rated = people.flatMap((_, p) => ((byPerson[p] as number[]).length > 0 ? [p] : []));
  const name = (p: number) => people[p] as string;
  const weights = given.weights ?? "identity";
  return {
    ...emptyRow(label, metric),
    ...alphaOf(counted, metric, scale),
    interval: intervalOf(given, counted),
    units: counted.ratedUnits,
    pairableUnits: counted.pairableUnits,
    ratings: counted.ratings,
    pairable: counted.pairable,
    people: rated.length,
    ...companionsOf(counted, weights),
    cohen:
      rated.length > mostPairedPeople
        ? []
        : cohenPairs(ratings, weights).map(({ a, b, kappa }) => ({ a: name(a), b: name(b), kappa })),
    withoutPerson: withoutEach(given, counted, byPerson, rated).map((alpha, k) => ({
      person: name(rated[k] as number),
      alpha,
    })),
    groups: given.groupOf === undefined ? [] : betweenGroups(ratings, metric, given.groupOf),
    self: given.self ?? [],
  };
}

/** Mean alpha over the labels that have one, with their names; no label, no mean. */
export function reportOf(labels: AgreementRow[]): AgreementReport {
  const counted = labels.filter((row) => row.alpha !== null);
  const sum = counted.reduce((total, row) => total + (row.alpha as number), 0);
  return {
    labels,
    mean: { alpha: counted.length === 0 ? null : sum / counted.length, labels: counted.map((row) => row.label) },
  };
}

/** A row on nothing: what cannot be computed stays null. */
export const emptyRow = (label: string, metric: Metric): AgreementRow => ({
  label,
  metric,
  state: "insufficient",
  reason: null,
  alpha: null,
  interval: null,
  units: 0,
  pairableUnits: 0,
  ratings: 0,
  pairable: 0,
  people: 0,
  percentAgreement: null,
  allAgreeShare: null,
  gwet: null,
  fleiss: null,
  brennanPrediger: null,
  cohen: [],
  withoutPerson: [],
  groups: [],
  self: [],
});

export function intervalOf(given: Omit<AgreementGiven, "label">, counted: Coincidences): Interval {
  const { metric, interval = "jackknife" } = given;
  const { scale } = given.ratings;
  if (interval === "none") return null;
  if (interval === "jackknife") return jackknife(counted, metric, scale).interval;
  return bootstrap(counted, metric, scale, given).interval;
}

function placesByPerson(ratings: Ratings): number[][] {
  const out: number[][] = ratings.people.map(() => []);
  ratings.person.forEach((person, place) => {
    (out[person] as number[]).push(place);
  });
  return out;
}

/** Alpha without each of `rated` in turn: their ratings out, alpha, in again; whole numbers, so nothing drifts. */
function withoutEach(
  { metric, ratings }: AgreementGiven,
  counted: Coincidences,
  byPerson: readonly (readonly number[])[],
  rated: readonly number[],
): (number | null)[] {
  if (refusalOf(metric, ratings.scale) !== null) return rated.map(() => null);
  const unitOf = new Int32Array(ratings.value.length);
  for (let u = 0; u < ratings.units; u++) unitOf.fill(u, ratings.starts[u], ratings.starts[u + 1]);
  return rated.map((p) => {
    const places = byPerson[p] as readonly number[];
    for (const at of places) counted.remove(unitOf[at] as number, ratings.value[at] as number);
    const { alpha } = alphaOf(counted, metric, ratings.scale);
    for (const at of places) counted.add(unitOf[at] as number, ratings.value[at] as number);
    return alpha;
  });
}

// Shares of right answers and how sure they are: Wilson's interval, and the clustered ones for several people.
import type { Interval } from "#schemas/figure";
import { z95 } from "./distributions.ts";

/** Wilson's 95 % interval of a share p on n answers; n may be an effective number. Null where n is 0. */
export function wilson(p: number, n: number): Interval {
  if (!(n > 0)) return null;
  const z2 = z95 * z95;
  const middle = (p + z2 / (2 * n)) / (1 + z2 / n);
  const reach = (z95 * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n))) / (1 + z2 / n);
  return [p === 0 ? 0 : Math.max(0, middle - reach), p === 1 ? 1 : Math.min(1, middle + reach)];
}

/** One scored answer. */
export interface Answer {
  /** Index of the person. */
  readonly person: number;
  /** What the question was drawn from: answers on one sign entry go up and down together. */
  readonly cluster: string;
  readonly right: boolean;
}

export interface Accuracy {
  readonly people: number;
  readonly right: number;
  readonly asked: number;
  readonly pooled: number | null;
  readonly pooledInterval: Interval;
  readonly meanOfPeople: number | null;
  readonly meanInterval: Interval;
  /** Variance of the pooled share over that of independent answers; null where all are right or wrong, or one cluster. */
  readonly designEffect: number | null;
  readonly least: number | null;
  readonly greatest: number | null;
  readonly perPerson: readonly { readonly person: number; readonly right: number; readonly asked: number }[];
}

/**
 * Pooled share: ratio estimator with linearised cluster variance and G / (G - 1); Wilson at n / max(design effect, 1).
 * Mean of people: each answer weighted 1 / (people * that person's asked), same clusters; Wilson at p (1 - p) / se^2,
 * at most n. All right, all wrong, or one cluster: Wilson at the number of clusters. Source: design 9, after Cochran.
 */
export function accuracyOf(answers: readonly Answer[]): Accuracy {
  const people = new Map<number, { right: number; asked: number }>();
  const placeOf = new Map<string, number>();
  const places = new Int32Array(answers.length);
  for (let i = 0; i < answers.length; i++) {
    const { person, cluster, right } = answers[i] as Answer;
    let so = people.get(person);
    if (so === undefined) {
      so = { right: 0, asked: 0 };
      people.set(person, so);
    }
    so.asked++;
    if (right) so.right++;
    let place = placeOf.get(cluster);
    if (place === undefined) {
      place = placeOf.size;
      placeOf.set(cluster, place);
    }
    places[i] = place;
  }
  const perPerson = [...people].sort(([a], [b]) => a - b).map(([person, so]) => ({ person, ...so }));
  const n = answers.length;
  const right = perPerson.reduce((sum, so) => sum + so.right, 0);
  if (n === 0)
    return {
      people: 0,
      right: 0,
      asked: 0,
      pooled: null,
      pooledInterval: null,
      meanOfPeople: null,
      meanInterval: null,
      designEffect: null,
      least: null,
      greatest: null,
      perPerson,
    };
  const pooled = right / n;
  const shares = perPerson.map((so) => so.right / so.asked);
  const mean = right === n ? 1 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const G = placeOf.size;
  const pooledBy = new Float64Array(G);
  const meanBy = new Float64Array(G);
  for (let i = 0; i < n; i++) {
    const { person, right: hit } = answers[i] as Answer;
    const place = places[i] as number;
    const asked = people.get(person)?.asked as number;
    pooledBy[place]! += (hit ? 1 : 0) - pooled;
    meanBy[place]! += ((hit ? 1 : 0) - mean) / (perPerson.length * asked);
  }
  const flat = right === 0 || right === n || G === 1;
  let ofPooled = 0;
  let ofMean = 0;
  for (let g = 0; g < G; g++) {
    ofPooled += (pooledBy[g] as number) ** 2;
    ofMean += (meanBy[g] as number) ** 2;
  }
  const variance = (G / (G - 1)) * (ofPooled / (n * n));
  const designEffect = flat ? null : variance / ((pooled * (1 - pooled)) / n);
  const meanVariance = (G / (G - 1)) * ofMean;
  return {
    people: perPerson.length,
    right,
    asked: n,
    pooled,
    pooledInterval: wilson(pooled, designEffect === null ? G : n / Math.max(designEffect, 1)),
    meanOfPeople: mean,
    meanInterval: wilson(mean, flat ? G : Math.min(n, (mean * (1 - mean)) / meanVariance)),
    designEffect,
    least: Math.min(...shares),
    greatest: Math.max(...shares),
    perPerson,
  };
}

// What order and person do to accuracy: the two halves and four quarters of each person's own session, and each person
// beside all others.
import type { Effects, Interval, Share } from "#schemas/figure";
import { modalities } from "#schemas/study";
import { type Answer, accuracyOf, wilson } from "./accuracy.ts";
import type { BaselineAnswer } from "./baseline.ts";

const shareOf = (answers: readonly Answer[]): Share => {
  const { right, asked, pooled: share, pooledInterval: interval } = accuracyOf(answers);
  return { right, asked, share, interval };
};

/** The same as `shareOf`, from what each cluster has of right and asked answers: all of it less one person's. */
function shareWithout(all: Clusters, own: Clusters): Share {
  let [right, asked, G] = [0, 0, 0];
  all.asked.forEach((n, c) => {
    const left = n - (own.asked[c] as number);
    if (left === 0) return;
    G++;
    asked += left;
    right += (all.right[c] as number) - (own.right[c] as number);
  });
  if (asked === 0) return { right, asked, share: null, interval: null };
  const share = right / asked;
  if (right === 0 || right === asked || G === 1) return { right, asked, share, interval: wilson(share, G) };
  let squares = 0;
  all.asked.forEach((n, c) => {
    const left = n - (own.asked[c] as number);
    squares += ((all.right[c] as number) - (own.right[c] as number) - share * left) ** 2;
  });
  const designEffect = (G / (G - 1)) * (squares / (asked * share * (1 - share)));
  return { right, asked, share, interval: wilson(share, asked / Math.max(designEffect, 1)) };
}

interface Clusters {
  readonly right: Int32Array;
  readonly asked: Int32Array;
}

function clustersOf(answers: readonly Answer[], placeOf: ReadonlyMap<string, number>): Clusters {
  const out = { right: new Int32Array(placeOf.size), asked: new Int32Array(placeOf.size) };
  for (const { cluster, right } of answers) {
    const c = placeOf.get(cluster) as number;
    out.asked[c]! += 1;
    if (right) out.right[c]! += 1;
  }
  return out;
}

/**
 * Second minus first, with MOVER's interval from both clustered intervals: d - sqrt((p2 - l2)^2 + (u1 - p1)^2), d +
 * sqrt((u2 - p2)^2 + (p1 - l1)^2). The two sides are taken as independent; answers to one entry on both sides go up
 * and down together, so the interval is rather too wide. Source: Zou and Donner (2008). Null where a side has no answers.
 */
export function differenceOf(first: Share, second: Share): { difference: number | null; interval: Interval } {
  if (first.share === null || second.share === null || first.interval === null || second.interval === null)
    return { difference: null, interval: null };
  const difference = second.share - first.share;
  const below = Math.hypot(second.share - second.interval[0], first.interval[1] - first.share);
  const above = Math.hypot(second.interval[1] - second.share, first.share - first.interval[0]);
  return { difference, interval: [Math.max(-1, difference - below), Math.min(1, difference + above)] };
}

/**
 * `people` by index of person. Each person's answers stand in the order of `at` (equal times as given); of an odd number
 * the middle one is in neither half, and quarters differ by one answer at most. Order effects are null where an answer
 * has no time.
 */
export function effectsOf(answers: readonly BaselineAnswer[], people: readonly string[]): Effects {
  const byPerson = new Map<number, BaselineAnswer[]>();
  for (const answer of answers) {
    const theirs = byPerson.get(answer.person);
    if (theirs === undefined) byPerson.set(answer.person, [answer]);
    else theirs.push(answer);
  }
  const timed = answers.every(({ at }) => at !== undefined && Number.isFinite(at));
  const quarters: BaselineAnswer[][] = [[], [], [], []];
  const first: BaselineAnswer[] = [];
  const second: BaselineAnswer[] = [];
  if (timed)
    for (const theirs of byPerson.values()) {
      theirs.sort((a, b) => (a.at as number) - (b.at as number));
      const half = Math.floor(theirs.length / 2);
      theirs.forEach((answer, k) => {
        quarters[Math.floor((k * 4) / theirs.length)]?.push(answer);
        if (k < half) first.push(answer);
        else if (k >= theirs.length - half) second.push(answer);
      });
    }
  const halves = ([undefined, ...modalities] as const).map((modality) => {
    const of = (some: readonly BaselineAnswer[]) =>
      shareOf(modality === undefined ? some : some.filter((one) => one.modality === modality));
    const [one, two] = [of(first), of(second)];
    return { modality: modality ?? null, first: one, second: two, ...differenceOf(one, two) };
  });
  const placeOf = new Map([...new Set(answers.map(({ cluster }) => cluster))].map((cluster, c) => [cluster, c]));
  const all = clustersOf(answers, placeOf);
  return {
    halves: timed && answers.length > 0 ? halves : null,
    quarters: timed && answers.length > 0 ? quarters.map(shareOf) : null,
    people: [...byPerson]
      .sort(([a], [b]) => a - b)
      .map(([person, theirs]) => {
        const own = shareOf(theirs);
        const others = shareWithout(all, clustersOf(theirs, placeOf));
        return { person: people[person] as string, own, others, ...differenceOf(others, own) };
      }),
  };
}

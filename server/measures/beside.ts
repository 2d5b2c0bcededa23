// What stands beside a baseline: first exposure, the gap between text and video, the share over the whole lexicon.
import type { BaselineRow, Beside, Interval } from "#schemas/figure";
import { type Modality, modalities } from "#schemas/study";
import { accuracyOf } from "./accuracy.ts";
import { type BaselineAnswer, baselineOf } from "./baseline.ts";
import { effectsOf } from "./effects.ts";
import { clusteredDifference } from "./paired.ts";

/** How many sign entries of the whole lexicon carry an articulation, and how many none. */
export interface Lexicon {
  readonly tagged: number;
  readonly others: number;
}

/**
 * Only the answers in the modality in which a person met an entry first, by `at`; equal times keep the given order.
 * Null where an answer has no time: the order is unknown.
 */
export function firstExposure(answers: readonly BaselineAnswer[]): BaselineAnswer[] | null {
  const first = new Map<number, Map<string, BaselineAnswer>>();
  for (const answer of answers) {
    if (answer.at === undefined || !Number.isFinite(answer.at)) return null;
    const theirs = first.get(answer.person) ?? new Map<string, BaselineAnswer>();
    first.set(answer.person, theirs);
    const before = theirs.get(answer.cluster);
    if (before === undefined || answer.at < (before.at as number)) theirs.set(answer.cluster, answer);
  }
  return answers.filter(({ person, cluster, modality }) => first.get(person)?.get(cluster)?.modality === modality);
}

/** Text minus video over what one person answered of one entry in both; see `clusteredDifference` for the interval. */
export function modalityGap(answers: readonly BaselineAnswer[]): Beside["gap"] {
  type Cell = Partial<Record<Modality, boolean>> & { readonly cluster: string };
  const cells: Cell[] = [];
  const byPerson = new Map<number, Map<string, Cell>>();
  for (const { person, cluster, modality, right } of answers) {
    const theirs = byPerson.get(person) ?? new Map<string, Cell>();
    byPerson.set(person, theirs);
    let cell = theirs.get(cluster);
    if (cell === undefined) {
      cell = { cluster };
      cells.push(cell);
      theirs.set(cluster, cell);
    }
    cell[modality] = right;
  }
  const pairs = cells.flatMap(({ cluster, text, video }) =>
    text === undefined || video === undefined ? [] : [{ cluster, first: text, second: video }],
  );
  const { first: text, second: video, ...rest } = clusteredDifference(pairs);
  return { text, video, ...rest };
}

/**
 * The share of right answers over the whole lexicon: sum of W p over tagged and other entries, W their shares of the
 * lexicon, p pooled. Interval by MOVER: p - sqrt(sum (W (p - low))^2), p + sqrt(sum (W (high - p))^2) with each
 * stratum's clustered interval. Source: Zou and Donner (2008). Null where a stratum with W > 0 has no answers.
 */
export function weightedBack(answers: readonly BaselineAnswer[], { tagged, others }: Lexicon): Beside["lexicon"] {
  const all = tagged + others;
  return modalities.map((modality) => {
    const here = answers.filter((answer) => answer.modality === modality);
    const strata = [
      { weight: tagged / all, of: accuracyOf(here.filter(({ articulations }) => articulations.length > 0)) },
      { weight: others / all, of: accuracyOf(here.filter(({ articulations }) => articulations.length === 0)) },
    ].filter(({ weight }) => weight > 0);
    let share = 0;
    let below = 0;
    let above = 0;
    for (const { weight, of } of strata) {
      if (of.pooled === null || of.pooledInterval === null) return { modality, share: null, interval: null };
      share += weight * of.pooled;
      below += (weight * (of.pooled - of.pooledInterval[0])) ** 2;
      above += (weight * (of.pooledInterval[1] - of.pooled)) ** 2;
    }
    if (strata.length === 0) return { modality, share: null, interval: null };
    const interval: Interval = [Math.max(0, share - Math.sqrt(below)), Math.min(1, share + Math.sqrt(above))];
    return { modality, share, interval };
  });
}

export interface BesideGiven {
  readonly people: readonly string[];
  /** The same answers scored by the keys as asked; left out where no key was changed. */
  readonly asAsked?: readonly BaselineAnswer[];
  readonly skips: Readonly<Record<string, number>>;
  readonly cannotTell: number;
  readonly lexicon?: Lexicon | undefined;
}

/** All that stands beside the twelve rows; what cannot be told is null. */
export function besideOf(answers: readonly BaselineAnswer[], given: BesideGiven): Beside {
  const { people, asAsked, skips, cannotTell, lexicon } = given;
  const rowsOf = (some: readonly BaselineAnswer[]): BaselineRow[] => baselineOf(some, people).rows;
  const first = firstExposure(answers);
  return {
    firstExposure: first === null ? null : rowsOf(first),
    gap: modalityGap(answers),
    asAsked: asAsked === undefined ? null : rowsOf(asAsked),
    lexicon: lexicon === undefined ? null : weightedBack(answers, lexicon),
    skips,
    cannotTell,
    effects: effectsOf(answers, people),
  };
}

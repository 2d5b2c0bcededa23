// What a coordinator may want to ask people about, and what a quiz says of its options. Hints are questions: nothing is
// ever left out because of them.
import type { ItemHints, PersonHints } from "#schemas/hints";
import type { Letter } from "#schemas/labels";
import { quantile7 } from "./distributions.ts";

/** One standing answer, in the order in which a person gave them. What is not known is left out. */
export interface GivenAnswer {
  readonly person: string;
  /** How long it took, in milliseconds. */
  readonly tookMs?: number | undefined;
  /** Share of the clip that was watched, 0..1. */
  readonly watched?: number | undefined;
  /** Place on the screen of the option that was chosen, from 0. */
  readonly place?: number | undefined;
  /** Place on the screen of the key, and whether it was chosen; of a question with one key only. */
  readonly key?: { readonly place: number; readonly right: boolean } | undefined;
  /** All ten emotions were given one value, above 0 or not. */
  readonly equalCards?: boolean | undefined;
  readonly confidence?: number | undefined;
}

/** A clip counts as watched through from this share on: the last frames may fall between two reports. */
export const watchedThrough = 0.95;
/** Confidence is called constant from so many answers on. */
export const constantFrom = 10;

const countOf = <T>(list: readonly T[], has: (one: T) => boolean) =>
  list.reduce((sum, one) => sum + Number(has(one)), 0);

/** One row a person, in the order of first appearance. Source: design 9 and the hints of ux 3. */
export function hintsOfPeople(answers: readonly GivenAnswer[]): PersonHints[] {
  const byPerson = new Map<string, GivenAnswer[]>();
  for (const answer of answers) {
    const theirs = byPerson.get(answer.person);
    if (theirs === undefined) byPerson.set(answer.person, [answer]);
    else theirs.push(answer);
  }
  return [...byPerson].map(([person, theirs]) => {
    const times = theirs.flatMap(({ tookMs }) => tookMs ?? []).sort((a, b) => a - b);
    const medianMs = times.length === 0 ? null : quantile7(times, 0.5);
    const confidences = theirs.flatMap(({ confidence }) => confidence ?? []);
    const constant = confidences.length >= constantFrom && new Set(confidences).size === 1;
    return {
      person,
      answers: theirs.length,
      timed: times.length,
      medianMs,
      underSecond: countOf(times, (ms) => ms < 1000),
      underHalf: medianMs === null ? 0 : countOf(times, (ms) => ms < medianMs / 2),
      notWatched: countOf(theirs, ({ watched }) => watched !== undefined && watched < watchedThrough),
      equalCards: countOf(theirs, ({ equalCards }) => equalCards === true),
      constantConfidence: constant ? (confidences[0] as number) : null,
      longestLine: longestLine(theirs),
    };
  });
}

/** The longest row of answers at one place; an answer without a place ends it. */
function longestLine(answers: readonly GivenAnswer[]): number {
  let longest = 0;
  let now = 0;
  let before: number | undefined;
  for (const { place } of answers) {
    now = place === undefined ? 0 : place === before ? now + 1 : 1;
    before = place;
    longest = Math.max(longest, now);
  }
  return longest;
}

export interface AskedItem {
  readonly item: string;
  readonly name: string;
  readonly options: readonly Letter[];
  readonly right: readonly Letter[];
  readonly chosen: readonly Letter[];
  readonly times: readonly number[];
}

/** For each question: who missed it, and the distractors that nobody chose (empty where nobody answered). */
export function hintsOfItems(items: readonly AskedItem[]): ItemHints[] {
  return items.map(({ item, name, options, right, chosen, times }) => ({
    item,
    name,
    answers: chosen.length,
    missed: countOf(chosen, (letter) => !right.includes(letter)),
    neverChosen:
      chosen.length === 0 ? [] : options.filter((letter) => !right.includes(letter) && !chosen.includes(letter)),
    medianMs:
      times.length === 0
        ? null
        : quantile7(
            [...times].sort((a, b) => a - b),
            0.5,
          ),
  }));
}

/** How often each place of the screen was chosen, from the first. */
export function placesOf(answers: readonly GivenAnswer[]): number[] {
  const counts: number[] = [];
  for (const { place } of answers) {
    if (place === undefined) continue;
    while (counts.length <= place) counts.push(0);
    counts[place]! += 1;
  }
  return counts;
}

/** By the place on the screen at which the key stood: how often it was asked there, and how often answered right. */
export function keyPlacesOf(answers: readonly GivenAnswer[]): { asked: number; right: number }[] {
  const counts: { asked: number; right: number }[] = [];
  for (const { key } of answers) {
    if (key === undefined || key.place < 0) continue;
    while (counts.length <= key.place) counts.push({ asked: 0, right: 0 });
    const at = counts[key.place] as { asked: number; right: number };
    at.asked += 1;
    if (key.right) at.right += 1;
  }
  return counts;
}

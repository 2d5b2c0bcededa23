// Solvers that never look at a sign: each sees only what an expert's pack holds and names a letter for every item.

import { type Letter, letters } from "#schemas/labels";
import type { PackItem } from "#schemas/sync";

export type Solver = (items: readonly PackItem[]) => Letter[];

const glossesOf = (item: PackItem): string[] => letters.map((letter) => item.options?.[letter] ?? "");
const setOf = (item: PackItem): string => [...glossesOf(item)].sort().join("\n");

function counted(items: readonly PackItem[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const gloss of items.flatMap(glossesOf)) times.set(gloss, (times.get(gloss) ?? 0) + 1);
  return times;
}

const best = (item: PackItem, score: (gloss: string, letter: Letter) => number): Letter =>
  letters.reduce((top, letter) =>
    score(item.options?.[letter] ?? "", letter) > score(item.options?.[top] ?? "", top) ? letter : top,
  );

/** Picks by how often an option stands in the whole quiz. */
const byFrequency =
  (sign: 1 | -1): Solver =>
  (items) => {
    const times = counted(items);
    return items.map((item) => best(item, (gloss) => sign * (times.get(gloss) ?? 0)));
  };

/** Compares the questions that show the same four glosses: the one that moves least, or most, between places. */
const byPlace =
  (sign: 1 | -1): Solver =>
  (items) => {
    const places = new Map<string, Map<string, Set<Letter>>>();
    for (const item of items) {
      const group = places.get(setOf(item)) ?? new Map<string, Set<Letter>>();
      for (const letter of letters) {
        const gloss = item.options?.[letter] ?? "";
        group.set(gloss, (group.get(gloss) ?? new Set()).add(letter));
      }
      places.set(setOf(item), group);
    }
    return items.map((item) => best(item, (gloss) => sign * (places.get(setOf(item))?.get(gloss)?.size ?? 0)));
  };

/** Takes the order for a hint: the option that also stands in the question before, or after. */
const byNeighbour =
  (step: 1 | -1): Solver =>
  (items) =>
    items.map((item, at) => {
      const near = new Set(items[at + step] === undefined ? [] : glossesOf(items[at + step] as PackItem));
      return best(item, (gloss) => (near.has(gloss) ? 1 : 0));
    });

/** Takes an id or a hash for a number and lets it choose. */
const byNumber =
  (of: (item: PackItem) => string): Solver =>
  (items) =>
    items.map(
      (item) =>
        letters[
          Number.parseInt(
            of(item)
              .replace(/[^0-9a-f]/g, "")
              .slice(-6) || "0",
            16,
          ) % 4
        ] as Letter,
    );

/** Sorts items by id and glosses by code point and lays one list beside the other. */
const byRank: Solver = (items) => {
  const ids = [...items].map(({ id }) => id).sort();
  const glosses = [...new Set(items.flatMap(glossesOf))].sort();
  const rank = new Map(glosses.map((gloss, k) => [gloss, k / glosses.length]));
  return items.map((item) => {
    const place = ids.indexOf(item.id) / ids.length;
    return best(item, (gloss) => -Math.abs((rank.get(gloss) ?? 0) - place));
  });
};

/** Every gloss is the key of one entry: gives each set of options a gloss that no other set still needs, most bound first. */
const byMatching: Solver = (items) => {
  const open = new Map<string, string[]>();
  for (const item of items) open.set(setOf(item), glossesOf(item));
  const given = new Map<string, string>();
  const taken = new Set<string>();
  while (given.size < open.size) {
    const needs = new Map<string, number>();
    for (const [set, glosses] of open)
      if (!given.has(set))
        for (const gloss of glosses) if (!taken.has(gloss)) needs.set(gloss, (needs.get(gloss) ?? 0) + 1);
    let choice: { set: string; gloss: string; bound: number } | undefined;
    for (const [set, glosses] of open) {
      if (given.has(set)) continue;
      const free = glosses.filter((gloss) => !taken.has(gloss));
      const gloss = free.sort((a, b) => (needs.get(a) ?? 0) - (needs.get(b) ?? 0))[0] ?? (glosses[0] as string);
      const bound = Math.min(free.length, needs.get(gloss) ?? 9);
      if (choice === undefined || bound < choice.bound) choice = { set, gloss, bound };
    }
    const { set, gloss } = choice as { set: string; gloss: string };
    given.set(set, gloss);
    taken.add(gloss);
  }
  return items.map((item) => best(item, (gloss) => (given.get(setOf(item)) === gloss ? 1 : 0)));
};

export const solvers: Readonly<Record<string, Solver>> = {
  "always A": (items) => items.map(() => "A"),
  "always D": (items) => items.map(() => "D"),
  "the rarest option": byFrequency(-1),
  "the commonest option": byFrequency(1),
  "the option that keeps its place": byPlace(-1),
  "the option that moves": byPlace(1),
  "an option of the question before": byNeighbour(-1),
  "an option of the question after": byNeighbour(1),
  "the item's id as a number": byNumber((item) => item.id),
  "the medium's hash as a number": byNumber((item) => item.media ?? item.id),
  "ids and glosses side by side": byRank,
  "one gloss for each entry": byMatching,
  "the shortest option": (items) => items.map((item) => best(item, (gloss) => -gloss.length)),
  "the longest option": (items) => items.map((item) => best(item, (gloss) => gloss.length)),
};

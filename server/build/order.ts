// In which order a person meets their items: as listed, in blocks of a modality, or with the items of one sign entry as
// far apart as can be; and where second occasions go. Pure; chance comes from a seeded generator.
import { shuffled } from "#schemas/seeded";
import type { Item, Modality, Settings } from "#schemas/study";
import { modalities } from "#schemas/study";

export const entryOf = (item: Item): string => (item.protocol === "choice" ? item.entry : item.clip);
const modalityOf = (item: Item): Modality => (item.protocol === "choice" ? item.modality : "video");

export function byEntry(items: readonly Item[]): Map<string, Item[]> {
  const out = new Map<string, Item[]>();
  for (const item of items) {
    const list = out.get(entryOf(item));
    if (list === undefined) out.set(entryOf(item), [item]);
    else list.push(item);
  }
  return out;
}

/** Items in an order of the study. `turn`: how many people joined before, rotates the blocks. */
export function inOrder(
  items: readonly Item[],
  order: Settings["order"],
  turn: number,
  chance: () => number,
): readonly Item[] {
  if (order === "as-listed") return items;
  if (order === "blocked") {
    const blocks = modalities.map((_, k) => modalities[(k + turn) % modalities.length] as Modality);
    return blocks.flatMap((block) =>
      shuffled(
        items.filter((item) => modalityOf(item) === block),
        chance,
      ),
    );
  }
  return farApart(items, chance);
}

/**
 * The greatest least distance that any order of these items can keep between two items of one entry: n items, of which
 * the fullest entries hold `most` each and are `full` in number, allow floor((n - full) / (most - 1)). Infinite where
 * no entry has two. Source: the bound of the task-scheduling problem with cooldown.
 */
export function greatestDistance(items: readonly Item[]): number {
  const sizes = [...byEntry(items).values()].map((list) => list.length);
  const most = Math.max(0, ...sizes);
  if (most < 2) return Number.POSITIVE_INFINITY;
  const full = sizes.filter((size) => size === most).length;
  return Math.floor((items.length - full) / (most - 1));
}

/** The least distance between two items of one entry in an order; 1 = next to each other, infinite where none has two. */
export function leastDistance(items: readonly Item[]): number {
  const last = new Map<string, number>();
  let least = Number.POSITIVE_INFINITY;
  items.forEach((item, at) => {
    const before = last.get(entryOf(item));
    if (before !== undefined) least = Math.min(least, at - before);
    last.set(entryOf(item), at);
  });
  return least;
}

/**
 * Takes, place by place, an entry that has the most items left among those not met within `greatestDistance`: that
 * greedy rule always reaches the bound. Entries and modalities are shuffled first.
 */
function farApart(items: readonly Item[], chance: () => number): Item[] {
  const entries = shuffled([...byEntry(items).values()], chance).map((list) => shuffled(list, chance));
  const distance = greatestDistance(items);
  const ready: Item[][][] = [];
  const put = (list: Item[]): void => {
    const level = ready[list.length];
    if (level === undefined) ready[list.length] = [list];
    else level.push(list);
  };
  entries.forEach(put);
  const heads: number[] = [];
  const resting: (Item[] | undefined)[] = [];
  const out: Item[] = [];
  for (let place = 0; place < items.length; place++) {
    const back = resting[place];
    if (back !== undefined) put(back);
    let level = ready.length - 1;
    while (level > 0 && (heads[level] ?? 0) >= (ready[level]?.length ?? 0)) level--;
    const at = heads[level] ?? 0;
    const list = ready[level]?.[at] as Item[];
    heads[level] = at + 1;
    out.push(list[0] as Item);
    if (list.length > 1) resting[place + distance] = list.slice(1);
  }
  return out;
}

export interface Turn {
  readonly item: Item;
  readonly occasion: number;
}

/**
 * Puts second occasions of `count` items behind them: each at least `apart` places after its first, where `spread` at
 * least `apart` from every other item of its entry too, where `blocked` inside the block of its modality. Where fewer
 * find a place, fewer are repeated.
 */
export function withRepeats(
  items: readonly Item[],
  wish: { readonly count: number; readonly apart: number; readonly order: Settings["order"] },
  chance: () => number,
): Turn[] {
  const first: Turn[] = items.map((item) => ({ item, occasion: 1 }));
  const { count, apart, order } = wish;
  if (count === 0) return first;
  const places = new Map<string, number[]>();
  for (const [at, item] of items.entries()) {
    const met = places.get(entryOf(item));
    if (met === undefined) places.set(entryOf(item), [at]);
    else met.push(at);
  }
  const after: Item[][] = [];
  let given = 0;
  for (const at of shuffled(
    items.map((_, place) => place),
    chance,
  )) {
    const draw = chance();
    if (given === count) break;
    const item = items[at] as Item;
    const end = order === "blocked" ? blockEnd(items, at) : items.length;
    const from = at + apart;
    if (from > end) continue;
    const others = (places.get(entryOf(item)) as number[]).filter((place) => place !== at);
    const free = (gap: number): boolean =>
      order !== "interleaved" || others.every((place) => (place < gap ? gap - place >= apart : place - gap >= apart));
    const wanted = from + Math.floor(draw * (end - from + 1));
    const gap = firstFree(wanted, end, free) ?? firstFree(from, wanted - 1, free);
    if (gap === undefined) continue;
    after[gap] = [...(after[gap] ?? []), item];
    (places.get(entryOf(item)) as number[]).push(gap);
    given += 1;
  }
  const out: Turn[] = [];
  for (let gap = 0; gap <= items.length; gap++) {
    for (const item of after[gap] ?? []) out.push({ item, occasion: 2 });
    if (gap < items.length) out.push(first[gap] as Turn);
  }
  return out;
}

/** Puts `more` among the turns: one in each equal part of them, at a place of chance that is not the very first. */
export function amongOthers(turns: readonly Turn[], more: readonly Item[], chance: () => number): Turn[] {
  const gaps = more.map((_, k) => {
    const from = Math.floor((k * turns.length) / more.length);
    const to = Math.floor(((k + 1) * turns.length) / more.length);
    return Math.min(turns.length, from + 1 + Math.floor(chance() * Math.max(0, to - from)));
  });
  const out: Turn[] = [];
  let next = 0;
  for (let gap = 0; gap <= turns.length; gap++) {
    for (; gaps[next] === gap; next++) out.push({ item: more[next] as Item, occasion: 1 });
    if (gap < turns.length) out.push(turns[gap] as Turn);
  }
  return out;
}

function firstFree(from: number, to: number, free: (gap: number) => boolean): number | undefined {
  for (let gap = from; gap <= to; gap++) if (free(gap)) return gap;
  return undefined;
}

function blockEnd(items: readonly Item[], at: number): number {
  const block = modalityOf(items[at] as Item);
  let end = at;
  while (end < items.length && modalityOf(items[end] as Item) === block) end++;
  return end;
}

// Who gets which item, in which order: pure, rebuilt bit for bit from the same items, people and seed.
import type { Assignment } from "#schemas/assignment";
import { mulberry32, seedFrom, shuffled } from "#schemas/seeded";
import type { Item, Modality, Settings } from "#schemas/study";
import { modalities } from "#schemas/study";

interface AssignPerson {
  readonly person: string;
  /** Stable name that seeds this person's order. */
  readonly code: string;
  /** Panel people fill the quota of k an item; others (comparison, pilot) get every item. */
  readonly panel: boolean;
}
export interface AssignInput {
  /** In the order of the study. */
  readonly items: readonly Item[];
  readonly people: readonly AssignPerson[];
  readonly settings: Pick<Settings, "perItem" | "order">;
  readonly seed: number;
  /** Panel people who have an item already, by item id: for somebody who joins later. */
  readonly covered?: ReadonlyMap<string, number>;
  /** How many people joined before these: rotates `blocked` and `split`. */
  readonly joined?: number;
}
export type Assigned = Pick<Assignment, "person" | "item" | "occasion" | "position">;

/** Items that go to the same people together: the two conditions of one clip; else each by itself. */
const unitOf = (item: Item): string => (item.protocol === "emotion" ? `clip ${item.clip}` : `item ${item.id}`);

/**
 * Assignments of first occasions. Practice items go to everybody and come first. `perItem` k: each unit goes to the k
 * people of the panel with the fewest items so far, chance decides between equals, and units with the least cover go
 * first; `all`: to everybody. `split` gives a person one modality of each entry. Positions count from 0 a person.
 */
export function assign(input: AssignInput): Assigned[] {
  const given = new Map(input.people.map((one) => [one.person, new Set<string>()]));
  const counted = input.items.filter((item) => !item.practice);
  const chosen = chooser(input, counted);
  const splits = input.settings.order === "split" ? splitter(counted) : undefined;
  input.people.forEach((one, index) => {
    const mine = given.get(one.person) as Set<string>;
    const toAll = input.settings.perItem === "all" || !one.panel;
    for (const item of counted) {
      if (toAll && splits !== undefined && !splits(item, index + (input.joined ?? 0))) continue;
      if (chosen(one, item)) mine.add(item.id);
    }
  });
  return input.people.flatMap((one, index) => {
    const mine = given.get(one.person) as Set<string>;
    const practice = input.items.filter((item) => item.practice);
    const rest = counted.filter((item) => mine.has(item.id));
    const ordered = [...practice, ...inOrder(rest, input, one, index + (input.joined ?? 0))];
    return ordered.map((item, position) => ({ person: one.person, item: item.id, occasion: 1, position }));
  });
}

function chooser(input: AssignInput, counted: readonly Item[]): (one: AssignPerson, item: Item) => boolean {
  const { perItem } = input.settings;
  if (perItem === "all") return () => true;
  const panel = input.people.filter((one) => one.panel);
  const chance = mulberry32(input.seed);
  const load = new Map(panel.map((one) => [one.person, 0]));
  const units = new Map<string, Item[]>();
  for (const item of counted) units.set(unitOf(item), [...(units.get(unitOf(item)) ?? []), item]);
  const coverOf = (items: readonly Item[]): number => input.covered?.get((items[0] as Item).id) ?? 0;
  const owners = new Map<string, Set<string>>();
  const met = new Set<string>();
  const byCover = shuffled([...units], chance).sort(([, a], [, b]) => coverOf(a) - coverOf(b));
  for (const [unit, items] of byCover) {
    const wanted = Math.max(0, perItem - coverOf(items));
    const seen = input.settings.order === "split" ? entryOf(items[0] as Item) : "";
    const free = shuffled(panel, chance).filter(({ person }) => seen === "" || !met.has(`${person} ${seen}`));
    const takers = free.sort((a, b) => (load.get(a.person) ?? 0) - (load.get(b.person) ?? 0)).slice(0, wanted);
    for (const { person } of takers) {
      load.set(person, (load.get(person) ?? 0) + items.length);
      met.add(`${person} ${seen}`);
    }
    owners.set(unit, new Set(takers.map(({ person }) => person)));
  }
  return (one, item) => !one.panel || (owners.get(unitOf(item))?.has(one.person) ?? false);
}

const entryOf = (item: Item): string => (item.protocol === "choice" ? item.entry : item.clip);
const modalityOf = (item: Item): Modality => (item.protocol === "choice" ? item.modality : "video");

/** Which one of its entry's items a person of this turn sees, where a person may see one modality only. */
function splitter(items: readonly Item[]): (item: Item, turn: number) => boolean {
  const entries = [...byEntry(items).values()];
  const places = new Map(entries.flatMap((list, e) => list.map((item, k) => [item.id, [e, k, list.length] as const])));
  return (item, turn) => {
    const [e, k, of] = places.get(item.id) as readonly [number, number, number];
    return (turn + e) % of === k;
  };
}

function byEntry(items: readonly Item[]): Map<string, Item[]> {
  const out = new Map<string, Item[]>();
  for (const item of items) {
    const list = out.get(entryOf(item));
    if (list === undefined) out.set(entryOf(item), [item]);
    else list.push(item);
  }
  return out;
}

function inOrder(items: readonly Item[], input: AssignInput, one: AssignPerson, turn: number): readonly Item[] {
  const { order } = input.settings;
  if (order === "as-listed") return items;
  const chance = mulberry32(seedFrom(`${input.seed} ${one.code}`));
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

/** Rounds over the entries in one shuffled order, a different modality of an entry each round: as far apart as can be. */
function farApart(items: readonly Item[], chance: () => number): Item[] {
  const entries = shuffled([...byEntry(items).values()], chance).map((list) => shuffled(list, chance));
  const rounds = Math.max(0, ...entries.map((list) => list.length));
  return Array.from({ length: rounds }, (_, round) => entries.flatMap((list) => list.slice(round, round + 1))).flat();
}

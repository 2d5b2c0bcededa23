// Who gets which item, in which order: pure, rebuilt bit for bit from the same items, people and seed.
import type { Assignment } from "#schemas/assignment";
import { mulberry32, seedFrom, shuffled } from "#schemas/seeded";
import type { Item, Settings } from "#schemas/study";
import { amongOthers, byEntry, entryOf, inOrder, withRepeats } from "./order.ts";

interface AssignPerson {
  readonly person: string;
  /** Stable name that seeds this person's order. */
  readonly code: string;
  /** Panel people fill the quota of k an item; others (comparison, pilot) get every item. */
  readonly panel: boolean;
  /** How many people joined before: rotates `blocked` and `split`. */
  readonly turn: number;
}
export interface AssignInput {
  /** In the order of the study. */
  readonly items: readonly Item[];
  /** Those who get items now. */
  readonly people: readonly AssignPerson[];
  readonly settings: Pick<Settings, "perItem" | "order" | "apart" | "repeats">;
  readonly seed: number;
  /** Items that people of the panel have already (first occasions), by person; also of people who get none now. */
  readonly held?: ReadonlyMap<string, ReadonlySet<string>>;
}
export type Assigned = Pick<Assignment, "person" | "item" | "occasion" | "position">;

const nothing: ReadonlySet<string> = new Set();

/** Items that go to the same people together: the two conditions of one clip; else each by itself. */
const unitOf = (item: Item): string => (item.protocol === "emotion" ? `clip ${item.clip}` : `item ${item.id}`);

/**
 * New assignments. Practice items go to everybody, first, once. `perItem` k: each unit goes to as many people of the
 * panel as it lacks, those with the fewest items first, chance between equals, units with the least cover first; what a
 * person has they do not get again. `all`: to everybody. `split` gives a person one modality of each entry. A person
 * who has nothing yet gets repeats too, as a second occasion; somebody who is given more later gets none. Items that
 * check attention go to everybody once, one in each equal part of what they get, and never beside k or repeats. Positions
 * count from 0 a person.
 */
export function assign(input: AssignInput): Assigned[] {
  const counted = input.items.filter((item) => !item.practice && item.attention !== true);
  const attention = input.items.filter((item) => !item.practice && item.attention === true);
  const practice = input.items.filter((item) => item.practice);
  const chosen = chooser(input, counted);
  const splits = input.settings.order === "split" ? splitter(counted) : undefined;
  return input.people.flatMap((one) => {
    const has = input.held?.get(one.person) ?? nothing;
    const toAll = input.settings.perItem === "all" || !one.panel;
    const mine = counted.filter(
      (item) => !has.has(item.id) && (!toAll || splits === undefined || splits(item, one.turn)) && chosen(one, item),
    );
    const chance = mulberry32(seedFrom(`${input.seed} ${one.code}`));
    const ordered = inOrder(mine, input.settings.order, one.turn, chance);
    const turns = withRepeats(
      ordered,
      {
        count: has.size > 0 ? 0 : repeatsOf(mine.length, input.settings.repeats),
        apart: input.settings.apart,
        order: input.settings.order,
      },
      chance,
    );
    const lacking = (item: Item): boolean => !has.has(item.id);
    const spread = amongOthers(turns, shuffled(attention.filter(lacking), chance), chance);
    return [...practice.filter(lacking).map((item) => ({ item, occasion: 1 })), ...spread].map(
      ({ item, occasion }, position) => ({ person: one.person, item: item.id, occasion, position }),
    );
  });
}

/** How many of so many items a person meets a second time. */
function repeatsOf(items: number, repeats: Settings["repeats"]): number {
  if (repeats === undefined) return 0;
  return "share" in repeats ? Math.round(items * repeats.share) : Math.min(items, repeats.items);
}

function chooser(input: AssignInput, counted: readonly Item[]): (one: AssignPerson, item: Item) => boolean {
  const { perItem, order } = input.settings;
  if (perItem === "all") return () => true;
  const panel = input.people.filter((one) => one.panel);
  const chance = mulberry32(input.seed);
  const units = new Map<string, Item[]>();
  const entries = new Map(counted.map((item) => [item.id, entryOf(item)]));
  for (const item of counted) units.set(unitOf(item), [...(units.get(unitOf(item)) ?? []), item]);
  const cover = new Map<string, number>();
  const load = new Map(panel.map((one) => [one.person, 0]));
  const met = new Set<string>();
  for (const [person, items] of input.held ?? [])
    for (const item of items) {
      const entry = entries.get(item);
      if (entry === undefined) continue;
      cover.set(item, (cover.get(item) ?? 0) + 1);
      load.set(person, (load.get(person) ?? 0) + 1);
      met.add(`${person} ${entry}`);
    }
  const coverOf = (items: readonly Item[]): number => cover.get((items[0] as Item).id) ?? 0;
  const owners = new Map<string, Set<string>>();
  const byCover = shuffled([...units], chance).sort(([, a], [, b]) => coverOf(a) - coverOf(b));
  for (const [unit, items] of byCover) {
    const wanted = Math.max(0, perItem - coverOf(items));
    const { id } = items[0] as Item;
    const entry = entries.get(id) as string;
    const free = shuffled(panel, chance).filter(
      ({ person }) =>
        !(input.held?.get(person) ?? nothing).has(id) && (order !== "split" || !met.has(`${person} ${entry}`)),
    );
    const takers = free.sort((a, b) => (load.get(a.person) ?? 0) - (load.get(b.person) ?? 0)).slice(0, wanted);
    for (const { person } of takers) {
      load.set(person, (load.get(person) ?? 0) + items.length);
      met.add(`${person} ${entry}`);
    }
    owners.set(unit, new Set(takers.map(({ person }) => person)));
  }
  return (one, item) => !one.panel || (owners.get(unitOf(item))?.has(one.person) ?? false);
}

/** Which one of its entry's items a person of this turn sees, where a person may see one modality only. */
function splitter(items: readonly Item[]): (item: Item, turn: number) => boolean {
  const entries = [...byEntry(items).values()];
  const places = new Map(entries.flatMap((list, e) => list.map((item, k) => [item.id, [e, k, list.length] as const])));
  return (item, turn) => {
    const [e, k, of] = places.get(item.id) as readonly [number, number, number];
    return (turn + e) % of === k;
  };
}

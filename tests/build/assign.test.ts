import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mulberry32 } from "#schemas/seeded";
import { type Item, orders, type Settings } from "#schemas/study";
import { type AssignInput, assign } from "#server/build/assign";
import { greatestDistance, inOrder, leastDistance, withRepeats } from "#server/build/order";
import { questions } from "../store/people.ts";

const people = (count: number, panel = true) =>
  Array.from({ length: count }, (_, k) => ({ person: `p${k}`, code: `C${k}`, panel, turn: k }));
const given = (more: Partial<AssignInput> & { settings: AssignInput["settings"] }) =>
  assign({ items: questions(6), people: people(3), seed: 7, ...more });
const settings = (
  perItem: Settings["perItem"],
  order: Settings["order"],
  repeats?: Settings["repeats"],
): AssignInput["settings"] => ({ perItem, order, apart: 4, ...(repeats === undefined ? {} : { repeats }) });
const of = (rows: ReturnType<typeof assign>, person: string) => rows.filter((row) => row.person === person);
const entryOf = (id: string) => Math.floor(Number(id.slice(1)) / 3);
const modalityOf = (id: string) => Number(id.slice(1)) % 3;
const heldIn = (rows: ReturnType<typeof assign>) => {
  const held = new Map<string, Set<string>>();
  for (const { person, item, occasion } of rows)
    if (occasion === 1) held.set(person, new Set([...(held.get(person) ?? []), item]));
  return held;
};

describe("who gets which item", () => {
  it("gives each item to k people and everybody the same load, the same again from the same seed", () => {
    const rows = given({ settings: settings(2, "as-listed"), people: people(6) });
    for (const { id } of questions(6)) expect(rows.filter(({ item }) => item === id)).toHaveLength(2);
    for (const { person } of people(6)) expect(of(rows, person)).toHaveLength(6);
    expect(given({ settings: settings(2, "as-listed"), people: people(6) })).toEqual(rows);
    expect(given({ settings: settings(2, "as-listed"), people: people(6), seed: 8 })).not.toEqual(rows);
  });

  it("holds k, balance within one and chance from the seed alone, whatever the numbers", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom("interleaved", "blocked", "as-listed" as const),
        fc.nat(),
        (entries, crowd, k, order, seed) => {
          const input = { items: questions(entries), people: people(crowd), settings: settings(k, order), seed };
          const rows = assign(input);
          expect(assign(input)).toEqual(rows);
          for (const { id } of input.items)
            expect(rows.filter(({ item }) => item === id)).toHaveLength(Math.min(k, crowd));
          const loads = input.people.map(({ person }) => of(rows, person).length);
          expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
          for (const { person } of input.people)
            expect(of(rows, person).map(({ position }) => position)).toEqual(of(rows, person).map((_, at) => at));
        },
      ),
      { numRuns: 150 },
    );
  });

  it("never exceeds k when somebody joins, and leaves what others have as it is", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 4 }), fc.nat(), (crowd, k, seed) => {
        const before = assign({
          items: questions(5),
          people: people(crowd),
          settings: settings(k, "interleaved"),
          seed,
        });
        const joiner = people(crowd + 1).at(-1) as (typeof before)[number] & ReturnType<typeof people>[number];
        const held = heldIn(before);
        const more = assign({
          ...{ items: questions(5), people: [joiner], settings: settings(k, "interleaved"), seed, held },
        });
        expect(more.every(({ person }) => person === joiner.person)).toBe(true);
        for (const { id } of questions(5)) {
          const all = [...before, ...more].filter(({ item }) => item === id);
          expect(all).toHaveLength(Math.min(k, crowd + 1));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("fills what is covered least first, and nothing beyond k", () => {
    const all = questions(6).map(({ id }) => id);
    const held = new Map([
      ["x", new Set(all)],
      ["y", new Set(all.slice(0, 9))],
    ]);
    const rows = given({ settings: settings(2, "as-listed"), people: people(1), held });
    expect(rows.map(({ item }) => item)).toEqual(all.slice(9));
  });

  it("gives what came free to those who do not have it yet", () => {
    const all = questions(2).map(({ id }) => id);
    const held = new Map([
      ["p0", new Set(all)],
      ["p1", new Set(all.slice(0, 2))],
    ]);
    const rows = given({ items: questions(2), settings: settings(2, "as-listed"), people: people(3), held });
    expect(of(rows, "p0")).toEqual([]);
    for (const id of all.slice(2)) expect(rows.filter(({ item }) => item === id)).toHaveLength(1);
    expect(Math.abs(of(rows, "p1").length + 2 - of(rows, "p2").length)).toBeLessThanOrEqual(1);
  });

  it("puts practice first and gives it to everybody once", () => {
    const items = questions(6).map((item, at): Item => (at > 15 ? { ...item, practice: true } : item));
    const rows = given({ items, settings: settings(1, "interleaved", { share: 1 }) });
    for (const { person } of people(3)) {
      const mine = of(rows, person).map(({ item }) => item);
      expect(mine.slice(0, 2)).toEqual(["q16", "q17"]);
      expect(mine.filter((item) => item === "q16")).toHaveLength(1);
    }
  });

  it("spreads items that check attention over everybody's items, once each, beside k and repeats", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 15 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom("interleaved", "blocked", "as-listed" as const),
        fc.nat(),
        (entries, checks, order, seed) => {
          const plain = questions(entries);
          const check = (k: number): Item => ({ ...(plain[0] as Item), id: `check${k}`, attention: true });
          const items = [...Array.from({ length: checks }, (_, k) => check(k)), ...plain];
          const input = { people: people(3), settings: settings(2, order, { share: 0.5 }), seed };
          const rows = assign({ ...input, items });
          const others = assign({ ...input, items: plain });
          for (const { person } of people(3)) {
            const mine = of(rows, person);
            const met = mine.flatMap(({ item }, at) => (item.startsWith("check") ? [at] : []));
            expect(new Set(met.map((at) => mine[at]?.item)).size).toBe(checks);
            expect(met).toHaveLength(checks);
            const rest = mine.filter(({ item }) => !item.startsWith("check"));
            expect(rest.map(({ item, occasion }) => [item, occasion])).toEqual(
              of(others, person).map(({ item, occasion }) => [item, occasion]),
            );
            if (rest.length >= checks) {
              expect(met[0]).toBeGreaterThan(0);
              const gaps = met.slice(1).map((at, k) => at - (met[k] as number));
              expect(Math.max(0, ...gaps)).toBeLessThanOrEqual(2 * Math.ceil(rest.length / checks) + 1);
            }
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it("gives people beside the panel every item without filling the quota", () => {
    const both = [...people(2), { person: "x", code: "X", panel: false, turn: 2 }];
    const rows = given({ people: both, settings: settings(1, "as-listed") });
    expect(of(rows, "x")).toHaveLength(18);
    expect(of(rows, "p0").length + of(rows, "p1").length).toBe(18);
  });

  it("shows a person one modality of each entry when the study is split, also with k people an item", () => {
    for (const perItem of ["all", 1] as const) {
      const rows = given({ settings: settings(perItem, "split") });
      for (const { person } of people(3)) {
        const entries = of(rows, person).map(({ item }) => entryOf(item));
        expect(new Set(entries).size).toBe(entries.length);
      }
      for (const { id } of questions(6)) expect(rows.filter(({ item }) => item === id)).toHaveLength(1);
    }
  });

  it("keeps both conditions of one clip with the same person", () => {
    const clip = (k: number, shown: boolean): Item => ({
      protocol: "emotion",
      id: `c${k}${shown ? "~caption" : ""}`,
      name: `c${k}`,
      practice: false,
      clip: `c${k}`,
      media: "0".repeat(64),
      condition: shown ? "shown" : "hidden",
    });
    const items = Array.from({ length: 8 }, (_, k) => [clip(k, false), clip(k, true)]).flat();
    const rows = given({ items, people: people(4), settings: settings(2, "as-listed") });
    for (const { person } of people(4)) {
      const mine = of(rows, person).map(({ item }) => item);
      expect(mine).toHaveLength(8);
      for (const item of mine) if (!item.endsWith("~caption")) expect(mine).toContain(`${item}~caption`);
    }
  });
});

describe("in which order", () => {
  it("keeps an entry's modalities as many questions apart as there are entries", () => {
    const order = (person: string) =>
      of(given({ settings: settings("all", "interleaved") }), person).map(({ item }) => item);
    expect(order("p1").toSorted()).toEqual(
      questions(6)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(order("p1")).not.toEqual(order("p2"));
    for (let e = 0; e < 6; e++) {
      const at = order("p1").flatMap((item, k) => (entryOf(item) === e ? [k] : []));
      expect([at[1] as number, at[2] as number]).toEqual([(at[0] as number) + 6, (at[0] as number) + 12]);
    }
  });

  it("reaches the greatest distance that any order could, for entries of any sizes", () => {
    fc.assert(
      fc.property(fc.subarray(questions(9), { minLength: 1 }), fc.nat(), (items, seed) => {
        const ordered = inOrder(items, "interleaved", 0, mulberry32(seed));
        expect(ordered.map(({ id }) => id).toSorted()).toEqual(items.map(({ id }) => id).toSorted());
        expect(leastDistance(ordered)).toBeGreaterThanOrEqual(greatestDistance(items));
      }),
      { numRuns: 300 },
    );
  });

  it("asks in blocks of one modality, rotated over people", () => {
    const rows = given({ settings: settings("all", "blocked") });
    const blocks = people(3).map(({ person }) => {
      const mine = of(rows, person).map(({ item }) => modalityOf(item));
      return mine.filter((modality, at) => modality !== mine[at - 1]);
    });
    expect(blocks).toEqual([
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1],
    ]);
  });

  it("asks repeats as an occasion of their own, far enough from the first, and no item more than twice", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(...orders),
        fc.nat(),
        (entries, count, apart, order, seed) => {
          const chance = mulberry32(seed);
          const ordered = inOrder(questions(entries), order === "split" ? "interleaved" : order, 1, chance);
          const turns = withRepeats(ordered, { count, apart, order }, chance);
          expect(turns.filter(({ occasion }) => occasion === 1).map(({ item }) => item)).toEqual(ordered);
          const again = turns.filter(({ occasion }) => occasion === 2);
          expect(new Set(again.map(({ item }) => item.id)).size).toBe(again.length);
          expect(again.length).toBeLessThanOrEqual(count);
          for (const { item } of again) {
            const places = turns.flatMap((turn, at) => (turn.item.id === item.id ? [at] : []));
            expect((places[1] as number) - (places[0] as number)).toBeGreaterThanOrEqual(apart);
          }
          if (order === "interleaved" && apart <= entries && again.length > 0)
            expect(leastDistance(turns.map(({ item }) => item))).toBeGreaterThanOrEqual(Math.min(apart, entries));
          if (order === "blocked") {
            const kinds = turns.map(({ item }) => modalityOf(item.id));
            expect(kinds.filter((kind, at) => kind !== kinds[at - 1]).length).toBeLessThanOrEqual(3);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("repeats the share that the study asks for", () => {
    const rows = given({ items: questions(20), settings: settings("all", "interleaved", { share: 0.2 }) });
    for (const { person } of people(3))
      expect(of(rows, person).filter(({ occasion }) => occasion === 2)).toHaveLength(12);
    const few = given({ items: questions(20), settings: settings("all", "as-listed", { items: 5 }) });
    expect(of(few, "p0").filter(({ occasion }) => occasion === 2)).toHaveLength(5);
  });

  it("plans 20,121 questions for ten people in seconds", () => {
    const began = performance.now();
    const rows = given({
      items: questions(6707),
      people: people(10),
      settings: settings(3, "interleaved", { share: 0.05 }),
    });
    expect(rows.length).toBeGreaterThan(60_000);
    expect(performance.now() - began).toBeLessThan(8000);
  });
});

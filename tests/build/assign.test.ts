import { describe, expect, it } from "vitest";
import type { Item, Settings } from "#schemas/study";
import { type AssignInput, assign } from "#server/build/assign";
import { questions } from "../store/people.ts";

const people = (count: number, panel = true) =>
  Array.from({ length: count }, (_, k) => ({ person: `p${k}`, code: `C${k}`, panel }));
const given = (more: Partial<AssignInput> & { settings: AssignInput["settings"] }) =>
  assign({ items: questions(6), people: people(3), seed: 7, ...more });
const settings = (perItem: Settings["perItem"], order: Settings["order"]) => ({ perItem, order });
const of = (rows: ReturnType<typeof assign>, person: string) => rows.filter((row) => row.person === person);
const entryOf = (id: string) => Math.floor(Number(id.slice(1)) / 3);
const modalityOf = (id: string) => Number(id.slice(1)) % 3;

describe("who gets which item", () => {
  it("gives each item to k people and everybody the same load, the same again from the same seed", () => {
    const rows = given({ settings: settings(2, "as-listed"), people: people(6) });
    for (const { id } of questions(6)) expect(rows.filter(({ item }) => item === id)).toHaveLength(2);
    for (const { person } of people(6)) expect(of(rows, person)).toHaveLength(6);
    expect(given({ settings: settings(2, "as-listed"), people: people(6) })).toEqual(rows);
    expect(given({ settings: settings(2, "as-listed"), people: people(6), seed: 8 })).not.toEqual(rows);
  });

  it("fills what is covered least first, and nothing beyond k", () => {
    const covered = new Map(questions(6).map(({ id }, at) => [id, at < 9 ? 2 : 1]));
    const rows = given({ settings: settings(2, "as-listed"), people: people(1), covered });
    expect(rows.map(({ item }) => item)).toEqual(
      questions(6)
        .slice(9)
        .map(({ id }) => id),
    );
  });

  it("puts practice first and gives it to everybody", () => {
    const items = questions(6).map((item, at): Item => (at > 15 ? { ...item, practice: true } : item));
    const rows = given({ items, settings: settings(1, "interleaved") });
    for (const { person } of people(3))
      expect(
        of(rows, person)
          .slice(0, 2)
          .map(({ item }) => item),
      ).toEqual(["q16", "q17"]);
  });

  it("gives people beside the panel every item without filling the quota", () => {
    const both = [...people(2), { person: "x", code: "X", panel: false }];
    const rows = given({ people: both, settings: settings(1, "as-listed") });
    expect(of(rows, "x")).toHaveLength(18);
    expect(of(rows, "p0").length + of(rows, "p1").length).toBe(18);
  });

  it("keeps an entry's modalities as many questions apart as there are entries", () => {
    const mine = of(given({ settings: settings("all", "interleaved") }), "p1").map(({ item }) => item);
    expect([...mine].sort()).toEqual(
      questions(6)
        .map(({ id }) => id)
        .sort(),
    );
    expect(mine).not.toEqual(of(given({ settings: settings("all", "interleaved") }), "p2").map(({ item }) => item));
    for (let e = 0; e < 6; e++) {
      const at = mine.flatMap((item, k) => (entryOf(item) === e ? [k] : []));
      expect([at[1] as number, at[2] as number]).toEqual([(at[0] as number) + 6, (at[0] as number) + 12]);
    }
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

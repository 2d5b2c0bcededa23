// The standing table of one study: for each person, item and occasion what stands, in typed arrays, and alpha's whole
// numbers for each label. It knows nothing of the log; fold.ts feeds it.
import { type LabelRow, type Letter, labelsOf, valuesOf } from "#schemas/labels";
import type { Seat } from "#schemas/person";
import { type Response, ratingsOf, type SkipReason, skipReasons } from "#schemas/response";
import type { Item, StudyFile } from "#schemas/study";
import { Coincidences } from "#server/measures/coincidence";

/** In `state`: nothing arrived, something arrived but nothing stands, an answer stands; from `skipped` on a skip. */
export const cellStates = { empty: 0, nothing: 1, answered: 2, skipped: 3 } as const;
export const missing = -128;
const states = cellStates.skipped + skipReasons.length;

/** One person's cells on one occasion. */
export interface CellRow {
  /** Values by label and item: label * items + item; `missing` where there is none. */
  readonly values: Int8Array;
  /** -1 where missing. */
  readonly confidence: Int16Array;
  readonly state: Uint8Array;
  /** When the standing response was given, by the server's clock as far as known. */
  readonly at: Float64Array;
  /** Place of the standing response in the log; 0 where nothing stands. */
  readonly seq: Int32Array;
  /** 1 where the person owes the item on this occasion. */
  readonly owed: Uint8Array;
  /** By state, how many of the owed items that count are in it. */
  readonly tally: Int32Array;
}

/** What stands in a cell, and where in the log. */
export interface Stood {
  readonly response: Response;
  readonly seq: number;
}

export interface TablePerson {
  readonly id: string;
  readonly code: string;
  readonly role: string;
  seat: Seat;
  readonly occasions: Map<number, CellRow>;
  flags: number;
  /** Items and occasions that two devices changed, each with an answer of its own that still stands beside the other. */
  readonly conflicts: Set<string>;
}

export interface KeyChange {
  dropped: boolean;
  right: Set<Letter>;
}

export class StandingTable {
  readonly file: StudyFile;
  readonly items: readonly Item[];
  readonly place: ReadonlyMap<string, number>;
  readonly labels: readonly LabelRow[];
  readonly scales: readonly number[][];
  readonly people = new Map<string, TablePerson>();
  readonly coincidences: readonly Coincidences[];
  readonly retired = new Set<number>();
  /** By item: options that are right, and whether it is dropped. */
  readonly keys: Map<number, KeyChange>;
  /** By item: the key as the question was asked. */
  readonly askedKeys: ReadonlyMap<number, Letter>;
  /** `item label` that an adjudicator has settled. */
  readonly settled = new Set<string>();
  readonly withheld = new Set<string>();
  readonly admitted = new Set<string>();
  /** Items whose votes may have changed since somebody looked at them. */
  readonly touched = new Set<number>();
  /** Items that count: practice and retired ones left out. */
  counted: number;

  constructor(file: StudyFile, items: readonly Item[], keys: ReadonlyMap<string, Letter>) {
    this.file = file;
    this.items = items;
    this.place = new Map(items.map((item, i) => [item.id, i]));
    this.labels = labelsOf(file.protocol);
    this.scales = this.labels.map(valuesOf);
    this.coincidences = this.scales.map((scale) => new Coincidences(scale.length, items.length));
    this.askedKeys = new Map(
      items.flatMap(({ id }, i) => {
        const key = keys.get(id);
        return key === undefined ? [] : [[i, key] as const];
      }),
    );
    this.counted = items.filter(({ practice }) => !practice).length;
    this.keys = new Map([...this.askedKeys].map(([i, key]) => [i, { dropped: false, right: new Set([key]) }]));
  }

  /** Whether an item's answers count in figures. */
  counts(item: number): boolean {
    const known = this.items[item];
    return !known?.practice && !known?.attention && !this.retired.has(item);
  }

  /** The panel: people whose answers count, by code. */
  panel(): TablePerson[] {
    return [...this.people.values()].filter(votes).sort((a, b) => (a.code < b.code ? -1 : 1));
  }

  row(person: TablePerson, occasion: number): CellRow {
    let row = person.occasions.get(occasion);
    if (row === undefined) {
      const n = this.items.length;
      row = {
        values: new Int8Array(n * this.labels.length).fill(missing),
        confidence: new Int16Array(n).fill(-1),
        state: new Uint8Array(n),
        at: new Float64Array(n),
        seq: new Int32Array(n),
        owed: new Uint8Array(n),
        tally: new Int32Array(states),
      };
      person.occasions.set(occasion, row);
    }
    return row;
  }

  /** What a person owes, in place of what they owed before: indexes of items by occasion. */
  owe(person: TablePerson, owing: ReadonlyMap<number, readonly number[]>): void {
    for (const row of person.occasions.values()) {
      row.owed.fill(0);
      row.tally.fill(0);
    }
    for (const [occasion, items] of owing) {
      const row = this.row(person, occasion);
      for (const item of items) {
        if (row.owed[item] === 1) continue;
        row.owed[item] = 1;
        if (this.counts(item)) row.tally[row.state[item] as number]! += 1;
      }
    }
  }

  /** Puts what stands into a cell, in place of what stood there. */
  put(person: TablePerson, item: number, occasion: number, stood: Stood | undefined): void {
    const given = stood?.response;
    const row = this.row(person, occasion);
    const counted = occasion === 1 && votes(person) && this.counts(item);
    const owed = row.owed[item] === 1 && this.counts(item);
    if (owed) row.tally[row.state[item] as number]! -= 1;
    if (counted) this.count(row, item, -1);
    const n = this.items.length;
    const ratings = given === undefined ? undefined : ratingsOf(given);
    this.labels.forEach((label, l) => {
      row.values[l * n + item] = ratings?.get(label.id) ?? missing;
    });
    row.confidence[item] = given?.kind === "emotion" ? (given.answer.confidence ?? -1) : -1;
    row.seq[item] = stood?.seq ?? 0;
    row.at[item] = given === undefined ? 0 : Date.parse(given.at) + (given.skewMs ?? 0);
    row.state[item] =
      given === undefined
        ? cellStates.nothing
        : given.kind === "skip"
          ? cellStates.skipped + skipReasons.indexOf(given.answer.reason)
          : cellStates.answered;
    if (owed) row.tally[row.state[item] as number]! += 1;
    if (!counted) return;
    this.count(row, item, 1);
    this.touched.add(item);
  }

  seat(person: TablePerson, seat: Seat): void {
    const before = votes(person);
    person.seat = seat;
    const after = votes(person);
    const row = person.occasions.get(1);
    if (before === after || row === undefined) return;
    for (let item = 0; item < this.items.length; item++) {
      if (!this.counts(item)) continue;
      this.count(row, item, after ? 1 : -1);
      this.touched.add(item);
    }
  }

  retire(item: number): void {
    if (this.retired.has(item)) return;
    const counted = this.counts(item);
    for (const person of this.people.values()) {
      if (!counted) continue;
      for (const [occasion, row] of person.occasions) {
        if (row.owed[item] === 1) row.tally[row.state[item] as number]! -= 1;
        if (occasion === 1 && votes(person)) this.count(row, item, -1);
      }
    }
    this.retired.add(item);
    this.touched.add(item);
    if (counted) this.counted -= 1;
  }

  private count(row: CellRow, item: number, sign: 1 | -1): void {
    const n = this.items.length;
    this.labels.forEach((label, l) => {
      const value = row.values[l * n + item] as number;
      if (value === missing) return;
      const sums = this.coincidences[l] as Coincidences;
      if (sign === 1) sums.add(item, value - label.least);
      else sums.remove(item, value - label.least);
    });
  }
}

/** The reason of a skip, from its state. */
export const reasonOf = (state: number): SkipReason | undefined => skipReasons[state - cellStates.skipped];

/** Whether a person answers at all: those who try a study out do not. */
export const answers = ({ role }: Pick<TablePerson, "role">): boolean => role === "annotator" || role === "expert";
const votes = (person: TablePerson): boolean => person.seat === "panel" && answers(person);

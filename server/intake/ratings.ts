// A long file of ratings: one row a person, item and label, as CSV or JSON Lines, into typed arrays. A row without label
// and value is a skip; a row without value is a missing rating. Further columns are passed over.
import type { LabelValue } from "#schemas/label";
import { eachCsvRow, need } from "./csv.ts";
import { eachJsonLine, looksLikeJson, refuseLine } from "./jsonl.ts";
import { Column, Names } from "./names.ts";

/** One rating with a value, by index; confidence is NaN where missing. */
interface RatingRows {
  readonly length: number;
  readonly item: Int32Array;
  readonly person: Int32Array;
  readonly label: Int32Array;
  /** Index in `texts` of the label. */
  readonly value: Int32Array;
  readonly confidence: Float64Array;
  readonly occasion: Int32Array;
  readonly line: Int32Array;
}

export interface RatingsFile {
  readonly file: string;
  readonly items: readonly string[];
  readonly people: readonly string[];
  readonly labels: readonly string[];
  /** By label, its values as they stand in the file, in the order met. */
  readonly texts: readonly (readonly string[])[];
  readonly rows: RatingRows;
  /** Group of each person, where the file has a column `group`. */
  readonly groupOf: readonly (string | undefined)[];
  readonly warnings: readonly string[];
}

interface Line {
  readonly item: string;
  readonly annotator: string;
  readonly label: string;
  readonly value: string;
  readonly confidence: string;
  readonly occasion: string;
  readonly seat: string;
  readonly group: string;
}

/** Refuses by line: no item or annotator, a value without label, odd confidence or occasion, a rating given twice. */
export function readRatings(bytes: Uint8Array, file: string): RatingsFile {
  const reader = new Reader(file);
  if (looksLikeJson(bytes)) {
    eachJsonLine(bytes, file, (object, line) => {
      reader.take(
        lineOf((name) => textOf(object[name], file, line, name)),
        line,
      );
    });
    return reader.finish([]);
  }
  let at: ((name: keyof Line, cells: string[]) => string) | undefined;
  const head = eachCsvRow(bytes, file, (cells, line, columns) => {
    if (at === undefined) {
      need({ file, columns }, ["item", "annotator", "label", "value"]);
      const places = new Map(columns.map((name, k) => [name, k]));
      at = (name, row) => row[places.get(name) ?? -1] ?? "";
    }
    const found = at;
    reader.take(
      lineOf((name) => found(name, cells)),
      line,
    );
  });
  need(head, ["item", "annotator", "label", "value"]);
  return reader.finish(head.warnings.map(({ message }) => message));
}

const lineOf = (at: (name: keyof Line) => string): Line => ({
  item: at("item"),
  annotator: at("annotator"),
  label: at("label"),
  value: at("value"),
  confidence: at("confidence"),
  occasion: at("occasion"),
  seat: at("seat"),
  group: at("group"),
});

function textOf(value: unknown, file: string, line: number, name: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string" || typeof value === "number") return String(value);
  return refuseLine(file, line, `"${name}" is neither text nor a number`, "Give text, a number or null.");
}

class Reader {
  private readonly file: string;
  private readonly items = new Names();
  private readonly people = new Names();
  private readonly labels = new Names();
  private readonly texts: Names[] = [];
  private readonly group: (string | undefined)[] = [];
  private readonly cells = {
    item: new Column(Int32Array),
    person: new Column(Int32Array),
    label: new Column(Int32Array),
    value: new Column(Int32Array),
    confidence: new Column(Float64Array),
    occasion: new Column(Int32Array),
    line: new Column(Int32Array),
  };

  constructor(file: string) {
    this.file = file;
  }

  take(given: Line, line: number): void {
    const { file, cells } = this;
    if (given.item === "") refuseLine(file, line, "the item is empty", "Name the item on every row.");
    if (given.annotator === "") refuseLine(file, line, "the annotator is empty", "Name the annotator on every row.");
    if (given.label === "" && given.value !== "")
      refuseLine(file, line, "a value without a label", "Name the label, or leave both empty for a skip.");
    const confidence = given.confidence === "" ? Number.NaN : Number(given.confidence);
    if (given.confidence !== "" && (!Number.isFinite(confidence) || given.confidence.trim() === ""))
      refuseLine(file, line, `confidence "${given.confidence}" is not a number`, "Leave it empty where it is missing.");
    const occasion = given.occasion === "" ? 1 : Number(given.occasion);
    if (!Number.isInteger(occasion) || occasion < 1)
      refuseLine(file, line, `occasion "${given.occasion}" is not 1, 2, ...`, "Number the occasions from 1.");
    const item = this.items.of(given.item);
    if (given.seat !== "" && given.seat !== "panel") return;
    const person = this.people.of(given.annotator);
    if (given.group !== "") this.group[person] = given.group;
    const label = given.label === "" ? -1 : this.labels.of(given.label);
    if (label >= 0 && this.texts[label] === undefined) this.texts[label] = new Names();
    cells.item.push(item);
    cells.person.push(person);
    cells.label.push(label);
    cells.value.push(given.value === "" || label < 0 ? -1 : (this.texts[label] as Names).of(given.value));
    cells.confidence.push(confidence);
    cells.occasion.push(occasion);
    cells.line.push(line);
  }

  finish(warnings: readonly string[]): RatingsFile {
    const { cells, file } = this;
    const rows: RatingRows = {
      length: cells.item.length,
      item: cells.item.done(),
      person: cells.person.done(),
      label: cells.label.done(),
      value: cells.value.done(),
      confidence: cells.confidence.done(),
      occasion: cells.occasion.done(),
      line: cells.line.done(),
    };
    const people = this.people.list;
    this.refuseTwice(rows);
    return {
      file,
      items: this.items.list,
      people,
      labels: this.labels.list,
      texts: this.labels.list.map((_, l) => this.texts[l]?.list ?? []),
      rows,
      groupOf: people.map((_, p) => this.group[p]),
      warnings,
    };
  }

  private refuseTwice(rows: RatingRows): void {
    const people = this.people.list.length;
    const labels = this.labels.list.length + 1;
    const most = rows.occasion.reduce((a, b) => Math.max(a, b), 1);
    const keys = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++)
      keys[i] =
        (((rows.item[i] as number) * people + (rows.person[i] as number)) * labels + (rows.label[i] as number) + 1) *
          most +
        (rows.occasion[i] as number) -
        1;
    const sorted = keys.slice().sort();
    if (!sorted.some((key, i) => i > 0 && key === sorted[i - 1])) return;
    const seen = new Map<number, number>();
    for (let i = 0; i < rows.length; i++) {
      const first = seen.get(keys[i] as number);
      if (first === undefined) {
        seen.set(keys[i] as number, rows.line[i] as number);
        continue;
      }
      const label = this.labels.list[rows.label[i] as number];
      const what = [this.items.list[rows.item[i] as number], this.people.list[rows.person[i] as number], label];
      refuseLine(
        this.file,
        rows.line[i] as number,
        `${what.filter((one) => one !== undefined).join(", ")} stands on line ${first} already`,
        "Keep one of the two, or tell repeats apart by a column `occasion`.",
      );
    }
  }
}

const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A value as figures use it: all of a label's values are numbers, or all are text. */
export function valuesOfTexts(texts: readonly string[]): readonly LabelValue[] {
  const trimmed = texts.map((text) => text.trim());
  return trimmed.every((text) => plainNumber.test(text)) ? trimmed.map((text) => Number(text) + 0) : texts;
}

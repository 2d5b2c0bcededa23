// Ratings that were collected elsewhere, as rows of our long file: the table that EmoSign released (one agreed value a
// clip, intensities from 1) and an export of Qualtrics (three header rows). What tells who somebody is, is dropped while
// reading. Where a scale starts is never guessed: the offset is stated.

import { emotionIds, labelById } from "#schemas/labels";
import { Problem } from "#schemas/problem";
import { type CsvTable, readCsv } from "./csv.ts";
import { type Faults, gather } from "./faults.ts";

interface ForeignRow {
  readonly line: number;
  readonly item: string;
  readonly annotator: string;
  readonly label: string;
  readonly value: number;
  readonly confidence?: number;
}
export interface ForeignRatings {
  readonly shape: "emosign" | "qualtrics";
  readonly rows: readonly ForeignRow[];
  readonly people: number;
  readonly items: number;
  /** Columns that were not kept because they tell who somebody is or where. */
  readonly dropped: readonly string[];
  /** Columns that are no rating: cues and the like. */
  readonly unread: readonly string[];
  readonly warnings: readonly string[];
}
interface Offsets {
  /** What is taken off an intensity: 1 where the scale is 1 to 4. */
  readonly emotions: number;
  readonly sentiment: number;
}

const personal = /^(recipient|ipaddress$|location|externalreference$|externaldatareference$|email)/i;
const labelIds: readonly string[] = ["sentiment", ...emotionIds];
const labelOf = (name: string): string | undefined => labelIds.find((id) => id === name.trim().toLowerCase());

/** Problem "bad-value" with every fault: line and column, what is wrong, what to do. */
export function readForeignRatings(bytes: Uint8Array, file: string, offsets: Offsets): ForeignRatings {
  const table = readCsv(bytes, file);
  const faults = gather();
  const read = table.columns.includes("video_name")
    ? emosign(table, offsets, faults)
    : table.columns.includes("ResponseId")
      ? qualtrics(table, offsets, faults)
      : undefined;
  if (read === undefined)
    faults.add(
      file,
      1,
      `neither EmoSign's table (a column "video_name") nor an export of Qualtrics ("ResponseId")`,
      "Give one of the two, or a long file item,annotator,label,value,confidence.",
    );
  if (read === undefined || faults.list.length > 0)
    throw new Problem("bad-value", `${file} cannot be read as ratings; nothing was written`, faults.list);
  const { rows } = read;
  const warnings = table.warnings.map(({ line, message }) => (line === null ? message : `line ${line}: ${message}`));
  return {
    ...read,
    people: new Set(rows.map(({ annotator }) => annotator)).size,
    items: new Set(rows.map(({ item }) => item)).size,
    warnings,
  };
}

type Read = Pick<ForeignRatings, "shape" | "rows" | "dropped" | "unread">;

function emosign(table: CsvTable, offsets: Offsets, faults: Faults): Read {
  const at = table.columns.indexOf("video_name");
  const labels = table.columns.map(labelOf);
  const rows: ForeignRow[] = [];
  const seen = new Map<string, number>();
  for (const { line, cells } of table.rows) {
    const item = cells[at] ?? "";
    if (item === "") faults.add(table.file, line, '"video_name" is empty', "Give each row its clip.");
    const before = seen.get(item);
    if (before !== undefined)
      faults.add(table.file, line, `"${item}" stands there twice (first in line ${before})`, "Keep one row a clip.");
    seen.set(item, line);
    labels.forEach((label, k) => {
      if (label === undefined) return;
      const value = valueIn(cells[k] ?? "", label, table.columns[k] as string, offsets, table.file, line, faults);
      if (value !== undefined) rows.push({ line, item, annotator: "released", label, value });
    });
  }
  return { shape: "emosign", rows, dropped: [], unread: table.columns.filter((_, k) => k !== at && !labels[k]) };
}

function qualtrics(table: CsvTable, offsets: Offsets, faults: Faults): Read {
  const [, ids, ...people] = table.rows;
  if (ids === undefined || !ids.cells.some((cell) => cell.includes("ImportId"))) {
    faults.add(
      table.file,
      ids?.line ?? null,
      "the third header row with ImportId is missing",
      "Export from Qualtrics as CSV, with all three header rows.",
    );
    return { shape: "qualtrics", rows: [], dropped: [], unread: [] };
  }
  const dropped = table.columns.filter((name) => personal.test(name));
  const who = table.columns.indexOf("ResponseId");
  const parts = table.columns.map((name) => {
    const [, item, what] = /^(.+?)_(.+)$/.exec(name) ?? [];
    if (item === undefined || what === undefined || personal.test(name)) return undefined;
    const label = /^conf(idence)?$/i.test(what) ? "confidence" : labelOf(what);
    return label === undefined ? undefined : { item, label };
  });
  const rows: ForeignRow[] = [];
  for (const { line, cells } of people) {
    const annotator = cells[who] ?? "";
    if (annotator === "") faults.add(table.file, line, '"ResponseId" is empty', "Keep the column as it was exported.");
    const sure = new Map<string, number>();
    parts.forEach((part, k) => {
      if (part?.label !== "confidence") return;
      const value = wholeIn(cells[k] ?? "", 0, 100, 0, table.columns[k] as string, table.file, line, faults);
      if (value !== undefined) sure.set(part.item, value);
    });
    parts.forEach((part, k) => {
      if (part === undefined || part.label === "confidence") return;
      const { item, label } = part;
      const value = valueIn(cells[k] ?? "", label, table.columns[k] as string, offsets, table.file, line, faults);
      const confidence = sure.get(item);
      if (value !== undefined)
        rows.push({ line, item, annotator, label, value, ...(confidence === undefined ? {} : { confidence }) });
    });
  }
  const unread = table.columns.filter((name, k) => k !== who && parts[k] === undefined && !dropped.includes(name));
  return { shape: "qualtrics", rows, dropped, unread };
}

function valueIn(
  cell: string,
  label: string,
  column: string,
  offsets: Offsets,
  file: string,
  line: number,
  faults: Faults,
): number | undefined {
  const { least, greatest } = labelById(label) as { least: number; greatest: number };
  const offset = label === "sentiment" ? offsets.sentiment : offsets.emotions;
  return wholeIn(cell, least, greatest, offset, column, file, line, faults);
}

/** A missing value is missing; 0 is a value; anything that is no whole number of the scale is a fault. */
function wholeIn(
  cell: string,
  least: number,
  greatest: number,
  offset: number,
  column: string,
  file: string,
  line: number,
  faults: Faults,
): number | undefined {
  if (cell.trim() === "") return undefined;
  const value = /^\s*[+-]?\d{1,4}\s*$/.test(cell) ? Number(cell) - offset : Number.NaN;
  if (value >= least && value <= greatest) return value;
  faults.add(
    file,
    line,
    `"${column}" is "${cell}", and ${least + offset} to ${greatest + offset} were expected`,
    "Correct it, or state where the scale starts with --offset or --sentiment-offset.",
  );
  return undefined;
}

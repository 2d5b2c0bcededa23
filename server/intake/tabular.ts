// Any table that a coordinator may bring, as headings and rows of text with their lines: CSV or TSV, JSON Lines, or one
// JSON array; UTF-8, UTF-16 or GB18030. What was recognised is told, so that a person can say no before anything is kept.
import { Problem } from "#schemas/problem";
import { readCsv } from "./csv.ts";
import { decodeText } from "./decoded.ts";
import { type JsonObject, refuseLine } from "./jsonl.ts";

export interface TabularRow {
  readonly line: number;
  /** By heading; what is empty is left out. Lists are joined with `|`. */
  readonly cells: Readonly<Record<string, string>>;
}
export interface Tabular {
  readonly file: string;
  readonly kind: "table" | "json";
  readonly encoding: string;
  /** Null for JSON. */
  readonly delimiter: string | null;
  readonly headings: readonly string[];
  readonly rows: readonly TabularRow[];
  readonly warnings: readonly string[];
}

/** Problem "bad-value" with the line of the first thing that is wrong. */
export function readTabular(bytes: Uint8Array, file: string): Tabular {
  const { text, encoding, guessed } = decodeText(bytes, file);
  const first = text.trimStart()[0];
  if (first !== "{" && first !== "[") return ofCsv(bytes, file);
  const objects = first === "[" ? fromArray(text, file) : fromLines(text, file);
  const headings = new Set<string>();
  const rows = objects.map(({ line, value }) => {
    const cells: Record<string, string> = {};
    for (const [name, given] of Object.entries(value)) {
      headings.add(name);
      const cell = textIn(given);
      if (!cell.isWellFormed())
        refuseLine(file, line, `"${name}" holds half a character (a lone surrogate)`, "Write the whole character.");
      if (cell !== "") cells[name] = cell;
    }
    return { line, cells };
  });
  const warnings = guessed ? [`${file} is not UTF-8; it was read as ${encoding}`] : [];
  return { file, kind: "json", encoding, delimiter: null, headings: [...headings], rows, warnings };
}

function ofCsv(bytes: Uint8Array, file: string): Tabular {
  const { columns, rows, encoding, delimiter, warnings } = readCsv(bytes, file);
  return {
    ...{ file, kind: "table", encoding, delimiter, headings: columns },
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(columns.flatMap((name, k) => (cells[k] === "" ? [] : [[name, cells[k] as string]]))),
    })),
    warnings: warnings.map(({ message }) => message),
  };
}

function textIn(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textIn).join("|");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

interface Found {
  readonly line: number;
  readonly value: JsonObject;
}
const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function fromLines(text: string, file: string): Found[] {
  return text.split(/\r?\n/).flatMap((row, k) => {
    if (row.trim() === "") return [];
    let value: unknown;
    try {
      value = JSON.parse(row);
    } catch {
      refuseLine(file, k + 1, "the line is not JSON: a quote, a comma or a bracket is wrong", "Correct it.");
    }
    if (!isObject(value)) return refuseLine(file, k + 1, "the line is not one JSON object", "Write one {...} on it.");
    return [{ line: k + 1, value }];
  });
}

function fromArray(text: string, file: string): Found[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (cause) {
    const at = Number(/position (\d+)/.exec((cause as Error).message)?.[1] ?? text.length);
    const line = text.slice(0, at).split("\n").length;
    refuseLine(file, line, "it is not JSON: a quote, a comma or a bracket is missing or too many", "Correct it there.");
  }
  if (!Array.isArray(list)) throw new Problem("bad-value", `${file}: it is no list of objects`);
  const starts = text.split("\n").flatMap((line, at) => (/^\s*\[?\s*\{/.test(line) ? [at + 1] : []));
  return list.map((value, k) => {
    const line = starts[k] ?? 1;
    return isObject(value)
      ? { line, value }
      : refuseLine(file, line, `entry ${k + 1} is not an object`, "Write {...} for each.");
  });
}

// Reads comma-separated text strictly: what is in the file is kept as it is, and what cannot be trusted is refused by
// line. Only the empty cell is empty; `NA` and `null` are words. Papa Parse splits, we say where and why it is wrong.
import Papa from "papaparse";
import { type Fault, Problem } from "#schemas/problem";
import { decodeText } from "./decoded.ts";
import { simplify } from "./han-variants.ts";

const csvWarnings = ["encoding_guessed", "delimiter_guessed", "options_look_alike", "bidi_control"] as const;
interface CsvWarning {
  readonly code: (typeof csvWarnings)[number];
  readonly line: number | null;
  readonly message: string;
}

export interface CsvFault extends Fault {
  readonly code:
    | "unclosed_quote"
    | "broken_quote"
    | "duplicate_column"
    | "empty_column"
    | "ragged_row"
    | "no_header"
    | "encoding_unknown";
}

interface CsvRow {
  /** The line of the file on which the row starts; the first is 1. */
  readonly line: number;
  readonly cells: string[];
}

export interface CsvHead {
  readonly file: string;
  readonly columns: string[];
  readonly encoding: string;
  readonly delimiter: string;
  readonly warnings: CsvWarning[];
}
export interface CsvTable extends CsvHead {
  readonly rows: CsvRow[];
}

export interface CsvOptions {
  /** Where it is known; else commas are expected, and another separator is found and warned of. */
  readonly delimiter?: string;
}

/** Throws one fault of a file as a problem. */
function refuse(file: string, line: number | null, code: CsvFault["code"], message: string, mend: string): never {
  const fault: CsvFault = { file, line, code, message, mend };
  throw new Problem("bad-value", `${file}${line === null ? "" : ` line ${line}`}: ${message}`, [fault]);
}

/** The whole file, rows kept. */
export function readCsv(bytes: Uint8Array, file: string, options: CsvOptions = {}): CsvTable {
  const rows: CsvRow[] = [];
  const head = eachCsvRow(bytes, file, (cells, line) => rows.push({ line, cells }), options);
  return { ...head, rows };
}

/**
 * Calls `use` for each row below the header, in order, without keeping them. Rows of blank lines are passed over.
 * Throws a Problem with one CsvFault at the first thing that is wrong: rows used before then must be thrown away.
 */
export function eachCsvRow(
  bytes: Uint8Array,
  file: string,
  use: (cells: string[], line: number, columns: string[]) => void,
  options: CsvOptions = {},
): CsvHead {
  const { text, encoding, guessed } = decodeText(bytes, file);
  const warnings: CsvWarning[] = [];
  if (guessed)
    warnings.push({
      code: "encoding_guessed",
      line: null,
      message: `${file} is not UTF-8; it was read as ${encoding}`,
    });
  const delimiter = options.delimiter ?? separatorOf(text);
  if (options.delimiter === undefined && delimiter !== ",")
    warnings.push({
      code: "delimiter_guessed",
      line: null,
      message: `${file} has no commas; ${delimiter === "\t" ? "tabs" : `"${delimiter}"`} were taken as separators`,
    });
  const quoted = text.includes('"');
  const newline = text.includes("\n") ? "\n" : "\r";
  let line = 1;
  let columns: string[] | undefined;
  let lookAlike: number[] = [];
  Papa.parse<string[]>(text, {
    delimiter,
    newline,
    step: ({ data, errors }) => {
      const last = data.at(-1);
      if (last?.endsWith("\r")) data[data.length - 1] = last.slice(0, -1);
      for (const error of errors) {
        const at = lineAt(text, error.index ?? 0);
        if (error.code === "MissingQuotes")
          refuse(
            file,
            at,
            "unclosed_quote",
            "a quote opens here and never closes",
            'Close it with ", or write it twice.',
          );
        if (error.code === "InvalidQuotes")
          refuse(file, at, "broken_quote", "text follows a closing quote", "Write a quote inside quotes twice.");
      }
      const start = line;
      line += 1 + (quoted ? breaksIn(data, newline) : 0);
      if (data.length === 1 && data[0] === "") return;
      if (columns === undefined) {
        columns = header(data, file, start);
        lookAlike = optionColumns(columns);
        return;
      }
      if (data.length !== columns.length)
        refuse(
          file,
          start,
          "ragged_row",
          `the row has ${data.length} cells, the header has ${columns.length}`,
          "Give every row as many cells as the header; put text with a separator in quotes.",
        );
      notice(data, start, lookAlike, warnings);
      use(data, start, columns);
    },
  });
  if (columns === undefined)
    refuse(file, null, "no_header", "the file is empty", "Give a header row with the names of the columns.");
  return { file, columns, encoding, delimiter, warnings };
}

/** Where each named column stands. Refuses the file where a required one is missing. */
export function need<Name extends string>(
  head: Pick<CsvHead, "file" | "columns">,
  required: readonly Name[],
): Record<Name, number> {
  const missing = required.filter((name) => !head.columns.includes(name));
  if (missing.length > 0)
    refuse(
      head.file,
      1,
      "no_header",
      `the column ${missing.map((name) => `"${name}"`).join(", ")} is missing`,
      `The header must name ${required.join(", ")}.`,
    );
  return Object.fromEntries(required.map((name) => [name, head.columns.indexOf(name)])) as Record<Name, number>;
}

function header(cells: string[], file: string, line: number): string[] {
  const twice = cells.find((name, k) => name !== "" && cells.indexOf(name) !== k);
  if (twice !== undefined)
    refuse(file, line, "duplicate_column", `two columns are named "${twice}"`, "Give every column a name of its own.");
  return cells;
}

function separatorOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const first = (end === -1 ? text : text.slice(0, end)).replace(/"[^"]*"/g, "");
  let best = ",";
  let most = 0;
  for (const sign of [",", ";", "\t", "|"]) {
    const found = first.split(sign).length - 1;
    if (found > most) {
      best = sign;
      most = found;
    }
  }
  return best;
}

function breaksIn(cells: string[], newline: string): number {
  let breaks = 0;
  for (const cell of cells) if (cell.includes(newline)) breaks += cell.split(newline).length - 1;
  return breaks;
}

function lineAt(text: string, index: number): number {
  const newline = text.includes("\n") ? "\n" : "\r";
  return text.slice(0, index).split(newline).length;
}

const optionColumns = (columns: string[]): number[] =>
  columns.includes("A") && columns.includes("B")
    ? ["A", "B", "C", "D"].map((name) => columns.indexOf(name)).filter((k) => k >= 0)
    : [];

const bidi = /[\u202a-\u202e\u2066-\u2069]/;

function notice(cells: string[], line: number, options: number[], warnings: CsvWarning[]): void {
  for (const cell of cells)
    if (bidi.test(cell)) {
      warnings.push({
        code: "bidi_control",
        line,
        message: `line ${line} holds marks that turn the direction of text`,
      });
      break;
    }
  if (looksAlike(options.map((k) => cells[k] as string)))
    warnings.push({ code: "options_look_alike", line, message: `line ${line} has options that look alike` });
}

/** Whether two different texts would look like the same one: invisible characters, width, or traditional forms apart. */
export function looksAlike(options: readonly string[]): boolean {
  const seen = new Map<string, string>();
  for (const option of options) {
    if (option === "") continue;
    const face = simplify(option.normalize("NFKC").replace(/\p{Cf}/gu, ""))
      .replace(/\s+/g, " ")
      .trim();
    const other = seen.get(face);
    if (other !== undefined && other !== option) return true;
    seen.set(face, option);
  }
  return false;
}

// A reliability matrix: a row a person, a column an item, the first row and column are names, an empty cell is missing.
import type { CsvOptions } from "./csv.ts";
import { readCsv } from "./csv.ts";
import { refuseLine } from "./jsonl.ts";

export interface Matrix {
  readonly file: string;
  readonly people: readonly string[];
  readonly items: readonly string[];
  /** People x items; "" is missing. */
  readonly cells: readonly (readonly string[])[];
  readonly lines: readonly number[];
  readonly warnings: readonly string[];
}

/** Refuses a person named twice, and what no CSV may have (readCsv). */
export function readMatrix(bytes: Uint8Array, file: string, options: CsvOptions = {}): Matrix {
  const table = readCsv(bytes, file, options);
  const seen = new Map<string, number>();
  for (const { line, cells } of table.rows) {
    const name = cells[0] as string;
    const first = seen.get(name);
    if (first !== undefined)
      refuseLine(file, line, `"${name}" stands on line ${first} already`, "Give every person one row.");
    seen.set(name, line);
  }
  return {
    file,
    people: [...seen.keys()],
    items: table.columns.slice(1),
    cells: table.rows.map(({ cells }) => cells.slice(1)),
    lines: table.rows.map(({ line }) => line),
    warnings: table.warnings.map(({ message }) => message),
  };
}

// A CSV file with named columns, some required: each row as a record with its line. Empty cells are left out.
import { readCsv } from "./csv.ts";
import type { Faults } from "./faults.ts";
import { type Field, mapColumns } from "./mapping.ts";
import { readTabular } from "./tabular.ts";

export interface Row<Column extends string> {
  readonly line: number;
  readonly cells: { readonly [K in Column]?: string };
}

/** Undefined where the file cannot be read as a table at all; its faults are kept. */
export function readTable<Column extends string>(
  bytes: Uint8Array,
  file: string,
  columns: { readonly required: readonly Column[]; readonly optional: readonly Column[] },
  faults: Faults,
): Row<Column>[] | undefined {
  const table = faults.keep(file, () => readCsv(bytes, file));
  if (table === undefined) return undefined;
  for (const { line, message } of table.warnings)
    faults.warn(`${file}${line === null ? "" : ` line ${line}`}: ${message}`);
  const known: readonly string[] = [...columns.required, ...columns.optional];
  for (const column of table.columns)
    if (!known.includes(column))
      faults.add(file, 1, `unknown column "${column}"`, `Columns here are: ${known.join(", ")}.`);
  const missing = columns.required.filter((column) => !table.columns.includes(column));
  for (const column of missing)
    faults.add(file, 1, `the column "${column}" is missing`, `Columns needed: ${columns.required.join(", ")}.`);
  if (missing.length > 0) return undefined;
  const out: Row<Column>[] = [];
  for (const row of table.rows) {
    const cells: { [K in Column]?: string } = {};
    for (const [k, column] of table.columns.entries()) {
      const cell = row.cells[k] ?? "";
      if (cell !== "" && known.includes(column)) cells[column as Column] = cell;
    }
    const empty = columns.required.filter((column) => cells[column] === undefined);
    for (const column of empty) faults.add(file, row.line, `"${column}" is empty`, "Fill it in, or take the row out.");
    if (empty.length === 0) out.push({ line: row.line, cells });
  }
  return out;
}

/** The same of a table under other headings, be it CSV, TSV or JSON Lines; columns that hold no field are passed over. */
export function readMapped<Column extends string>(
  bytes: Uint8Array,
  file: string,
  fields: readonly Field[],
  columns: Readonly<Record<string, string>> | undefined,
  faults: Faults,
): Row<Column>[] | undefined {
  const table = faults.keep(file, () => readTabular(bytes, file));
  const mapping = table && faults.keep(file, () => mapColumns(file, table.headings, fields, columns));
  if (table === undefined || mapping === undefined) return undefined;
  for (const words of table.warnings) faults.warn(words);
  if (mapping.unread.length > 0) faults.warn(`${file}: not read: ${mapping.unread.join(", ")}`);
  const missing = fields.filter(({ name, needed }) => needed && mapping.columns[name] === undefined);
  for (const { name } of missing)
    faults.add(file, 1, `no column holds "${name}"`, `Say which one does: ${table.headings.join(", ")}.`);
  if (missing.length > 0) return undefined;
  return table.rows.map(({ line, cells }) => {
    const out: { [K in Column]?: string } = {};
    for (const [name, heading] of Object.entries(mapping.columns)) {
      const cell = cells[heading];
      if (cell !== undefined) out[name as Column] = cell;
    }
    for (const { name, needed } of fields)
      if (needed && out[name as Column] === undefined)
        faults.add(file, line, `"${mapping.columns[name]}" is empty`, "Fill it in, or take the row out.");
    return { line, cells: out };
  });
}

/** Yes or no in a column such as `practice`: 1/0, true/false, yes/no; empty is no. */
export function flagOf(cell: string | undefined): boolean | undefined {
  if (cell === undefined || /^(0|false|no)$/i.test(cell)) return false;
  return /^(1|true|yes)$/i.test(cell) ? true : undefined;
}

/** Gives each name once: a fault at the line of the second. */
export function onceEach(file: string, what: string, faults: Faults): (name: string, line: number) => boolean {
  const seen = new Map<string, number>();
  return (name, line) => {
    const before = seen.get(name.normalize("NFC"));
    if (before === undefined) {
      seen.set(name.normalize("NFC"), line);
      return true;
    }
    faults.add(
      file,
      line,
      `the ${what} "${name}" stands here a second time (first in line ${before})`,
      "Give each its own.",
    );
    return false;
  };
}

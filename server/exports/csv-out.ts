// Writes rows as RFC 4180: CRLF, quotes where they are needed, an empty text told apart from nothing. For spreadsheets
// (`-excel` files) a byte-order mark goes first, and text that would run as a formula gets an apostrophe.

export type Cell = string | number | boolean | null;

const formula = /^[=+\-@\t\r]/;
const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

export function csvRow(cells: readonly Cell[], forSpreadsheets = false): string {
  return `${cells.map((cell) => csvCell(cell, forSpreadsheets)).join(",")}\r\n`;
}

function csvCell(cell: Cell, guard: boolean): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const text = guard && formula.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;
  return text === "" || /[",\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A whole file: the header, then a piece of text for each page of rows. */
export async function* csvFile(
  columns: readonly string[],
  pages: AsyncIterable<readonly Cell[][]>,
  forSpreadsheets: boolean,
): AsyncGenerator<string> {
  yield (forSpreadsheets ? "\ufeff" : "") + csvRow(columns, forSpreadsheets);
  for await (const rows of pages) yield rows.map((row) => csvRow(row, forSpreadsheets)).join("");
}

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

/** A whole file: header and rows, gathered into pieces of a thousand rows. */
export async function* csvFile(
  columns: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
  forSpreadsheets: boolean,
): AsyncGenerator<string> {
  let piece = (forSpreadsheets ? "\ufeff" : "") + csvRow(columns, forSpreadsheets);
  let held = 0;
  for await (const row of rows) {
    piece += csvRow(row, forSpreadsheets);
    if (++held === 1000) {
      yield piece;
      piece = "";
      held = 0;
    }
  }
  if (piece !== "") yield piece;
}

// Text files, and JSON Lines with the line of each record.
import { decodeText } from "./decoded.ts";
import type { Faults } from "./faults.ts";

/** The text without a byte order mark; undefined (and a fault) where it is in no encoding that is known. */
export function textOf(bytes: Uint8Array, file: string, faults: Faults): string | undefined {
  const decoded = faults.keep(file, () => decodeText(bytes, file));
  if (decoded?.guessed) faults.warn(`${file} is not UTF-8; it was read as ${decoded.encoding}`);
  return decoded?.text;
}

/** Every record of a JSON Lines file that can be read; a line that cannot is a fault. */
export function recordsOf(bytes: Uint8Array, file: string, faults: Faults): { line: number; value: object }[] {
  const text = textOf(bytes, file, faults);
  if (text === undefined) return [];
  const out: { line: number; value: object }[] = [];
  for (const [k, row] of text.split(/\r?\n/).entries()) {
    if (row.trim() === "") continue;
    const line = k + 1;
    try {
      const value: unknown = JSON.parse(row);
      if (typeof value === "object" && value !== null && !Array.isArray(value)) out.push({ line, value });
      else faults.add(file, line, "the line is not one JSON object", "Write one {...} on each line.");
    } catch {
      faults.add(
        file,
        line,
        "the line is not JSON: a quote, a comma or a bracket is missing or too many",
        "Correct it.",
      );
    }
  }
  return out;
}

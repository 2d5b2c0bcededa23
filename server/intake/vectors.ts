// A file of vectors, one for each sign entry, made elsewhere: CSV (`index` and a number a column), or JSON Lines with
// `index` and a list `vector`.
import { Problem } from "#schemas/problem";
import { eachCsvRow } from "./csv.ts";
import { eachJsonLine, looksLikeJson, refuseLine } from "./jsonl.ts";

/** The vectors in the order of the entries. Refuses by line; Problem "bad-value" naming an entry that has none. */
export function readVectors(bytes: Uint8Array, file: string, entries: readonly string[]): Float32Array[] {
  const found = new Map<string, Float32Array>();
  let length: number | undefined;
  const take = (index: string, numbers: readonly number[], line: number): void => {
    if (index === "") refuseLine(file, line, "the row has no index", "Name the sign entry on every row.");
    if (found.has(index)) refuseLine(file, line, `"${index}" stands there twice`, "Keep one of the two.");
    if (numbers.length === 0 || numbers.some((one) => !Number.isFinite(one)))
      refuseLine(file, line, "not every part of the vector is a number", "Write plain numbers.");
    length ??= numbers.length;
    if (numbers.length !== length)
      refuseLine(
        file,
        line,
        `the vector has ${numbers.length} parts, those before have ${length}`,
        "Give all the same.",
      );
    found.set(index, Float32Array.from(numbers));
  };
  if (looksLikeJson(bytes))
    eachJsonLine(bytes, file, ({ index, vector }, line) => {
      const parts = Array.isArray(vector) ? vector.map((one) => (typeof one === "number" ? one : Number.NaN)) : [];
      take(String(index ?? ""), parts, line);
    });
  else
    eachCsvRow(bytes, file, (cells, line) => {
      const parts = cells.slice(1).map((cell) => (cell.trim() === "" ? Number.NaN : Number(cell)));
      take(cells[0] as string, parts, line);
    });
  const lacking = entries.filter((entry) => !found.has(entry));
  if (lacking.length > 0)
    throw new Problem("bad-value", `${file}: ${lacking.length} entries have no vector, the first is "${lacking[0]}"`);
  return entries.map((entry) => found.get(entry) as Float32Array);
}

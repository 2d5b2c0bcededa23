// Reads JSON Lines: one object a line, blank lines passed over, what cannot be read refused by line.
import { Problem } from "#schemas/problem";
import { decodeText } from "./decoded.ts";

/** Throws one fault of a line. */
export function refuseLine(file: string, line: number | null, message: string, mend: string): never {
  throw new Problem("bad-value", `${file}${line === null ? "" : ` line ${line}`}: ${message}`, [
    { file, line, message, mend },
  ]);
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function eachJsonLine(bytes: Uint8Array, file: string, use: (value: JsonObject, line: number) => void): void {
  const { text } = decodeText(bytes, file);
  let line = 0;
  for (let from = 0; from < text.length; ) {
    let end = text.indexOf("\n", from);
    if (end === -1) end = text.length;
    line++;
    const told = text.slice(from, end).trim();
    from = end + 1;
    if (told === "") continue;
    let value: unknown;
    try {
      value = JSON.parse(told);
    } catch {
      refuseLine(file, line, "this line is not JSON", "Write one JSON object on each line.");
    }
    if (typeof value !== "object" || value === null || Array.isArray(value))
      refuseLine(file, line, "this line is not a JSON object", "Write one JSON object on each line.");
    use(value as JsonObject, line);
  }
}

/** Whether a file holds JSON objects and not a table. */
export function looksLikeJson(bytes: Uint8Array): boolean {
  const head = new TextDecoder()
    .decode(bytes.subarray(0, 200))
    .replace(/^\ufeff/, "")
    .trimStart();
  return head.startsWith("{");
}

// What commands on files are given: a path or `-` for standard input, lists with commas, whole numbers; and what they
// print for people: a plain table.
import { readFile } from "node:fs/promises";
import { InvalidArgumentError } from "commander";
import { Problem } from "#schemas/problem";

export interface Input {
  readonly bytes: Uint8Array;
  /** What messages name. */
  readonly file: string;
}

/** Reads a file, or standard input for `-`. Problem naming the file where it cannot be read. */
export async function readInput(path: string): Promise<Input> {
  if (path === "-") {
    const parts: Buffer[] = [];
    for await (const part of process.stdin) parts.push(part as Buffer);
    return { bytes: Buffer.concat(parts), file: "standard input" };
  }
  try {
    return { bytes: await readFile(path), file: path };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const message = code === "ENOENT" ? "there is no such file" : code === "EISDIR" ? "this is a folder" : `${code}`;
    throw new Problem("bad-value", `${path}: ${message}`, [
      { file: path, line: null, message, mend: "Name a file, or - for standard input." },
    ]);
  }
}

/** `-3,-2,...` as its parts. */
export function listOption(text: string): string[] {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.includes("")) throw new InvalidArgumentError("give values with commas between them");
  if (new Set(parts).size !== parts.length) throw new InvalidArgumentError("a value stands there twice");
  return parts;
}

/** `field=Heading,field=Heading` as heading by field. */
export function columnsOption(text: string): Record<string, string> {
  const parts = text.split(",").map((part) => /^\s*([a-z_]+)\s*=\s*(.*?)\s*$/.exec(part));
  if (parts.some((part) => part === null)) throw new InvalidArgumentError("give field=Heading, with commas between");
  return Object.fromEntries((parts as RegExpExecArray[]).map(([, field, heading]) => [field, heading]));
}

export function integerOption(text: string): number {
  if (!/^-?\d{1,3}$/.test(text)) throw new InvalidArgumentError("give a whole number");
  return Number(text);
}

export function wholeOption(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("give a whole number");
  return Number(text);
}

export function countOption(text: string): number {
  const n = wholeOption(text);
  if (n < 1) throw new InvalidArgumentError("give a whole number above 0");
  return n;
}

type Cell = string | number | null;

/** Columns padded to their widest cell; numbers to the right, what is missing as a dash. */
export function plainTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const told = rows.map((row) => row.map((cell) => (cell === null ? "-" : String(cell))));
  const widths = head.map((name, k) => Math.max(wide(name), ...told.map((row) => wide(row[k] as string))));
  const right = head.map(
    (_, k) => rows.length > 0 && rows.every((row) => row[k] === null || typeof row[k] === "number"),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, k) => {
        const pad = " ".repeat((widths[k] as number) - wide(cell));
        return right[k] ? pad + cell : cell + pad;
      })
      .join("  ")
      .trimEnd();
  return `${[head, ...told].map(line).join("\n")}\n`;
}

/** Columns on a screen: Chinese characters take two. */
const wide = (text: string): number =>
  [...text].reduce(
    (sum, sign) => sum + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\uff60]/.test(sign) ? 2 : 1),
    0,
  );

export const rounded = (value: number | null, digits = 3): string | null =>
  value === null ? null : value.toFixed(digits).replace(/^-(0(?:\.0*)?)$/, "$1");

export const span = (interval: readonly [number, number] | null, digits = 3): string | null =>
  interval === null ? null : `${interval[0].toFixed(digits)} to ${interval[1].toFixed(digits)}`;

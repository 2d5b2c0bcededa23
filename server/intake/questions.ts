// Questions of a quiz as JSON Lines (CNSL's shape), with their key in `answer` or in a file of its own.
import { type Letter, letters } from "#schemas/labels";
import { type Articulation, type Modality, modalities } from "#schemas/study";
import { need, readCsv } from "./csv.ts";
import { eachJsonLine, type JsonObject, refuseLine } from "./jsonl.ts";

export interface Question {
  readonly id: string;
  readonly modality: Modality;
  readonly articulations: readonly Articulation[];
  /** What answers are clustered by: the sign entry. */
  readonly entry: string;
  readonly options: Readonly<Partial<Record<Letter, string>>>;
  readonly answer: Letter;
}

const tags = {
  air_writing: "air-writing",
  finger_spelling: "finger-spelling",
  manual_alphabet: "manual-alphabet",
} as const;

/**
 * Refuses by line: an id that is missing or stands there twice, an unknown modality, options that are not texts under A
 * to D, an answer that is none of them or is missing where no key is given.
 */
export function readQuestions(bytes: Uint8Array, file: string, key?: ReadonlyMap<string, string>): Question[] {
  const seen = new Map<string, number>();
  const out: Question[] = [];
  eachJsonLine(bytes, file, (row, line) => {
    const refuse = (message: string, mend: string) => refuseLine(file, line, message, mend);
    const id = textOf(row["id"]);
    if (id === undefined) refuse("the question has no id", 'Give every question an "id".');
    const first = seen.get(id as string);
    if (first !== undefined) refuse(`"${id}" stands on line ${first} already`, "Give every question an id of its own.");
    seen.set(id as string, line);
    const modality = row["modality"];
    if (!modalities.includes(modality as Modality))
      refuse(`"${modality ?? ""}" is no modality`, `Write ${modalities.join(", ")}.`);
    const options = optionsOf(row);
    if (options === undefined) refuse("the options are not texts under A, B, C, D", "Give at least two options.");
    const told = textOf(row["answer"]);
    const keyed = key?.get(id as string);
    if (told !== undefined && keyed !== undefined && told !== keyed)
      refuse(`the answer ${told} is not the key's ${keyed}`, "Mend one of the two.");
    const answer = told ?? keyed;
    if (answer === undefined) refuse(`"${id}" has no answer`, "Give the answers by --key key.csv.");
    if (options?.[answer as Letter] === undefined)
      refuse(`the answer ${answer} is not among the options`, "Give the letter of an option.");
    out.push({
      id: id as string,
      modality: modality as Modality,
      articulations: articulationsOf(row["category"]),
      entry: textOf(row["entry"]) ?? stemOf(row["input"]) ?? (id as string),
      options: options as Question["options"],
      answer: answer as Letter,
    });
  });
  return out;
}

/** `id,answer` and what else there may be. */
export function readKey(bytes: Uint8Array, file: string): Map<string, string> {
  const table = readCsv(bytes, file);
  const at = need(table, ["id", "answer"]);
  const out = new Map<string, string>();
  for (const { line, cells } of table.rows) {
    const id = cells[at.id] as string;
    if (out.has(id)) refuseLine(file, line, `"${id}" stands in the key twice`, "Keep one of the two.");
    out.set(id, cells[at.answer] as string);
  }
  return out;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;

function optionsOf(row: JsonObject): Question["options"] | undefined {
  const given = row["options"];
  if (typeof given !== "object" || given === null) return undefined;
  const found = letters.flatMap((letter) => {
    const text = (given as Record<string, unknown>)[letter];
    return typeof text === "string" && text !== "" ? [[letter, text] as const] : [];
  });
  return found.length < 2 ? undefined : Object.fromEntries(found);
}

function articulationsOf(category: unknown): Articulation[] {
  if (typeof category !== "object" || category === null) return [];
  return Object.entries(tags).flatMap(([name, articulation]) => {
    const value = (category as Record<string, unknown>)[name];
    return value === true || value === 1 || value === "1" ? [articulation] : [];
  });
}

/** The file stem of a path; a text that is itself the description has none. */
function stemOf(input: unknown): string | undefined {
  if (typeof input !== "string") return undefined;
  return /([^/\\\s]+)\.[A-Za-z0-9]{2,5}$/.exec(input)?.[1];
}

// A file of sign entries (CNSL's metadata JSON, JSON Lines, or CSV) and a file of tags, for the quiz builder.
import * as z from "zod/mini";
import { typed } from "#schemas/basics";
import { Problem } from "#schemas/problem";
import { type Articulation, articulations } from "#schemas/study";
import type { SignEntry } from "../build/quiz.ts";
import { type Faults, gather, wordsOf } from "./faults.ts";
import { recordsOf, textOf } from "./lines.ts";
import { flagOf, onceEach, readTable } from "./table.ts";

const name = z.union([z.int(), typed(200).check(z.minLength(1))]);
const record = z.object({
  index: z.optional(name),
  entry: z.optional(name),
  gloss: z.optional(typed(500)),
  glosses: z.optional(z.union([typed(2000), z.array(typed(500))])),
  description: z.optional(z.nullable(typed(10_000))),
  image: z.optional(z.nullable(typed(500))),
  video: z.optional(z.nullable(typed(500))),
  articulations: z.optional(z.union([typed(200), z.array(typed(40))])),
  gestures: z.optional(z.union([z.int(), typed(4)])),
});

/** All entries in the order of the file; Problem "bad-study" with every fault. `tagged` tells whether they bring tags. */
export function readSignEntries(bytes: Uint8Array, file: string): { entries: SignEntry[]; tagged: boolean } {
  const faults = gather();
  const once = onceEach(file, "entry", faults);
  const entries: SignEntry[] = [];
  let tagged = false;
  for (const { line, value } of rowsOf(bytes, file, faults)) {
    const read = record.safeParse(value);
    if (!read.success) {
      for (const issue of read.error.issues) {
        const { message, mend } = wordsOf(issue);
        faults.add(file, line, message, mend);
      }
      continue;
    }
    const given = read.data;
    const entry = given.entry ?? given.index;
    const glosses = listOf(given.glosses) ?? (given.gloss === undefined ? [] : [given.gloss]);
    if (entry === undefined) faults.add(file, line, "the entry has no id", 'Give it as "index" or "entry".');
    else once(String(entry), line);
    if (glosses.length === 0 || glosses.some((gloss) => gloss.trim() === ""))
      faults.add(file, line, "the entry has no gloss", 'Give it as "gloss", or several as "glosses" with |.');
    const tags = listOf(given.articulations);
    tagged ||= tags !== undefined;
    for (const tag of tags ?? [])
      if (!(articulations as readonly string[]).includes(tag))
        faults.add(file, line, `unknown articulation "${tag}"`, `They are: ${articulations.join(", ")}.`);
    const gestures = given.gestures === undefined || given.gestures === "" ? undefined : Number(given.gestures);
    if (gestures !== undefined && !Number.isInteger(gestures))
      faults.add(
        file,
        line,
        `"gestures" is "${given.gestures}", not a whole number`,
        "Give how many gestures the sign has.",
      );
    entries.push({
      entry: String(entry),
      glosses,
      articulations: (tags ?? []) as Articulation[],
      ...(given.description ? { description: given.description } : {}),
      ...(given.image ? { image: given.image } : {}),
      ...(given.video ? { video: given.video } : {}),
      ...(gestures === undefined ? {} : { gestures }),
    });
  }
  stopAt(faults, file);
  return { entries, tagged };
}

function rowsOf(bytes: Uint8Array, file: string, faults: Faults): readonly { line: number; value: object }[] {
  const first = new TextDecoder()
    .decode(bytes.subarray(0, 200))
    .replace(/^\ufeff/, "")
    .trimStart()[0];
  if (first === "{") return recordsOf(bytes, file, faults);
  if (first !== "[") {
    const optional = [
      "index",
      "entry",
      "gloss",
      "glosses",
      "description",
      "image",
      "video",
      "articulations",
      "gestures",
    ];
    return (readTable(bytes, file, { required: [], optional }, faults) ?? []).map(({ line, cells }) => ({
      line,
      value: cells,
    }));
  }
  const text = textOf(bytes, file, faults) ?? "[]";
  const starts = text.split("\n").flatMap((line, at) => (/^\s*\[?\s*\{/.test(line) ? [at + 1] : []));
  try {
    return (JSON.parse(text) as object[]).map((value, k) => ({ line: starts[k] ?? 1, value }));
  } catch {
    faults.add(file, null, "it is not JSON: a quote, a comma or a bracket is missing or too many", "Correct it.");
    return [];
  }
}

const listOf = (given: string | readonly string[] | undefined): string[] | undefined => {
  if (given === undefined || given === "") return undefined;
  return typeof given === "string" ? given.split("|").map((one) => one.trim()) : [...given];
};

const tagColumns = ["air_writing", "finger_spelling", "manual_alphabet"] as const;
const tagOf: Record<(typeof tagColumns)[number], Articulation> = {
  air_writing: "air-writing",
  finger_spelling: "finger-spelling",
  manual_alphabet: "manual-alphabet",
};

/** The entries with the articulations of a tag file (`index` and three columns of 0 or 1); an entry it lacks has none. */
export function withTags(entries: readonly SignEntry[], bytes: Uint8Array, file: string): SignEntry[] {
  const faults = gather();
  const once = onceEach(file, "entry", faults);
  const known = new Set(entries.map(({ entry }) => entry));
  const tags = new Map<string, Articulation[]>();
  const columns = { required: ["index", ...tagColumns], optional: [] } as const;
  for (const { line, cells } of readTable<"index" | (typeof tagColumns)[number]>(bytes, file, columns, faults) ?? []) {
    const { index = "" } = cells;
    once(index, line);
    if (!known.has(index))
      faults.add(file, line, `there is no entry "${index}"`, "Write the ids as the entries have them.");
    const own = tagColumns.filter((column) => {
      const flag = flagOf(cells[column]);
      if (flag === undefined) faults.add(file, line, `"${column}" is "${cells[column]}"`, "Write 0 or 1.");
      return flag === true;
    });
    tags.set(
      index,
      own.map((column) => tagOf[column]),
    );
  }
  stopAt(faults, file);
  return entries.map((entry) => ({ ...entry, articulations: tags.get(entry.entry) ?? [] }));
}

const hints: Record<Articulation, string> = {
  "air-writing": "书空",
  "finger-spelling": "字形",
  "manual-alphabet": "手指字母",
};

/** The entries with articulations guessed from words of their descriptions; people must confirm them. */
export const withSuggestedTags = (entries: readonly SignEntry[]): SignEntry[] =>
  entries.map((entry) => ({
    ...entry,
    articulations: articulations.filter((one) => entry.description?.includes(hints[one])),
  }));

function stopAt(faults: Faults, file: string): void {
  if (faults.list.length === 0) return;
  const many = faults.list.length === 1 ? "one fault" : `${faults.list.length} faults`;
  throw new Problem("bad-study", `${file} has ${many}; nothing was written`, faults.list);
}

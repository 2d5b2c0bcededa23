// A file of sign entries (CNSL's metadata JSON, JSON Lines, CSV or TSV, columns under any names) and a file of tags, for
// the quiz builder.
import * as z from "zod/mini";
import { typed } from "#schemas/basics";
import { Problem } from "#schemas/problem";
import { type Articulation, articulations } from "#schemas/study";
import type { SignEntry } from "../build/quiz.ts";
import { type Faults, gather, wordsOf } from "./faults.ts";
import { entryFields, type Mapping, mapColumns } from "./mapping.ts";
import { onceEach } from "./table.ts";
import { readTabular, type Tabular } from "./tabular.ts";
import { readTags } from "./tag-file.ts";

const record = z.object({
  entry: z.optional(typed(200)),
  gloss: z.optional(typed(500)),
  glosses: z.optional(typed(2000)),
  description: z.optional(typed(10_000)),
  image: z.optional(typed(500)),
  video: z.optional(typed(500)),
  articulations: z.optional(typed(200)),
  gestures: z.optional(typed(4)),
});

export interface SignEntriesRead {
  readonly entries: SignEntry[];
  /** Whether they bring tags. */
  readonly tagged: boolean;
  readonly table: Tabular;
  readonly mapping: Mapping;
}

/**
 * All entries in the order of the file; Problem "bad-study" with every fault. `columns`: heading by field, where the
 * table does not use our names; the rest is guessed.
 */
export function readSignEntries(bytes: Uint8Array, file: string, columns?: Mapping["columns"]): SignEntriesRead {
  const faults = gather();
  const table = faults.keep(file, () => readTabular(bytes, file));
  const mapping = table && faults.keep(file, () => mapColumns(file, table.headings, entryFields, columns));
  if (table === undefined || mapping === undefined) return stopAt(faults, file);
  const once = onceEach(file, "entry", faults);
  const entries: SignEntry[] = [];
  let tagged = false;
  for (const { line, cells } of table.rows) {
    const named = Object.entries(mapping.columns).flatMap(([name, heading]) =>
      cells[heading] === undefined ? [] : [[name, cells[heading]] as const],
    );
    const read = record.safeParse(Object.fromEntries(named));
    if (!read.success) {
      for (const issue of read.error.issues) {
        const { message, mend } = wordsOf(issue);
        faults.add(file, line, message, mend);
      }
      continue;
    }
    const given = read.data;
    const { entry } = given;
    const glosses = listOf(given.glosses) ?? (given.gloss === undefined ? [] : [given.gloss]);
    if (entry === undefined) faults.add(file, line, "the entry has no id", 'Give it as "index" or "entry".');
    else once(entry, line);
    if (glosses.length === 0 || glosses.some((gloss) => gloss.trim() === ""))
      faults.add(file, line, "the entry has no gloss", 'Give it as "gloss", or several as "glosses" with |.');
    const tags = listOf(given.articulations);
    tagged ||= tags !== undefined;
    for (const tag of tags ?? [])
      if (!(articulations as readonly string[]).includes(tag))
        faults.add(file, line, `unknown articulation "${tag}"`, `They are: ${articulations.join(", ")}.`);
    const gestures = given.gestures === undefined ? undefined : Number(given.gestures);
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
      ...(given.description === undefined ? {} : { description: given.description }),
      ...(given.image === undefined ? {} : { image: given.image }),
      ...(given.video === undefined ? {} : { video: given.video }),
      ...(gestures === undefined ? {} : { gestures }),
    });
  }
  if (faults.list.length > 0) stopAt(faults, file);
  return { entries, tagged, table, mapping };
}

const listOf = (given: string | undefined): string[] | undefined => given?.split("|").map((one) => one.trim());

/** The entries with the articulations of a tag file (`index` and three columns of 0 or 1); an entry it lacks has none. */
export function withTags(entries: readonly SignEntry[], bytes: Uint8Array, file: string): SignEntry[] {
  const faults = gather();
  const known = new Set(entries.map(({ entry }) => entry));
  const rows = readTags(bytes, file, faults);
  for (const [index, { line }] of rows)
    if (!known.has(index))
      faults.add(file, line, `there is no entry "${index}"`, "Write the ids as the entries have them.");
  if (faults.list.length > 0) stopAt(faults, file);
  return entries.map((entry) => {
    const tags = rows.get(entry.entry)?.tags;
    return {
      ...entry,
      articulations: articulations.filter((one) => tags?.[one.replace("-", "_") as keyof typeof tags] === true),
    };
  });
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

function stopAt(faults: Faults, file: string): never {
  const many = faults.list.length === 1 ? "one fault" : `${faults.list.length} faults`;
  throw new Problem("bad-study", `${file} has ${many}; nothing was written`, faults.list);
}

// Articulation tags: suggested from words of the descriptions, confirmed by two people who each fill in a file, compared
// by alpha a tag. Where the two differ the agreed file has an empty cell, which the quiz builder refuses until it is settled.
import type { ComparedTags } from "#schemas/new-study";
import { Problem } from "#schemas/problem";
import { csvRow } from "../exports/csv-out.ts";
import { alphaOf } from "../measures/alpha.ts";
import { coincidencesOf } from "../measures/coincidence.ts";
import { groupRatings } from "../measures/ratings.ts";
import { scaleOf } from "../measures/scale.ts";
import { gather } from "./faults.ts";
import { readSignEntries, withSuggestedTags } from "./sign-entries.ts";
import { readTags, type TagColumn, type TagRow, tagColumns } from "./tag-file.ts";

/** A file for a tagger to fill in: what the descriptions hint at, with gloss and description beside. */
export function suggestedTags(bytes: Uint8Array, file: string, columns?: Readonly<Record<string, string>>): string {
  const { entries } = readSignEntries(bytes, file, columns);
  const rows = withSuggestedTags(entries).map(({ entry, glosses, description, articulations }) => {
    const has = (column: TagColumn) => (articulations.some((one) => one.replace("-", "_") === column) ? 1 : 0);
    return csvRow([entry, ...tagColumns.map(has), glosses.join("|"), description ?? null]);
  });
  return csvRow(["index", ...tagColumns, "gloss", "description"]) + rows.join("");
}

interface TagFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** Problem "bad-study" with every fault, also where one has an entry that the other lacks. */
export function compareTags(first: TagFile, second: TagFile): ComparedTags {
  const faults = gather();
  const one = readTags(first.bytes, first.file, faults);
  const other = readTags(second.bytes, second.file, faults);
  const lack = (of: ReadonlyMap<string, TagRow>, from: ReadonlyMap<string, TagRow>, file: string, name: string) => {
    for (const [index, { line }] of of)
      if (!from.has(index)) faults.add(file, line, `"${index}" is not in ${name}`, "Let both tag the same entries.");
  };
  lack(one, other, first.file, second.file);
  lack(other, one, second.file, first.file);
  if (faults.list.length > 0) throw new Problem("bad-study", "the two files cannot be compared", faults.list);
  const entries = [...one.keys()];
  const told = (index: string, column: TagColumn): [boolean, boolean] => [
    one.get(index)?.tags[column] === true,
    other.get(index)?.tags[column] === true,
  ];
  const disagreements = entries.flatMap((index) =>
    tagColumns.flatMap((tag) => {
      const [a, b] = told(index, tag);
      return a === b ? [] : [{ index, tag, first: a, second: b }];
    }),
  );
  const rows = entries.map((index) =>
    csvRow([
      index,
      ...tagColumns.map((column) => {
        const [a, b] = told(index, column);
        return a === b ? Number(a) : null;
      }),
    ]),
  );
  return {
    tags: tagColumns.map((tag) => ({ tag, ...alphaOfTag(entries.map((index) => told(index, tag))) })),
    disagreements,
    file: csvRow(["index", ...tagColumns]) + rows.join(""),
  };
}

function alphaOfTag(pairs: readonly (readonly [boolean, boolean])[]): Omit<ComparedTags["tags"][number], "tag"> {
  const scale = scaleOf([0, 1], true);
  const cells = pairs.flatMap(([a, b], unit) => [
    { unit, person: 0, value: Number(a) },
    { unit, person: 1, value: Number(b) },
  ]);
  const ratings = groupRatings(scale, ["first", "second"], pairs.length, {
    length: cells.length,
    unit: cells.map(({ unit }) => unit),
    person: cells.map(({ person }) => person),
    value: cells.map(({ value }) => value),
  });
  const { state, reason, alpha } = alphaOf(coincidencesOf(ratings), "nominal", scale);
  return { state, reason, alpha, same: pairs.filter(([a, b]) => a === b).length, of: pairs.length };
}

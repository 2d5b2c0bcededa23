// A file of articulation tags: `index` and three columns of 0 or 1.
import type { Faults } from "./faults.ts";
import { flagOf, onceEach, readTable } from "./table.ts";

export const tagColumns = ["air_writing", "finger_spelling", "manual_alphabet"] as const;
export type TagColumn = (typeof tagColumns)[number];
/** What helps a person to decide; passed over when the file comes back. */
const beside = ["gloss", "description", "note"] as const;

export interface TagRow {
  readonly line: number;
  readonly tags: Readonly<Record<TagColumn, boolean>>;
}

/** A file of tags by entry; faults by line. */
export function readTags(bytes: Uint8Array, file: string, faults: Faults): Map<string, TagRow> {
  const once = onceEach(file, "entry", faults);
  const out = new Map<string, TagRow>();
  const given = { required: ["index", ...tagColumns], optional: beside } as const;
  for (const { line, cells } of readTable<(typeof given)["required" | "optional"][number]>(
    bytes,
    file,
    given,
    faults,
  ) ?? []) {
    const { index = "" } = cells;
    once(index, line);
    const flags = tagColumns.map((column) => {
      const flag = flagOf(cells[column]);
      if (flag === undefined) faults.add(file, line, `"${column}" is "${cells[column]}"`, "Write 0 or 1.");
      return [column, flag === true] as const;
    });
    out.set(index, { line, tags: Object.fromEntries(flags) as TagRow["tags"] });
  }
  return out;
}

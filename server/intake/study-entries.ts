// entries.csv of a quiz: what is known of each sign entry beside its questions.
import { type Articulation, articulations } from "#schemas/study";
import type { Faults } from "./faults.ts";
import { onceEach, readTable } from "./table.ts";

const file = "entries.csv";
const columns = {
  required: ["entry"],
  optional: ["glosses", "description", "image", "video", "articulations", "gestures"],
} as const;
type Column = (typeof columns)["required" | "optional"][number];

export interface Entry {
  readonly line: number;
  /** Undefined where the file has no such column. */
  readonly articulations?: readonly Articulation[];
  readonly gestures?: number;
}

export function readEntries(bytes: Uint8Array, faults: Faults): Map<string, Entry> {
  const out = new Map<string, Entry>();
  const once = onceEach(file, "entry", faults);
  for (const { line, cells } of readTable<Column>(bytes, file, columns, faults) ?? []) {
    const { entry = "", articulations: named, gestures } = cells;
    once(entry, line);
    const tags = named?.split("|").map((tag) => tag.trim());
    for (const tag of tags ?? [])
      if (!(articulations as readonly string[]).includes(tag))
        faults.add(file, line, `unknown articulation "${tag}"`, `They are: ${articulations.join(", ")}.`);
    if (gestures !== undefined && !/^\d{1,3}$/.test(gestures))
      faults.add(file, line, `"gestures" is "${gestures}", not a whole number`, "Give how many gestures the sign has.");
    out.set(entry, {
      line,
      ...(tags === undefined ? {} : { articulations: tags as Articulation[] }),
      ...(gestures === undefined ? {} : { gestures: Number(gestures) }),
    });
  }
  return out;
}

// What was understood of one table, before anything is stored: its encoding and separator, which column holds what, how
// much of what is in it, and every fault with its line.
import type { TablePreview, TableShape, TableWish } from "#schemas/new-study";
import { Problem } from "#schemas/problem";
import { gather } from "./faults.ts";
import { clipFields, entryFields, type Field, mapColumns, ratingFields } from "./mapping.ts";
import { readRated } from "./rated.ts";
import { shapeOf } from "./shapes.ts";
import { readSignEntries } from "./sign-entries.ts";
import type { FolderSource } from "./source.ts";
import { clipTable, cutList } from "./study-clips.ts";
import { readTabular, type Tabular } from "./tabular.ts";

const mostFaults = 200;
const fieldsOf: Partial<Record<TableShape, readonly Field[]>> = {
  entries: entryFields,
  clips: clipFields,
  ratings: ratingFields,
};
const personal = /^(recipient|ipaddress$|location|externalreference$|externaldatareference$|email)/i;
const tableName = /\.(json|jsonl|csv|tsv)$/i;

/** Never throws for what stands in the table: that is told as faults. */
export function previewTable(bytes: Uint8Array, wish: TableWish): TablePreview {
  const { file } = wish;
  const faults = gather();
  const table = faults.keep(file, () => readTabular(bytes, file));
  const shape = wish.shape ?? (table === undefined ? undefined : shapeOf(table));
  const fields = shape === undefined ? undefined : fieldsOf[shape];
  const mapping = table && fields && faults.keep(file, () => mapColumns(file, table.headings, fields, wish.columns));
  const found =
    table &&
    shape &&
    (fields === undefined || mapping) &&
    counted(bytes, table, { ...wish, shape, columns: mapping?.columns ?? {} }, faults);
  if (shape === undefined && table !== undefined)
    faults.add(file, 1, "it is not clear what this table holds", "Say what it is, and which column holds what.");
  const headings = table?.headings ?? [];
  const dropped = headings.filter((name) => personal.test(name));
  return {
    ...{ file, shape: shape ?? null, encoding: table?.encoding ?? "unknown", delimiter: table?.delimiter ?? null },
    headings: [...headings],
    columns: (fields ?? []).map(({ name, needed }) => ({
      field: name,
      heading: mapping?.columns[name] ?? null,
      needed,
    })),
    unread: (mapping?.unread ?? found?.unread ?? []).filter((name) => !dropped.includes(name)),
    dropped,
    rows: table?.rows.length ?? 0,
    first: (table?.rows ?? [])
      .slice(0, 5)
      .map(({ cells }) => headings.map((name) => (dropped.includes(name) ? "" : (cells[name] ?? "").slice(0, 300)))),
    counts: found?.counts ?? {},
    warnings: [...(table?.warnings ?? []), ...faults.warnings],
    faults: faults.list.slice(0, mostFaults).map((fault) => ({ ...fault })),
    moreFaults: Math.max(0, faults.list.length - mostFaults),
  };
}

interface Counted {
  readonly counts: TablePreview["counts"];
  readonly unread?: readonly string[];
}

function counted(
  bytes: Uint8Array,
  table: Tabular,
  wish: TableWish & { readonly shape: TableShape },
  faults: ReturnType<typeof gather>,
): Counted {
  const { file, shape } = wish;
  if (shape === "entries") {
    const read = faults.keep(file, () => readSignEntries(bytes, file, wish.columns));
    return { counts: read === undefined ? {} : { entries: read.entries.length } };
  }
  if (shape === "questions") return { counts: { questions: table.rows.length } };
  if (shape === "clips") {
    const clips = clipTable(bytes, wish, faults);
    if (clips === undefined) return { counts: {} };
    const captioned = clips.rows.filter(({ cells }) => cells.caption !== undefined).length;
    return { counts: { clips: clips.rows.length, captioned, cuts: cutList(clips, faults).length } };
  }
  const rated = faults.keep(file, () => readRated(bytes, wish));
  if (rated === undefined) return { counts: {} };
  const items = new Set(rated.rows.map(({ item }) => item)).size;
  const people = new Set(rated.rows.map(({ annotator }) => annotator)).size;
  return { counts: { ratings: rated.rows.length, items, people }, unread: rated.unread };
}

export type AnyTable = Omit<TableWish, "file"> & { readonly file?: string };

/**
 * Which table a study is made of: the one that somebody names, or, where the files hold no study of ours, the only one
 * that is there. Undefined where there is none. Problem "bad-value" where it is not clear what the named one holds.
 */
export async function tableOf(
  source: FolderSource,
  wish: AnyTable | undefined,
): Promise<(TableWish & { readonly shape: TableShape }) | undefined> {
  const ours = ["study.json", "clips.csv", "questions.jsonl", "ratings.csv", "entries.csv"];
  const tables = source.names.filter((name) => tableName.test(name) && !/^(people|key)\.csv$/.test(name));
  const bare = source.names.length === 1 || ours.every((name) => source.find(name) === undefined);
  const only = tables.length === 1 && bare ? tables[0] : undefined;
  const file = wish?.file ?? only;
  if (file === undefined && wish !== undefined)
    throw new Problem("bad-value", `name the table that the study is made of; here are ${tables.join(", ") || "none"}`);
  if (file === undefined) return undefined;
  const stored = source.find(file);
  if (stored === undefined) throw new Problem("bad-value", `${file} is not among the files`);
  if (wish?.shape !== undefined) return { ...wish, file, shape: wish.shape };
  const shape = shapeOf(readTabular(await source.read(stored), file));
  if (shape !== undefined) return { ...wish, file, shape };
  if (wish === undefined) return undefined;
  const message = "it is not clear what this table holds";
  throw new Problem("bad-value", `${file}: ${message}`, [
    { file, line: 1, message, mend: "Say what it is: entries, questions, clips, emosign, qualtrics, ratings, matrix." },
  ]);
}

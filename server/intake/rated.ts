// Ratings that exist already, in whichever table they stand (a long file, a reliability matrix, EmoSign's released
// table, an export of Qualtrics), as rows of one kind. What tells who somebody is, is dropped while reading.
import type { TableWish } from "#schemas/new-study";
import { Problem } from "#schemas/problem";
import { readForeignRatings } from "./foreign-ratings.ts";
import { mapColumns, ratingFields } from "./mapping.ts";
import { readMatrix } from "./matrix.ts";
import { readTabular, type Tabular } from "./tabular.ts";

export interface RatedRow {
  readonly line: number;
  readonly item: string;
  readonly annotator: string;
  /** Label and value are empty for a skip. */
  readonly label: string;
  readonly value: string;
  readonly confidence: string;
  readonly occasion: string;
  readonly reason: string;
  readonly at: string;
  readonly shown: string;
  readonly seat: string;
}
export interface RatedTable {
  readonly file: string;
  readonly rows: readonly RatedRow[];
  /** Columns that were not kept because they tell who somebody is or where. */
  readonly dropped: readonly string[];
  readonly unread: readonly string[];
  readonly columns: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

const rest = { confidence: "", occasion: "1", reason: "", at: "", shown: "", seat: "" } as const;

/** Problem with line and column of what is wrong; a matrix needs `label`, Qualtrics and EmoSign need `offset`. */
export function readRated(bytes: Uint8Array, wish: TableWish & { readonly shape: string }): RatedTable {
  const { file } = wish;
  if (wish.shape === "matrix") return ofMatrix(bytes, wish);
  if (wish.shape === "ratings") return ofLong(readTabular(bytes, file), wish);
  if (wish.offset === undefined)
    throw refused(
      file,
      "nobody has said where the scale of its intensities starts",
      "Say what is taken off each: offset 1 where the scale is 1 to 4, 0 where it is 0 to 3.",
    );
  const read = readForeignRatings(bytes, file, { emotions: wish.offset, sentiment: wish.sentimentOffset ?? 0 });
  const { dropped, unread, warnings } = read;
  const rows = read.rows.map(({ line, item, annotator, label, value, confidence }) => ({
    ...{ ...rest, line, item, annotator, label, value: String(value) },
    confidence: confidence === undefined ? "" : String(confidence),
  }));
  return { file, rows, dropped, unread, columns: {}, warnings };
}

function ofMatrix(bytes: Uint8Array, { file, label }: TableWish): RatedTable {
  if (label === undefined)
    throw refused(file, "nobody has said which label the matrix holds", "Name it, as sentiment, joy or choice.");
  const matrix = readMatrix(bytes, file);
  const rows = matrix.people.flatMap((annotator, p) =>
    matrix.items.flatMap((item, u) => {
      const value = (matrix.cells[p]?.[u] ?? "").trim();
      return value === "" ? [] : [{ ...rest, line: matrix.lines[p] as number, item, annotator, label, value }];
    }),
  );
  return { file, rows, dropped: [], unread: [], columns: {}, warnings: matrix.warnings };
}

function ofLong(table: Tabular, wish: TableWish): RatedTable {
  const { file, headings, warnings } = table;
  const { columns, unread } = mapColumns(file, headings, ratingFields, wish.columns);
  const missing = ratingFields.filter(({ name, needed }) => needed && columns[name] === undefined);
  if (missing.length > 0)
    throw refused(file, `no column holds ${missing.map(({ name }) => name).join(", ")}`, "Say which column does.");
  const rows = table.rows.map(({ line, cells }): RatedRow => {
    const at = (name: string): string => cells[columns[name] ?? ""] ?? "";
    return {
      ...{ line, item: at("item"), annotator: at("annotator"), label: at("label"), value: at("value").trim() },
      ...{ confidence: at("confidence").trim(), occasion: at("occasion") || "1", reason: at("reason") },
      ...{ at: at("at"), shown: at("shown"), seat: at("seat") },
    };
  });
  return { file, rows, dropped: [], unread, columns, warnings };
}

const refused = (file: string, message: string, mend: string): Problem =>
  new Problem("bad-value", `${file}: ${message}`, [{ file, line: null, message, mend }]);

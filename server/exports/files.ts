// The files that a study gives: a row of this table a file. Each is written as pieces of text, never whole in memory.
import { Problem } from "#schemas/problem";
import type { Protocol } from "#schemas/study";
import { studyById } from "#server/store/studies";
import { type Cell, csvFile } from "./csv-out.ts";
import {
  agreementColumns,
  agreementRows,
  baselineColumns,
  baselineRows,
  labelColumns,
  labelLines,
  labelRows,
} from "./figures.ts";
import type { ExportGiven } from "./given.ts";
import { ratingColumns, ratingRows, responseLines } from "./ratings.ts";

export interface ExportFile {
  readonly file: string;
  readonly type: string;
  /** Where only one kind of study has it. */
  readonly only?: Protocol;
  readonly write: (given: ExportGiven) => AsyncIterable<string>;
}

const table = (
  name: string,
  columns: readonly string[],
  rows: (given: ExportGiven) => AsyncIterable<Cell[][]>,
  only?: Protocol,
): ExportFile[] =>
  [false, true].map((forSpreadsheets) => ({
    file: `${name}${forSpreadsheets ? "-excel" : ""}.csv`,
    type: "text/csv; charset=utf-8",
    write: (given) => csvFile(columns, rows(given), forSpreadsheets),
    ...(only === undefined ? {} : { only }),
  }));
const lines = (name: string, write: ExportFile["write"]): ExportFile => ({
  file: `${name}.jsonl`,
  type: "application/x-ndjson; charset=utf-8",
  write,
});

export const exportFiles: readonly ExportFile[] = [
  ...table("ratings", ratingColumns, ratingRows),
  lines("responses", responseLines),
  ...table("labels", labelColumns, labelRows),
  lines("labels", labelLines),
  ...table("agreement", agreementColumns, agreementRows),
  ...table("baseline", baselineColumns, baselineRows, "choice"),
];

export const refusalFor = ({ only }: ExportFile, protocol: Protocol): string | null =>
  only === undefined || only === protocol ? null : "Only a quiz has a baseline.";

/** The files to write for a name or `all`. Problem "not-found" for an unknown study, "bad-value" for an unknown file. */
export async function filesFor(
  { store, study }: Pick<ExportGiven, "store" | "study">,
  name: string,
): Promise<ExportFile[]> {
  const found = await studyById(store, study);
  if (found === undefined) throw new Problem("not-found", `There is no study ${study}.`);
  const { protocol } = found.file;
  if (name === "all") return exportFiles.filter((one) => refusalFor(one, protocol) === null);
  const one = exportFiles.find(({ file }) => file === name);
  if (one === undefined)
    throw new Problem(
      "bad-value",
      `There is no export ${name}; name ${exportFiles.map(({ file }) => file).join(", ")}.`,
    );
  const refusal = refusalFor(one, protocol);
  if (refusal !== null) throw new Problem("bad-value", refusal);
  return [one];
}

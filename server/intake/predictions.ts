// A model's answers to the questions of a quiz, in the shapes in which harnesses leave them.
import { type Fault, Problem } from "#schemas/problem";
import type { PredictionFormat } from "#schemas/run";
import type { Extracted } from "#server/measures/extraction";
import { need, readCsv } from "./csv.ts";
import { eachJsonLine, type JsonObject, looksLikeJson, refuseLine } from "./jsonl.ts";
import type { Question } from "./questions.ts";

export interface Prediction {
  /** What the model wrote. */
  readonly raw: string;
  /** Where the file itself says that there is no answer of the model: its harness failed, or it refused. */
  readonly told?: Extract<Extracted["outcome"], "error" | "refusal">;
  /** How many tokens the answer took, where the file says. */
  readonly tokens?: number;
}

interface Row extends Prediction {
  readonly line: number;
  /** The question's id, or its row from 0. */
  readonly id?: string;
  readonly row?: number;
  readonly target?: string;
  readonly options?: Readonly<Record<string, string>>;
}

/** Predictions by question id. Refuses by line: unknown ids, an id twice, a target that is not the question's answer. */
export function readPredictions(
  bytes: Uint8Array,
  file: string,
  questions: readonly Question[],
  format?: PredictionFormat,
): Map<string, Prediction> {
  const chosen = format ?? (looksLikeJson(bytes) ? "jsonl" : "csv");
  return joined(rowsOf(bytes, file, chosen), file, questions);
}

function rowsOf(bytes: Uint8Array, file: string, format: PredictionFormat): Row[] {
  const rows: Row[] = [];
  if (format === "vlmevalkit" || format === "csv") {
    const table = readCsv(
      bytes,
      file,
      format === "vlmevalkit" && !firstLine(bytes).includes(",") ? { delimiter: "\t" } : {},
    );
    if (format === "csv") {
      const at = need(table, ["id", "prediction"]);
      const place = table.columns.indexOf("tokens");
      for (const { line, cells } of table.rows) {
        const tokens = place < 0 ? {} : tokensIn(cells[place], line, file);
        rows.push({ line, id: cells[at.id] as string, raw: cells[at.prediction] as string, ...tokens });
      }
      return rows;
    }
    const at = need(table, ["index", "prediction"]);
    const answer = table.columns.indexOf("answer");
    for (const { line, cells } of table.rows) {
      const options = Object.fromEntries(
        ["A", "B", "C", "D"].flatMap((letter) => {
          const k = table.columns.indexOf(letter);
          return k < 0 || cells[k] === "" ? [] : [[letter, cells[k] as string]];
        }),
      );
      const index = cells[at.index] as string;
      const row = /^\d+(?:\.0)?$/.test(index) ? { row: Number(index) } : {};
      const target = answer < 0 ? {} : { target: cells[answer] as string };
      rows.push({ line, id: index, ...row, raw: cells[at.prediction] as string, ...target, options });
    }
    return rows;
  }
  eachJsonLine(bytes, file, (object, line) => {
    rows.push(
      format === "jsonl"
        ? plain(object, line, file)
        : format === "lmms-eval"
          ? sample(object, line, file)
          : batched(object, line, file),
    );
  });
  return rows;
}

const firstLine = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.subarray(0, 2000)).split("\n")[0] as string;

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;

function plain(object: JsonObject, line: number, file: string): Row {
  const id = textOf(object["id"]);
  if (id === undefined) refuseLine(file, line, "the prediction has no id", 'Give every line an "id".');
  const raw = object["prediction"];
  return {
    line,
    id: id as string,
    raw: raw === null || raw === undefined ? "" : (textOf(raw) ?? JSON.stringify(raw)),
    ...tokensIn(object["tokens"], line, file),
  };
}

function tokensIn(value: unknown, line: number, file: string): { tokens?: number } {
  if (value === undefined || value === null || value === "") return {};
  const tokens = Number(value);
  if (!(tokens >= 0) || !Number.isFinite(tokens))
    refuseLine(file, line, `"${value}" is no number of tokens`, "Give a number, or leave it empty.");
  return { tokens };
}

function sample(object: JsonObject, line: number, file: string): Row {
  const row = object["doc_id"];
  if (typeof row !== "number" || !Number.isInteger(row))
    refuseLine(file, line, "the sample has no doc_id", "Give lmms-eval's own samples file.");
  const doc = object["doc"] as JsonObject | undefined;
  const id = textOf(doc?.["id"]);
  const target = textOf(object["target"]);
  return {
    line,
    row: row as number,
    ...(id === undefined ? {} : { id }),
    ...(target === undefined ? {} : { target }),
    raw: innermost(object["filtered_resps"] ?? object["resps"]),
  };
}

function innermost(value: unknown): string {
  if (Array.isArray(value)) return innermost(value[0]);
  return textOf(value) ?? "";
}

function batched(object: JsonObject, line: number, file: string): Row {
  const id = textOf(object["custom_id"]);
  if (id === undefined) refuseLine(file, line, "the line has no custom_id", "Give the output file of a batch.");
  const response = object["response"] as JsonObject | null | undefined;
  const body = response?.["body"] as JsonObject | undefined;
  const usage = body?.["usage"] as JsonObject | null | undefined;
  const common = { line, id: id as string, ...tokensIn(usage?.["completion_tokens"], line, file) };
  const choice = (body?.["choices"] as JsonObject[] | undefined)?.[0];
  const message = choice?.["message"] as JsonObject | undefined;
  if ((object["error"] ?? null) !== null || response?.["status_code"] !== 200 || message === undefined)
    return { ...common, raw: "", told: "error" };
  if (typeof message["refusal"] === "string" && message["refusal"] !== "")
    return { ...common, raw: message["refusal"], told: "refusal" };
  const content = message["content"];
  const parts = Array.isArray(content) ? content.map((part) => textOf((part as JsonObject)["text"]) ?? "") : [content];
  return { ...common, raw: parts.map((part) => textOf(part) ?? "").join("") };
}

/** Where a prediction belongs: by its id, else by its row, counted from 0 or from 1, whichever every target bears out. */
function joined(rows: readonly Row[], file: string, questions: readonly Question[]): Map<string, Prediction> {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const ways: ((row: Row) => Question | undefined)[] = [(row) => byId.get(row.id ?? "")];
  const known = rows.every((row) => row.id !== undefined && byId.has(row.id));
  if (!known && rows.length > 0 && rows.every((row) => row.row !== undefined))
    ways.splice(0, 1, ...[0, 1].map((first) => (row: Row) => questions[(row.row as number) - first]));
  const [way] = [...ways.filter((one) => rows.every((row) => faultOf(row, one(row), known) === null)), ways[0]];
  const out = new Map<string, Prediction>();
  const lines = new Map<string, number>();
  const faults: Fault[] = [];
  for (const row of rows) {
    const { line } = row;
    const question = way?.(row);
    const fault = faultOf(row, question, known || row.row === undefined);
    if (fault !== null || question === undefined) {
      faults.push({ file, line, message: fault ?? "", mend: "Give predictions on exactly these questions." });
      continue;
    }
    const { id } = question;
    const first = lines.get(id);
    if (first !== undefined) {
      const message = `"${id}" stands on line ${first} already`;
      faults.push({ file, line, message, mend: "Keep one prediction a question." });
      continue;
    }
    lines.set(id, line);
    const { raw, told, tokens } = row;
    out.set(id, { raw, ...(told === undefined ? {} : { told }), ...(tokens === undefined ? {} : { tokens }) });
  }
  const [first] = faults;
  if (first === undefined) return out;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more lines)` : "";
  throw new Problem("bad-value", `${file} line ${first.line}: ${first.message}${more}`, faults.slice(0, mostTold));
}

const mostTold = 20;

function faultOf(row: Row, question: Question | undefined, byId: boolean): string | null {
  if (question === undefined) return `there is no question ${row.id ?? `in row ${row.row}`}`;
  const { id, answer, options } = question;
  if (row.target !== undefined && row.target !== answer && row.target !== options[answer])
    return `its target is ${row.target}, the answer of ${id} is ${answer}`;
  if (byId) return null;
  for (const [letter, text] of Object.entries(row.options ?? {}))
    if (options[letter as keyof typeof options] !== text) return `its option ${letter} is not that of ${id}`;
  return row.target === undefined ? "there is neither an id nor a target to check" : null;
}

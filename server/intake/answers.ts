// People's answers to the questions of a quiz: `id,person,option,reason`, and `at` where known.
import { skipReasons } from "#schemas/response";
import { need, readCsv } from "./csv.ts";
import { eachJsonLine, looksLikeJson, refuseLine } from "./jsonl.ts";

export interface QuizAnswer {
  readonly id: string;
  readonly person: string;
  /** As it stands in the file; "" for a skip. */
  readonly option: string;
  /** Why it was skipped; "" for an answer. */
  readonly reason: string;
  /** When, in milliseconds; left out where the file does not say. */
  readonly at?: number;
}

const columns = ["id", "person", "option", "reason"] as const;

/**
 * First occasions only. Refuses by line: neither option nor reason, both, an id that `known` lacks, no person, an unknown
 * reason, one person twice on one question.
 */
export function readAnswers(bytes: Uint8Array, file: string, known: ReadonlySet<string>): QuizAnswer[] {
  const out: QuizAnswer[] = [];
  const seen = new Map<string, number>();
  const take = (row: Omit<QuizAnswer, "at"> & { occasion: string; seat: string; at: string }, line: number) => {
    const { id, person, option, reason, occasion, seat } = row;
    const at = Date.parse(row.at);
    if (row.at !== "" && Number.isNaN(at))
      refuseLine(file, line, `"${row.at}" is no time`, "Write times as 2026-01-31T09:00:00Z.");
    if (!known.has(id)) refuseLine(file, line, `there is no question ${id}`, "Give answers to these questions.");
    if (person === "") refuseLine(file, line, "the person is empty", "Name the person on every row.");
    if (option === "" && reason === "")
      refuseLine(file, line, "neither an option nor a reason", "Give the option, or the reason of the skip.");
    if (option !== "" && reason !== "")
      refuseLine(file, line, "an option and a reason for a skip", "Give one of the two.");
    if (reason !== "" && !(skipReasons as readonly string[]).includes(reason))
      refuseLine(file, line, `"${reason}" is no reason`, `Write one of ${skipReasons.join(", ")}.`);
    if (occasion !== "" && !/^[1-9]\d*$/.test(occasion))
      refuseLine(file, line, `occasion "${occasion}" is not 1, 2, ...`, "Number the occasions from 1.");
    const cell = `${id}\n${person}\n${occasion || 1}`;
    const first = seen.get(cell);
    if (first !== undefined)
      refuseLine(
        file,
        line,
        `${person} answered ${id} on line ${first} already`,
        "Keep one answer a person and question.",
      );
    seen.set(cell, line);
    if ((occasion === "" || occasion === "1") && (seat === "" || seat === "panel"))
      out.push({ id, person, option, reason, ...(row.at === "" ? {} : { at }) });
  };
  if (looksLikeJson(bytes)) {
    eachJsonLine(bytes, file, (row, line) => {
      const at = (name: string) => String(row[name] ?? "");
      const [id, person, option, reason] = columns.map(at) as [string, string, string, string];
      take({ id, person, option, reason, occasion: at("occasion"), seat: at("seat"), at: at("at") }, line);
    });
    return out;
  }
  const table = readCsv(bytes, file);
  const at = need(table, ["id", "person", "option"]);
  const place = (name: string) => table.columns.indexOf(name);
  const extra = { reason: place("reason"), occasion: place("occasion"), seat: place("seat"), at: place("at") };
  for (const { line, cells } of table.rows) {
    const cell = (k: number) => (k < 0 ? "" : (cells[k] as string));
    take(
      {
        ...{ id: cell(at.id), person: cell(at.person), option: cell(at.option).trim() },
        ...{ reason: cell(extra.reason).trim(), occasion: cell(extra.occasion), seat: cell(extra.seat) },
        at: cell(extra.at),
      },
      line,
    );
  }
  return out;
}

// `score --against`: a run beside another run, or beside what people answered to the same questions.
import type { Letter } from "#schemas/labels";
import type { PredictionFormat } from "#schemas/run";
import { readAnswers } from "#server/intake/answers";
import { peopleCompared, runsCompared } from "#server/measures/against";
import { type Input, plainTable, rounded, span } from "./input.ts";
import { type Answered, readRun } from "./quiz-run.ts";

type Compared =
  | { readonly with: "run"; readonly rows: ReturnType<typeof runsCompared> }
  | { readonly with: "people"; readonly rows: ReturnType<typeof peopleCompared> };

/** A file whose first line names a person holds people's answers, every other one a run in the same format. */
export function comparedWith(run: readonly Answered[], other: Input, format?: PredictionFormat): Compared {
  const [first] = new TextDecoder().decode(other.bytes.subarray(0, 4000)).split("\n");
  const pairOf = ({ question, correct }: Answered, second: boolean) => {
    const { entry: cluster, modality, articulations } = question;
    return { cluster, modality, articulations, first: correct, second };
  };
  if (!/(?:^|[,;\t{"\ufeff])\s*"?person"?\s*(?:[,;\t:\r]|$)/.test(first as string)) {
    const questions = run.map(({ question }) => question);
    const theirs = readRun(questions, other, format);
    return { with: "run", rows: runsCompared(run.map((one, k) => pairOf(one, theirs[k]?.correct === true))) };
  }
  const byId = new Map(run.map((one) => [one.question.id, one]));
  const pairs = readAnswers(other.bytes, other.file, new Set(byId.keys()))
    .filter(({ reason }) => reason === "" || reason === "cannot-tell")
    .map(({ id, option }) => {
      const one = byId.get(id) as Answered;
      return pairOf(one, (option as Letter) === one.question.answer);
    });
  return { with: "people", rows: peopleCompared(pairs) };
}

export function comparedTold(compared: Compared): string {
  if (compared.with === "run") {
    const rows = compared.rows.map((row) => [
      ...[row.modality, row.articulation, row.both, row.onlyFirst, row.onlySecond, row.neither],
      ...[rounded(row.difference, 4), span(row.interval, 4), rounded(row.p, 4)],
    ]);
    const head = ["modality", "articulation", "both right", "only this", "only the other", "neither", "difference"];
    return `\nthis run minus the other, on the same questions (Newcombe; exact McNemar)\n${plainTable([...head, "95 %", "p"], rows)}`;
  }
  const rows = compared.rows.map((row) => [
    ...[row.modality, row.articulation, row.pairs, row.clusters, rounded(row.first, 4), rounded(row.second, 4)],
    ...[rounded(row.difference, 4), span(row.interval, 4)],
  ]);
  const head = ["modality", "articulation", "answers", "entries", "this run", "people", "difference", "95 %"];
  return `\nthis run minus people, on what each person was asked (Newcombe at answers / design effect)\n${plainTable(head, rows)}`;
}

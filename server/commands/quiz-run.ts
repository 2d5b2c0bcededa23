// A run read for scoring: each question of the quiz with what the model said of it, and how long that was.
import type { PredictionFormat } from "#schemas/run";
import { readPredictions } from "#server/intake/predictions";
import type { Question } from "#server/intake/questions";
import { type Extracted, extractChoice } from "#server/measures/extraction";
import type { TokenRow } from "#server/measures/tokens";
import { type Input, plainTable, rounded } from "./input.ts";

export interface Answered {
  readonly question: Question;
  readonly modality: Question["modality"];
  readonly found: Extracted;
  readonly correct: boolean;
  readonly tokens: number | undefined;
}

/** One for each question, in their order; a question without a prediction is `empty` and wrong. */
export function readRun(questions: readonly Question[], { bytes, file }: Input, format?: PredictionFormat): Answered[] {
  const predictions = readPredictions(bytes, file, questions, format);
  return questions.map((question) => {
    const given = predictions.get(question.id);
    const found: Extracted =
      given?.told === undefined
        ? extractChoice(given?.raw, question.options)
        : { outcome: given.told, option: null, letterless: false };
    const correct = found.option === question.answer;
    return { question, modality: question.modality, found, correct, tokens: given?.tokens };
  });
}

export const tokensTold = (rows: readonly TokenRow[]): string =>
  `\ntokens of an answer\n${plainTable(
    ["modality", "right", "mean", "wrong", "mean ", "wrong / right"],
    rows.map((row) => [
      ...[row.modality, row.right, rounded(row.meanRight, 1), row.wrong, rounded(row.meanWrong, 1)],
      rounded(row.ratio, 2),
    ]),
  )}`;

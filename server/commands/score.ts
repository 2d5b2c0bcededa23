// `score ITEMS PREDICTIONS`: a model's accuracy on a quiz, or its labels against agreed ones.
import { type Command, Option } from "commander";
import type { Beside } from "#schemas/figure";
import { type PredictionFormat, predictionFormats } from "#schemas/run";
import { refuseLine } from "#server/intake/jsonl";
import { isLabelTable, readLabelValues } from "#server/intake/label-values";
import { readKey, readQuestions } from "#server/intake/questions";
import { valuesOfTexts } from "#server/intake/ratings";
import { modalityGap } from "#server/measures/beside";
import { classify } from "#server/measures/classification";
import { runRows } from "#server/measures/run-rows";
import { knownScale, scaleOfValues } from "#server/measures/scale";
import { type TokenRow, tokensOf } from "#server/measures/tokens";
import { comparedTold, comparedWith } from "./compared.ts";
import { type CommandEnv, WrongUsage } from "./env.ts";
import { gapTold } from "./gap-told.ts";
import { type Input, listOption, plainTable, readInput, rounded, span } from "./input.ts";
import { type Answered, readRun, tokensTold } from "./quiz-run.ts";

interface Options {
  format?: PredictionFormat;
  key?: string;
  against?: string;
  scale?: string[];
  json?: boolean;
}

export function scoreCommand(program: Command, env: CommandEnv): void {
  program
    .command("score")
    .description("a model's answers against the key, or its labels against agreed ones")
    .argument("<items>", "questions as JSON Lines, or item,label,value; - for standard input")
    .argument("<predictions>", "id,prediction as CSV or JSON Lines, or item,label,value")
    .addOption(new Option("--format <format>", "of the predictions").choices(predictionFormats))
    .option("--key <file>", "id,answer, where the questions have no answer")
    .option("--against <file>", "another run's predictions, or people's id,person,option,reason, to compare with")
    .option("--scale <values>", "the classes, with commas", listOption)
    .option("--json", "print JSON")
    .action(async (items: string, predictions: string, options: Options) => {
      if (items === "-" && predictions === "-") throw new WrongUsage("only one of the two files can be standard input");
      const truth = await readInput(items);
      const given = await readInput(predictions);
      if (isLabelTable(truth.bytes)) {
        if (options.against !== undefined) throw new WrongUsage("--against goes with the questions of a quiz");
        const report = scoreLabels(truth, given, options);
        return env.print(options.json ? JSON.stringify(report) : labelsTold(report));
      }
      const key = options.key === undefined ? undefined : await readInput(options.key);
      const questions = readQuestions(truth.bytes, truth.file, key && readKey(key.bytes, key.file));
      const told = readRun(questions, given, options.format);
      const other = options.against === undefined ? undefined : await readInput(options.against);
      const report: ChoicesScored = {
        ...scoreChoices(told),
        gap: modalityGap(
          told.map(({ question, correct: right }) => {
            const { entry: cluster, modality, articulations } = question;
            return { person: 0, cluster, right, modality, articulations };
          }),
        ),
        ...(told.some(({ tokens }) => tokens !== undefined) ? { tokens: tokensOf(told) } : {}),
        ...(other === undefined ? {} : { against: comparedWith(told, other, options.format) }),
      };
      env.print(options.json ? JSON.stringify(report) : choicesTold(report));
    });
}

function scoreChoices(told: readonly Answered[]) {
  const rows = runRows(
    told.map(({ question, found, correct }) => {
      const { modality, articulations } = question;
      const { outcome, letterless } = found;
      return {
        modality,
        articulations,
        correct,
        valid: outcome === "option",
        followed: outcome === "option",
        letterless,
      };
    }),
  );
  const answers = told.map(({ question, found, correct }) => ({
    id: question.id,
    outcome: found.outcome,
    option: found.option,
    correct,
  }));
  return { rows, answers };
}

function scoreLabels(truth: Input, given: Input, { scale: parts }: Options) {
  const wanted = readLabelValues(truth.bytes, truth.file);
  const known = new Set(wanted.map(({ item, label }) => `${item}\n${label}`));
  const predicted = new Map<string, string>();
  for (const { item, label, value, line } of readLabelValues(given.bytes, given.file)) {
    if (!known.has(`${item}\n${label}`))
      refuseLine(given.file, line, `there is no ${item}, ${label} to score it by`, "Give predictions on these items.");
    predicted.set(`${item}\n${label}`, value);
  }
  const labels = [...new Set(wanted.map(({ label }) => label))].map((label) => {
    const rows = wanted.filter((row) => row.label === label && row.value !== "");
    const classes = classesOf(
      label,
      rows.map(({ value }) => value),
      parts,
    );
    const place = new Map(classes.map((value, k) => [value, k]));
    const numeric = classes.every((value) => typeof value === "number");
    const at = (text: string) => (text.trim() === "" ? undefined : place.get(numeric ? Number(text) + 0 : text));
    const truths = rows.map(({ value, line }) => {
      const found = at(value);
      if (found === undefined)
        refuseLine(truth.file, line, `the value ${value} is not on the scale`, `The scale is ${classes.join(", ")}.`);
      return found as number;
    });
    const guesses = rows.map(({ item }) => at(predicted.get(`${item}\n${label}`) ?? "") ?? null);
    const { validAccuracy, instructionFollowing, ...figures } = classify(truths, guesses, classes.length);
    return { label, classes, ...figures };
  });
  return { labels };
}

/** The classes told, else the scale of the table where it holds every value, else the values of the truth. */
function classesOf(label: string, texts: readonly string[], parts: readonly string[] | undefined) {
  if (parts !== undefined) return valuesOfTexts(parts);
  const values = valuesOfTexts(texts);
  const table = knownScale(label);
  if (table !== undefined && values.every((value) => table.values.includes(value))) return table.values;
  return scaleOfValues(values).values;
}

type ChoicesScored = ReturnType<typeof scoreChoices> & {
  gap: Beside["gap"];
  tokens?: TokenRow[];
  against?: ReturnType<typeof comparedWith>;
};

const choicesTold = ({ rows, answers, gap, tokens, against }: ChoicesScored): string => {
  const outcomes = new Map<string, number>();
  for (const { outcome } of answers) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const table = plainTable(
    ["modality", "articulation", "right", "asked", "accuracy", "95 %", "valid", "of valid", "followed"],
    rows.map((row) => [
      ...[row.modality, row.articulation, row.right, row.asked, rounded(row.accuracy, 4), span(row.interval, 4)],
      ...[row.valid, rounded(row.validAccuracy, 4), rounded(row.instructionFollowing, 4)],
    ]),
  );
  const told = `${table}${[...outcomes].map(([outcome, n]) => `${outcome} ${n}`).join(", ")}\n${gapTold(gap)}\n`;
  return told + (tokens === undefined ? "" : tokensTold(tokens)) + (against === undefined ? "" : comparedTold(against));
};

const labelsTold = ({ labels }: ReturnType<typeof scoreLabels>): string =>
  labels
    .map((row) => {
      const figures = plainTable(
        ["label", "n", "accuracy", "balanced", "weighted F1", "macro F1", "invalid"],
        [
          [
            ...[row.label, row.n, rounded(row.accuracy, 4), rounded(row.balancedAccuracy, 4)],
            ...[rounded(row.weightedF1, 4), rounded(row.macroF1Present, 4), row.invalid],
          ],
        ],
      );
      const confusion = plainTable(
        ["truth", ...row.classes.map(String), "invalid"],
        row.confusion.map((cells, k) => [
          String(row.classes[k]),
          ...cells,
          (row.support[k] as number) - cells.reduce((sum, n) => sum + n, 0),
        ]),
      );
      return `${figures}${confusion}`;
    })
    .join("\n");

// `agreement RATINGS`: alpha and its companions for each label of a file of ratings, or of a reliability matrix.
import { type Command, Option } from "commander";
import type { AgreementReport } from "#schemas/figure";
import { labelById, type Metric, metrics } from "#schemas/labels";
import { emosignAlpha, emosignSource } from "#schemas/published";
import { readMatrix } from "#server/intake/matrix";
import { readRatings } from "#server/intake/ratings";
import { type AgreementOptions, agreementRow, mostPairedPeople, reportOf } from "#server/measures/agreement";
import { type Weighting, weightings } from "#server/measures/kappas";
import { type CommandEnv, WrongUsage } from "./env.ts";
import { countOption, listOption, plainTable, readInput, rounded, span, wholeOption } from "./input.ts";
import { givenScale, inOrder, ratingsOfLabel, ratingsOfTable, scaleIn, selfOf } from "./rated.ts";

interface Options {
  json?: boolean;
  matrix?: boolean;
  published?: boolean;
  metric?: Metric;
  scale?: string[];
  weights: Weighting;
  interval: "jackknife" | "bootstrap";
  seed: number;
  resamples: number;
}

export function agreementCommand(program: Command, env: CommandEnv): void {
  program
    .command("agreement")
    .description("alpha and its companions from a file of ratings")
    .argument("<ratings>", "item,annotator,label,value,confidence as CSV or JSON Lines; - for standard input")
    .option("--matrix", "the file is a matrix: a row a person, a column an item")
    .addOption(new Option("--metric <metric>", "of every label").choices(metrics))
    .option("--scale <values>", "the ordered values, with commas", listOption)
    .addOption(new Option("--weights <weights>", "of the companions").choices(weightings).default("identity"))
    .addOption(new Option("--interval <kind>", "of alpha").choices(["jackknife", "bootstrap"]).default("jackknife"))
    .option("--seed <n>", "of the bootstrap", wholeOption, 1)
    .option("--resamples <n>", "of the bootstrap", countOption, 1000)
    .option("--published", "print EmoSign's alphas below")
    .option("--json", "print JSON")
    .action(async (path: string, options: Options) => {
      if (options.json && options.published) throw new WrongUsage("--published goes with the table, not with --json");
      const { bytes, file } = await readInput(path);
      const report = options.matrix ? ofMatrix(bytes, file, options, env) : ofRatings(bytes, file, options, env);
      if (report.labels.some((row) => row.people > mostPairedPeople))
        env.warn(`Cohen's kappa is listed by pair for at most ${mostPairedPeople} people`);
      env.print(options.json ? JSON.stringify(report) : told(report, options) + (options.published ? published() : ""));
    });
}

const metricOf = (label: string, options: Options): Metric => options.metric ?? labelById(label)?.metric ?? "nominal";
const common = ({ weights, interval, seed, resamples }: Options): AgreementOptions => ({
  weights,
  interval,
  seed,
  resamples,
});

function ofRatings(bytes: Uint8Array, name: string, options: Options, env: CommandEnv): AgreementReport {
  const file = readRatings(bytes, name);
  for (const warning of file.warnings) env.warn(warning);
  const scale = options.scale === undefined ? undefined : givenScale(options.scale);
  const grouped = file.groupOf.some((group) => group !== undefined);
  return reportOf(
    inOrder(file.labels).map((l) => {
      const label = file.labels[l] as string;
      return agreementRow({
        ...common(options),
        label,
        metric: metricOf(label, options),
        ratings: ratingsOfLabel(file, l, scaleIn(file, l, scale, options.metric !== "ratio")),
        self: selfOf(file, l),
        ...(grouped ? { groupOf: file.groupOf } : {}),
      });
    }),
  );
}

function ofMatrix(bytes: Uint8Array, name: string, options: Options, env: CommandEnv): AgreementReport {
  const matrix = readMatrix(bytes, name);
  for (const warning of matrix.warnings) env.warn(warning);
  const scale = options.scale === undefined ? undefined : givenScale(options.scale);
  const label = "value";
  const ratings = ratingsOfTable(matrix, label, scale);
  return reportOf([agreementRow({ ...common(options), label, metric: metricOf(label, options), ratings })]);
}

function published(): string {
  const rows = Object.entries(emosignAlpha).map(([label, alpha]) => [label, alpha]);
  return `\npublished, not mixed with the above\n${plainTable(["label", "alpha"], rows)}${emosignSource}\n`;
}

function told({ labels, mean }: AgreementReport, { interval }: Options): string {
  const rows = labels.map((row) => [
    row.label,
    row.metric,
    rounded(row.alpha),
    span(row.interval),
    row.pairableUnits,
    row.units,
    row.pairable,
    row.people,
    rounded(row.percentAgreement),
    rounded(row.gwet),
    rounded(row.fleiss),
  ]);
  const head = [
    "label",
    "metric",
    "alpha",
    "95 %",
    "items compared",
    "of",
    "ratings",
    "people",
    "agree",
    "Gwet",
    "Fleiss",
  ];
  const why = labels.flatMap((row) => (row.reason === null ? [] : [`${row.label}: no alpha, ${row.reason}\n`]));
  const average =
    mean.alpha === null ? "no mean alpha\n" : `mean alpha ${rounded(mean.alpha)} over ${mean.labels.join(", ")}\n`;
  return `${plainTable(head, rows)}${why.join("")}${average}intervals: ${interval}, items drawn, people fixed\n`;
}

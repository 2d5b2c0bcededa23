// `baseline ITEMS RESPONSES`: people's accuracy by modality and articulation, with intervals.
import { type Command, InvalidArgumentError } from "commander";
import type { BaselineReport, BaselineRow, Beside } from "#schemas/figure";
import type { Letter } from "#schemas/labels";
import { cnslRows, cnslSource } from "#schemas/published";
import { readAnswers } from "#server/intake/answers";
import { readKey, readQuestions } from "#server/intake/questions";
import { type BaselineAnswer, baselineOf } from "#server/measures/baseline";
import { besideOf, type Lexicon } from "#server/measures/beside";
import { type CommandEnv, WrongUsage } from "./env.ts";
import { gapTold } from "./gap-told.ts";
import { plainTable, readInput, rounded, span, wholeOption } from "./input.ts";

interface Options {
  key?: string;
  lexicon?: Lexicon;
  published?: boolean;
  json?: boolean;
}

export function baselineCommand(program: Command, env: CommandEnv): void {
  program
    .command("baseline")
    .description("people's accuracy on a quiz")
    .argument("<items>", "questions as JSON Lines; - for standard input")
    .argument("<responses>", "id,person,option,reason as CSV or JSON Lines")
    .option("--key <file>", "id,answer, where the questions have no answer")
    .option("--lexicon <tagged,others>", "entries of the whole lexicon with an articulation and without", lexiconOption)
    .option("--published", "print the papers' rows below")
    .option("--json", "print JSON")
    .action(async (items: string, responses: string, options: Options) => {
      if (options.json && options.published) throw new WrongUsage("--published goes with the table, not with --json");
      const report = await baselineFrom(items, responses, options);
      env.print(options.json ? JSON.stringify(report) : told(report) + (options.published ? published() : ""));
    });
}

async function baselineFrom(
  items: string,
  responses: string,
  { key: keyPath, lexicon }: Options,
): Promise<BaselineReport> {
  const asked = await readInput(items);
  const key = keyPath === undefined ? undefined : await readInput(keyPath);
  const questions = readQuestions(asked.bytes, asked.file, key && readKey(key.bytes, key.file));
  const byId = new Map(questions.map((question) => [question.id, question]));
  const given = await readInput(responses);
  const people: string[] = [];
  const skips: Record<string, number> = {};
  let cannotTell = 0;
  const answers = readAnswers(given.bytes, given.file, new Set(byId.keys())).flatMap(
    ({ id, person: name, option, reason, at }): BaselineAnswer[] => {
      let person = people.indexOf(name);
      if (person < 0) person = people.push(name) - 1;
      if (reason === "cannot-tell") cannotTell++;
      else if (reason !== "") {
        skips[reason] = (skips[reason] ?? 0) + 1;
        return [];
      }
      const { entry: cluster, modality, articulations, answer } = byId.get(id) as (typeof questions)[number];
      const right = (option as Letter) === answer;
      return [{ person, cluster, right, modality, articulations, ...(at === undefined ? {} : { at }) }];
    },
  );
  return { ...baselineOf(answers, people), beside: besideOf(answers, { people, skips, cannotTell, lexicon }) };
}

function lexiconOption(text: string): Lexicon {
  const [tagged, others, more] = text.split(",").map(wholeOption);
  if (tagged === undefined || others === undefined || more !== undefined || tagged + others === 0)
    throw new InvalidArgumentError("give two whole numbers, as 1018,5689");
  return { tagged, others };
}

const published = (): string => {
  const rows = cnslRows.filter(({ name }) => name === "Human" || name === "Random" || name === "GPT-5");
  const told = rows.flatMap(({ name, accuracy }) =>
    Object.entries(accuracy).map(([modality, cells]) => [name, modality, cells.AW, cells.FS, cells.MA, cells.All]),
  );
  return `\npublished, percent, not mixed with the above\n${plainTable(["row", "modality", "AW", "FS", "MA", "All"], told)}${cnslSource}\n`;
};

const told = ({ rows, beside }: BaselineReport): string => rowsTold(rows) + besideTold(beside);

const rowsTold = (rows: readonly BaselineRow[]): string =>
  plainTable(
    ["modality", "articulation", "right", "asked", "people", "mean", "95 %", "pooled", "95 % ", "least", "greatest"],
    rows.map((row) => [
      ...[row.modality, row.articulation, row.right, row.asked, row.people],
      ...[rounded(row.meanOfPeople, 4), span(row.meanInterval, 4), rounded(row.pooled, 4), span(row.pooledInterval, 4)],
      ...[rounded(row.least, 4), rounded(row.greatest, 4)],
    ]),
  );

const besideTold = ({ firstExposure, gap, lexicon, skips, cannotTell }: Beside): string => {
  const not = Object.entries(skips).map(([reason, n]) => `${reason} ${n}`);
  const parts = [
    `\nnot asked, because skipped: ${not.length === 0 ? "none" : not.join(", ")}; cannot-tell, counted wrong: ${cannotTell}`,
    gapTold(gap),
  ];
  if (firstExposure === null) parts.push("first exposure: the file has no column at, so the order is unknown");
  else
    parts.push("first exposure (the modality in which a person met an entry first)", rowsTold(firstExposure).trimEnd());
  if (lexicon !== null)
    parts.push(
      "weighted back to the whole lexicon",
      plainTable(
        ["modality", "share", "95 %"],
        lexicon.map((row) => [row.modality, rounded(row.share, 4), span(row.interval, 4)]),
      ).trimEnd(),
    );
  return `${parts.join("\n")}\n`;
};

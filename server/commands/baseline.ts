// `baseline ITEMS RESPONSES`: people's accuracy by modality and articulation, with intervals.
import type { Command } from "commander";
import type { BaselineReport } from "#schemas/figure";
import type { Letter } from "#schemas/labels";
import { cnslRows, cnslSource } from "#schemas/published";
import { readAnswers } from "#server/intake/answers";
import { readKey, readQuestions } from "#server/intake/questions";
import { type BaselineAnswer, baselineOf } from "#server/measures/baseline";
import { type CommandEnv, WrongUsage } from "./env.ts";
import { plainTable, readInput, rounded, span } from "./input.ts";

interface Options {
  key?: string;
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
    .option("--published", "print the papers' rows below")
    .option("--json", "print JSON")
    .action(async (items: string, responses: string, options: Options) => {
      if (options.json && options.published) throw new WrongUsage("--published goes with the table, not with --json");
      const report = await baselineFrom(items, responses, options.key);
      env.print(options.json ? JSON.stringify(report) : told(report) + (options.published ? published() : ""));
    });
}

async function baselineFrom(items: string, responses: string, keyPath?: string): Promise<BaselineReport> {
  const asked = await readInput(items);
  const key = keyPath === undefined ? undefined : await readInput(keyPath);
  const questions = readQuestions(asked.bytes, asked.file, key && readKey(key.bytes, key.file));
  const byId = new Map(questions.map((question) => [question.id, question]));
  const given = await readInput(responses);
  const people: string[] = [];
  const answers = readAnswers(given.bytes, given.file, new Set(byId.keys())).flatMap(
    ({ id, person: name, option, reason }): BaselineAnswer[] => {
      let person = people.indexOf(name);
      if (person < 0) person = people.push(name) - 1;
      if (reason !== "" && reason !== "cannot-tell") return [];
      const { entry: cluster, modality, articulations, answer } = byId.get(id) as (typeof questions)[number];
      return [{ person, cluster, right: (option as Letter) === answer, modality, articulations }];
    },
  );
  return baselineOf(answers, people);
}

const published = (): string => {
  const rows = cnslRows.filter(({ name }) => name === "Human" || name === "Random" || name === "GPT-5");
  const told = rows.flatMap(({ name, accuracy }) =>
    Object.entries(accuracy).map(([modality, cells]) => [name, modality, cells.AW, cells.FS, cells.MA, cells.All]),
  );
  return `\npublished, percent, not mixed with the above\n${plainTable(["row", "modality", "AW", "FS", "MA", "All"], told)}${cnslSource}\n`;
};

const told = ({ rows }: BaselineReport): string =>
  plainTable(
    ["modality", "articulation", "right", "asked", "people", "mean", "95 %", "pooled", "95 % ", "least", "greatest"],
    rows.map((row) => [
      ...[row.modality, row.articulation, row.right, row.asked, row.people],
      ...[rounded(row.meanOfPeople, 4), span(row.meanInterval, 4), rounded(row.pooled, 4), span(row.pooledInterval, 4)],
      ...[rounded(row.least, 4), rounded(row.greatest, 4)],
    ]),
  );

// `quiz build`: sign entries become a study folder with questions, key and report; media are named, not opened. Nothing
// in it depends on time, machine or path.
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { Problem } from "#schemas/problem";
import { type Modality, modalities } from "#schemas/study";
import { type BuiltQuiz, leakActs } from "../build/quiz.ts";
import { type QuizWish, quizFolder } from "../exports/quiz-folder.ts";
import type { CommandEnv } from "./env.ts";
import { columnsOption, type Input, listOption, readInput, wholeOption } from "./input.ts";

interface BuildOptions extends QuizWish {
  readonly tags?: string;
  readonly vectors?: string;
  readonly out: string;
  readonly json?: boolean;
}

export function quizBuildCommand(program: Command, env: CommandEnv): void {
  const choice = (flags: string, about: string, values: readonly string[]) =>
    new Option(flags, about).choices([...values]);
  program
    .command("quiz")
    .description("build a quiz from sign entries")
    .command("build")
    .description("write a study folder: study.json, questions.jsonl, key.csv, report.json")
    .argument("<entries>", "sign entries: CNSL metadata JSON, JSON Lines or CSV")
    .option("--tags <file>", "CSV index,air_writing,finger_spelling,manual_alphabet (0 or 1)")
    .option("--columns <list>", "which column holds what: gloss=Word,description=Meaning", columnsOption)
    .option("--vectors <file>", "semantic distractors by vectors: index and a number a column, or JSON Lines")
    .option("--modalities <list>", "which are asked: text,image,video (default: all)", modalitiesOption)
    .requiredOption("--seed <text>", "the same seed and entries give the same quiz")
    .addOption(
      choice("--distractors <how>", "how wrong options are drawn", ["random", "semantic"]).makeOptionMandatory(),
    )
    .addOption(choice("--sample <which>", "which entries are asked", ["all", "human-baseline"]).makeOptionMandatory())
    .option("--others <n>", "human-baseline: entries without an articulation", wholeOption, 482)
    .addOption(choice("--leaks <act>", "descriptions that hold their gloss", leakActs).default("keep"))
    .addOption(
      choice("--options <how>", "options once an entry, or anew for each question", ["per-entry", "per-item"]).default(
        "per-entry",
      ),
    )
    .requiredOption("--out <dir>", "folder to write into")
    .option("--json", "answer with the report as JSON")
    .action(async (path: string, options: BuildOptions) => build(path, options, env));
}

async function build(path: string, options: BuildOptions, env: CommandEnv): Promise<void> {
  const entriesFile = await readInput(path);
  const tagsFile = options.tags === undefined ? undefined : await readInput(options.tags);
  const vectorsFile = options.vectors === undefined ? undefined : await readInput(options.vectors);
  const { seed, distractors, sample, others, leaks, columns, modalities } = options;
  const named = ({ bytes, file }: Input) => ({ bytes, file: basename(file) });
  const { files, quiz, tagsFrom } = quizFolder(
    {
      entries: named(entriesFile),
      ...(tagsFile === undefined ? {} : { tags: named(tagsFile) }),
      ...(vectorsFile === undefined ? {} : { vectors: named(vectorsFile) }),
    },
    {
      ...{ seed, distractors, sample, others, leaks, options: options.options },
      ...(columns === undefined ? {} : { columns }),
      ...(modalities === undefined ? {} : { modalities }),
    },
  );
  await writeAll(options.out, files);
  if (tagsFrom === "suggested")
    env.warn(
      "articulations were guessed from the descriptions; have two people confirm them and give them with --tags",
    );
  const { report } = quiz;
  if (report.blindSolver.warning !== null) env.warn(report.blindSolver.warning);
  env.print(options.json === true ? (files["report.json"] as string).trimEnd() : forReading(quiz, options.out));
}

function modalitiesOption(text: string): Modality[] {
  const parts = listOption(text);
  if (parts.some((part) => !(modalities as readonly string[]).includes(part)))
    throw new InvalidArgumentError(`they are ${modalities.join(", ")}`);
  return modalities.filter((one) => parts.includes(one));
}

async function writeAll(folder: string, files: Record<string, string>): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Problem("bad-value", `${folder} cannot be written (${code}); name another folder with --out`);
  }
}

function forReading({ report }: BuiltQuiz, out: string): string {
  const { questions, entries, collisions, leaks, blindSolver } = report;
  return [
    `${questions.all} questions (text ${questions.text}, image ${questions.image}, video ${questions.video}) from ${entries.taken} of ${entries.given} entries, ${entries.tagged} with an articulation`,
    `${collisions.entries} entries share a form with another; ${collisions.refused} draws were refused for it`,
    `${leaks.found.length} descriptions hold their gloss (${leaks.act}); ${leaks.cut} were cut at 【相关词】`,
    `somebody who sees no sign gets ${(blindSolver.best * 100).toFixed(1)} % right (chance 25 %)`,
    `written to ${out}; put the media into its folder media/, then: npx countersign study import ${out}`,
  ].join("\n");
}

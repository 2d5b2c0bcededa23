// `quiz build`: sign entries become a study folder with questions, key and report; media are named, not opened. Nothing
// in it depends on time, machine or path.
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Command, Option } from "commander";
import { Problem } from "#schemas/problem";
import type { StudyFile } from "#schemas/study";
import { type BuiltQuiz, buildQuiz, leakActs, type QuizPlan } from "../build/quiz.ts";
import { csvRow } from "../exports/csv-out.ts";
import { readSignEntries, withSuggestedTags, withTags } from "../intake/sign-entries.ts";
import type { CommandEnv } from "./env.ts";
import { readInput, wholeOption } from "./input.ts";

interface BuildOptions extends Omit<QuizPlan, "inputs"> {
  readonly tags?: string;
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
  const read = readSignEntries(entriesFile.bytes, basename(entriesFile.file));
  const entries =
    tagsFile !== undefined
      ? withTags(read.entries, tagsFile.bytes, basename(tagsFile.file))
      : read.tagged
        ? read.entries
        : withSuggestedTags(read.entries);
  const tags = tagsFile !== undefined ? "file" : read.tagged ? "entries" : "suggested";
  const sha = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");
  const hashes = { entries: sha(entriesFile.bytes), tags: tagsFile === undefined ? null : sha(tagsFile.bytes) };
  const { seed, distractors, sample, others, leaks } = options;
  const plan: QuizPlan = {
    seed,
    inputs: sha(JSON.stringify(hashes)),
    distractors,
    sample,
    others,
    leaks,
    options: options.options,
  };
  const quiz = buildQuiz(entries, plan);
  const files = filesOf(quiz, plan, { ...hashes, tagsFrom: tags });
  await writeAll(options.out, files);
  if (tags === "suggested")
    env.warn(
      "articulations were guessed from the descriptions; have two people confirm them and give them with --tags",
    );
  const { report } = quiz;
  if (report.blindSolver.warning !== null) env.warn(report.blindSolver.warning);
  env.print(options.json === true ? (files["report.json"] as string).trimEnd() : forReading(quiz, options.out));
}

function filesOf(quiz: BuiltQuiz, plan: QuizPlan, inputs: object): Record<string, string> {
  const digest = createHash("sha256").update(JSON.stringify(plan)).digest("hex").slice(0, 12);
  const study: StudyFile = {
    id: `quiz-${digest}`,
    title: "Which sign is it?",
    protocol: "choice",
    languages: ["zh-Hans", "en"],
    signLanguage: "csl",
    timeZone: "Asia/Shanghai",
    opaqueIds: true,
    settings: {
      ...{
        perItem: "all",
        order: "interleaved",
        apart: 10,
        breakEvery: 25,
        cannotTell: false,
        advance: "auto",
        ownScore: false,
      },
      ...{ faces: false, restIsZero: false, shuffleEmotions: false, wholeViewFirst: true, speedsAtCues: true },
    },
  };
  const questions = quiz.questions.map(({ id, entry, modality, input, options, articulations, gestures }) =>
    JSON.stringify({
      ...{ id, entry, modality, input, question: "这个手语的含义是什么？", options },
      category: {
        air_writing: articulations.includes("air-writing"),
        finger_spelling: articulations.includes("finger-spelling"),
        manual_alphabet: articulations.includes("manual-alphabet"),
      },
      ...(gestures === undefined ? {} : { gestures }),
    }),
  );
  const key = quiz.questions.map(({ id, key, gloss }) => csvRow([id, key, gloss]));
  const { seed, distractors, sample, others, options } = plan;
  const report = {
    seed,
    inputs,
    distractors,
    sample,
    others: sample === "all" ? null : others,
    options,
    ...quiz.report,
  };
  return {
    "study.json": `${JSON.stringify(study, null, 2)}\n`,
    "questions.jsonl": `${questions.join("\n")}\n`,
    "key.csv": csvRow(["id", "answer", "gloss"]) + key.join(""),
    "report.json": `${JSON.stringify(report, null, 2)}\n`,
  };
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

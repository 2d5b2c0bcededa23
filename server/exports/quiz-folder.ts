// A built quiz as the files of a study folder: study.json, questions.jsonl, key.csv, report.json. Nothing in them depends
// on time, machine or path: the same entries, tags, plan and seed give the same bytes.
import { createHash } from "node:crypto";
import { Problem } from "#schemas/problem";
import type { StudyFile } from "#schemas/study";
import { type BuiltQuiz, buildQuiz, type QuizPlan, type SignEntry } from "../build/quiz.ts";
import { readSignEntries, withSuggestedTags, withTags } from "../intake/sign-entries.ts";
import { readVectors } from "../intake/vectors.ts";
import { csvRow } from "./csv-out.ts";

export interface NamedBytes {
  /** What messages name. */
  readonly file: string;
  readonly bytes: Uint8Array;
}
export interface QuizFolder {
  readonly files: Readonly<Record<string, string>>;
  readonly quiz: BuiltQuiz;
  /** Where articulations came from; `suggested` ones wait for two people to confirm them. */
  readonly tagsFrom: "file" | "entries" | "suggested";
}

export interface QuizTables {
  readonly entries: NamedBytes;
  readonly tags?: NamedBytes;
  /** For semantic distractors: a vector an entry. */
  readonly vectors?: NamedBytes;
}
export interface QuizWish extends Omit<QuizPlan, "inputs"> {
  /** Which column holds what, where the entries' table does not use our names. */
  readonly columns?: Readonly<Record<string, string>>;
}

/** Problem "bad-study" with every fault of the tables, "bad-value" where the plan cannot be met. */
export function quizFolder(
  { entries: entriesFile, tags: tagsFile, vectors: vectorsFile }: QuizTables,
  wish: QuizWish,
): QuizFolder {
  if (vectorsFile !== undefined && wish.distractors !== "semantic")
    throw new Problem("bad-value", "vectors are of use for semantic distractors only");
  const read = readSignEntries(entriesFile.bytes, entriesFile.file, wish.columns);
  const entries =
    tagsFile !== undefined
      ? withTags(read.entries, tagsFile.bytes, tagsFile.file)
      : read.tagged
        ? read.entries
        : withSuggestedTags(read.entries);
  const tagsFrom = tagsFile !== undefined ? "file" : read.tagged ? "entries" : "suggested";
  const hashes = {
    entries: sha(entriesFile.bytes),
    tags: tagsFile === undefined ? null : sha(tagsFile.bytes),
    ...(vectorsFile === undefined ? {} : { vectors: sha(vectorsFile.bytes) }),
    ...(wish.columns === undefined ? {} : { columns: wish.columns }),
  };
  const { seed, distractors, sample, others, leaks, options, modalities } = wish;
  const plan: QuizPlan = {
    ...{ seed, inputs: sha(JSON.stringify(hashes)), distractors, sample, others, leaks, options },
    ...(modalities === undefined ? {} : { modalities }),
  };
  const quiz = buildQuiz(entries, plan, vectorsFile && vectorsOf(vectorsFile, entries));
  return { files: filesOf(quiz, plan, { ...hashes, tagsFrom }), quiz, tagsFrom };
}

function vectorsOf({ bytes, file }: NamedBytes, entries: readonly SignEntry[]): Map<string, Float32Array> {
  const names = entries.map(({ entry }) => entry);
  return new Map(readVectors(bytes, file, names).map((vector, k) => [names[k] as string, vector]));
}

const sha = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

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
  const { seed, distractors, sample, others, options, modalities } = plan;
  const report = {
    seed,
    inputs,
    distractors,
    sample,
    others: sample === "all" ? null : others,
    options,
    ...(modalities === undefined ? {} : { modalities }),
    ...quiz.report,
  };
  return {
    "study.json": `${JSON.stringify(study, null, 2)}\n`,
    "questions.jsonl": `${questions.join("\n")}\n`,
    "key.csv": csvRow(["id", "answer", "gloss"]) + key.join(""),
    "report.json": `${JSON.stringify(report, null, 2)}\n`,
  };
}

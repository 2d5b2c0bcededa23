// A file of one model's predictions comes into a study: every target is checked against the key as the questions were
// asked before anything is scored, then each answer is read by the rules of extraction and stored with its text.
import { createHash } from "node:crypto";
import { v7 as uuid } from "uuid";
import type { Letter } from "#schemas/labels";
import { Problem } from "#schemas/problem";
import type { RunAbout } from "#schemas/run";
import { extractChoice } from "#server/measures/extraction";
import type { Store } from "#server/store/open";
import { insertRun, type RunAnswer, runsOf } from "#server/store/runs";
import { itemsOf, keysOf, studyById } from "#server/store/studies";
import { looksLikeJson } from "./jsonl.ts";
import { readPredictions } from "./predictions.ts";
import type { Question } from "./questions.ts";

export interface RunFile {
  readonly bytes: Uint8Array;
  /** What messages name. */
  readonly file: string;
  readonly about: RunAbout;
  /** A person of the study, or `command`. */
  readonly by: string;
  /** When, as ISO 8601. */
  readonly at: string;
}

export interface RunStored {
  readonly id: string;
  readonly answers: number;
  /** Questions without a prediction: they count as wrong. */
  readonly missing: number;
}

/**
 * Refuses by line: unknown questions, one twice, a wrong target; a study that is no quiz; a file without predictions;
 * the same file again.
 */
export async function bringRun(store: Store, study: string, given: RunFile): Promise<RunStored> {
  const { bytes, file, about, by, at } = given;
  const found = await studyById(store, study);
  if (found === undefined) throw new Problem("not-found", `There is no study ${study}.`);
  if (found.file.protocol !== "choice")
    throw new Problem("bad-value", "Runs belong to a quiz; score labels of clips by the command score.");
  const hash = createHash("sha256").update(bytes).digest("hex");
  const twin = (await runsOf(store, study)).find((one) => one.hash === hash);
  if (twin !== undefined) throw new Problem("conflict", `${file} is here already as the run ${twin.name}.`);
  const { questions, idOf, practice } = await questionsOf(store, study, found.version);
  const format = about.format ?? (looksLikeJson(bytes) ? "jsonl" : "csv");
  const predictions = readPredictions(bytes, file, questions, format);
  const answers = questions.flatMap((question): RunAnswer[] => {
    const one = predictions.get(question.id);
    if (one === undefined || practice.has(question.id)) return [];
    const raw = one.raw.replaceAll("\0", "\ufffd").replace(/\p{Surrogate}/gu, "\ufffd");
    const told =
      one.told === undefined
        ? extractChoice(raw, question.options)
        : { outcome: one.told, option: null, letterless: false };
    return [{ ...told, item: idOf.get(question.id) as string, raw, tokens: one.tokens ?? null }];
  });
  if (answers.length === 0)
    throw new Problem("bad-value", `${file}: there is no prediction in it`, [
      { file, line: null, message: "there is no prediction in it", mend: "Give a file with one line a question." },
    ]);
  const id = uuid();
  await insertRun(
    store,
    {
      ...{ id, study, version: found.version, name: about.name, format, file, hash, by, at },
      frames_per_second: about.framesPerSecond === undefined ? null : String(about.framesPerSecond),
      reasoning: about.reasoning ?? null,
      effort: about.effort ?? null,
    },
    answers,
  );
  return { id, answers: answers.length, missing: questions.length - practice.size - answers.length };
}

/** The questions by the names of their file, in the order of the study. */
async function questionsOf(store: Store, study: string, version: number) {
  const keys = await keysOf(store, study, version);
  const questions: Question[] = [];
  const idOf = new Map<string, string>();
  const practice = new Set<string>();
  for (const item of await itemsOf(store, study, version)) {
    if (item.protocol !== "choice") continue;
    const { name: id, modality, articulations, entry, options } = item;
    idOf.set(id, item.id);
    if (item.practice) practice.add(id);
    const answer = (keys.get(item.id) ?? "") as Letter;
    questions.push({ id, modality, articulations, entry, options: options as Question["options"], answer });
  }
  return { questions, idOf, practice };
}

// Reads a study folder, or a ZIP of one, into a draft that can be stored in one transaction, or refuses it with all of
// its faults at once. Nothing is stored here (docs/study-folder.md).
import { type Fault, Problem } from "#schemas/problem";
import type { DraftPerson, Item, StudyDraft, StudyFile } from "#schemas/study";
import { greatestDistance } from "#server/build/order";
import { type Faults, gather } from "./faults.ts";
import type { FolderSource } from "./source.ts";
import { readClips } from "./study-clips.ts";
import { readEntries } from "./study-entries.ts";
import { readStudyFile } from "./study-json.ts";
import { type FileReport, type MediaIntake, mediaOf, type Staged } from "./study-media.ts";
import { readPeople } from "./study-people.ts";
import { readQuestions } from "./study-questions.ts";

export interface StudyRead {
  readonly draft: StudyDraft;
  /** The files whose cleaned bytes the content store must hold before the draft is stored. */
  readonly staged: readonly Staged[];
  readonly report: readonly FileReport[];
  readonly warnings: readonly string[];
}

const tables = ["study.json", "questions.jsonl", "key.csv", "entries.csv", "clips.csv", "people.csv", "report.json"];
/** Most bytes of a table. */
const tableLimit = 256 * 1024 ** 2;

export interface LookedOver {
  /** The whole checked study; undefined where there is any fault. */
  readonly read: StudyRead | undefined;
  readonly faults: readonly Fault[];
  readonly report: readonly FileReport[];
  readonly warnings: readonly string[];
}

/** Reads everything and tells what was understood, faults and all. */
export async function lookOver(source: FolderSource, given: { readonly secret: string }): Promise<LookedOver> {
  const faults = gather();
  const media = mediaOf(source, faults);
  const read = await parts(source, given.secret, media, faults);
  return {
    read: faults.list.length > 0 ? undefined : read,
    faults: faults.list,
    report: media.report(),
    warnings: faults.warnings,
  };
}

/** The checked study. Problem "bad-study" with every fault. */
export async function readStudy(source: FolderSource, given: { readonly secret: string }): Promise<StudyRead> {
  const { read, faults } = await lookOver(source, given);
  if (read !== undefined) return read;
  const many = faults.length === 1 ? "one fault" : `${faults.length} faults`;
  throw new Problem("bad-study", `the study folder has ${many}; nothing was stored`, faults);
}

async function parts(
  source: FolderSource,
  secret: string,
  media: MediaIntake,
  faults: Faults,
): Promise<StudyRead | undefined> {
  const bytesOf = async (name: string): Promise<Uint8Array | undefined> => {
    const stored = source.find(name);
    if (stored === undefined) return undefined;
    if (source.size(stored) <= tableLimit) return source.read(stored);
    faults.add(name, null, `it is larger than ${tableLimit} bytes`, "Split the study.");
    return undefined;
  };
  const about = await bytesOf("study.json");
  const entriesBytes = await bytesOf("entries.csv");
  const questions = await bytesOf("questions.jsonl");
  if (entriesBytes !== undefined && questions === undefined) {
    faults.add(
      "entries.csv",
      null,
      "these are sign entries without questions",
      "Build the questions first: npx countersign quiz build entries.csv --seed 1 --distractors random --sample all --out DIR",
    );
    return undefined;
  }
  if (about === undefined) {
    faults.add("study.json", null, "it is missing", "Write one; docs/study-folder.md shows how.");
    return undefined;
  }
  const study = readStudyFile(about, faults);
  if (study === undefined) return undefined;
  const peopleBytes = await bytesOf("people.csv");
  const people: DraftPerson[] = peopleBytes === undefined ? [] : readPeople(peopleBytes, study, faults);
  fewerThanAsked(study, people, faults);
  unusedTables(source, faults);
  const done = (items: StudyDraft["items"], keys: StudyDraft["keys"]): StudyRead => ({
    draft: { study, items, keys, people, media: media.media() },
    staged: media.staged(),
    report: media.report(),
    warnings: faults.warnings,
  });
  if (study.protocol === "emotion") {
    const clips = await bytesOf("clips.csv");
    if (clips === undefined) {
      faults.add(
        "clips.csv",
        null,
        "it is missing",
        "List the clips: columns clip, video, and caption, signer, rights, credit where known.",
      );
      return undefined;
    }
    return done(await readClips(clips, study, media, faults), new Map());
  }
  const key = await bytesOf("key.csv");
  if (questions === undefined) faults.add("questions.jsonl", null, "it is missing", "Give one question on each line.");
  if (key === undefined) faults.add("key.csv", null, "it is missing", "Give the columns id and answer.");
  if (questions === undefined || key === undefined) return undefined;
  const entries = entriesBytes === undefined ? new Map() : readEntries(entriesBytes, faults);
  const quiz = await readQuestions({ questions, key, entries }, study, secret, source, media, faults);
  tooClose(study, quiz.items, faults);
  return done(quiz.items, quiz.keys);
}

function fewerThanAsked({ settings }: StudyFile, people: readonly DraftPerson[], faults: Faults): void {
  const { perItem } = settings;
  const panel = people.filter(({ role, seat }) => seat === "panel" && (role === "annotator" || role === "expert"));
  if (perItem !== "all" && people.length > 0 && panel.length < perItem)
    faults.warn(`each item is wanted from ${perItem} people, and ${panel.length} of the panel take part so far`);
}

/** Says where signs cannot stand as far apart as the study wants them. */
function tooClose({ settings }: StudyFile, items: readonly Item[], faults: Faults): void {
  const reached = greatestDistance(items.filter((item) => !item.practice));
  if (settings.order === "interleaved" && reached < settings.apart)
    faults.warn(`two items of one sign stand ${reached} places apart at least; ${settings.apart} were wanted`);
}

function unusedTables(source: FolderSource, faults: Faults): void {
  for (const name of source.names)
    if (!name.includes("/") && !tables.includes(name) && !/^(readme|licen[cs]e|source)/i.test(name))
      faults.warn(`${name} is not part of a study folder and was not read`);
}

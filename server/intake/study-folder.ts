// Reads a study folder, or a ZIP of one, into a draft that can be stored in one transaction, or refuses it with all of
// its faults at once. Nothing is stored here (docs/study-folder.md).
import { createHash } from "node:crypto";
import type { TableWish } from "#schemas/new-study";
import { type Fault, Problem } from "#schemas/problem";
import type { DraftPerson, Item, StudyDraft, StudyFile } from "#schemas/study";
import { greatestDistance } from "#server/build/order";
import { type Faults, gather } from "./faults.ts";
import { type RatedTable, readRated } from "./rated.ts";
import { ratedShapes } from "./shapes.ts";
import type { FolderSource } from "./source.ts";
import { answersOf, peopleIn } from "./study-answers.ts";
import { clipsNamed, clipTable, readClips } from "./study-clips.ts";
import { readEntries } from "./study-entries.ts";
import { readStudyFile } from "./study-json.ts";
import { type FileReport, type MediaIntake, mediaOf, type Staged } from "./study-media.ts";
import { readPeople } from "./study-people.ts";
import { readQuestions } from "./study-questions.ts";
import { readSigns } from "./study-signs.ts";

export interface StudyRead {
  readonly draft: StudyDraft;
  /** The files whose cleaned bytes the content store must hold before the draft is stored. */
  readonly staged: readonly Staged[];
  readonly report: readonly FileReport[];
  readonly warnings: readonly string[];
}

const tables = [
  ...["study.json", "questions.jsonl", "key.csv", "entries.csv", "clips.csv", "people.csv", "ratings.csv", "signs.csv"],
  "report.json",
];
/** Most bytes of a table. */
export const tableLimit = 256 * 1024 ** 2;

export interface LookedOver {
  /** The whole checked study; undefined where there is any fault. */
  readonly read: StudyRead | undefined;
  readonly faults: readonly Fault[];
  readonly report: readonly FileReport[];
  readonly warnings: readonly string[];
}

export interface Reading {
  /** What item ids are drawn with. */
  readonly secret: string;
  /** The table that the study is made of, where it does not stand there under our names. */
  readonly table?: TableWish;
}

/** Reads everything and tells what was understood, faults and all. */
export async function lookOver(source: FolderSource, given: Reading): Promise<LookedOver> {
  const faults = gather();
  const media = mediaOf(source, faults);
  const read = await parts(source, given, media, faults);
  return {
    read: faults.list.length > 0 ? undefined : read,
    faults: faults.list,
    report: media.report(),
    warnings: faults.warnings,
  };
}

/** The checked study. Problem "bad-study" with every fault. */
export async function readStudy(source: FolderSource, given: Reading): Promise<StudyRead> {
  const { read, faults } = await lookOver(source, given);
  if (read !== undefined) return read;
  const many = faults.length === 1 ? "one fault" : `${faults.length} faults`;
  throw new Problem("bad-study", `the study folder has ${many}; nothing was stored`, faults);
}

async function parts(
  source: FolderSource,
  { secret, table }: Reading,
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
  const shape = table?.shape;
  const questions = await bytesOf(shape === "questions" ? (table as TableWish).file : "questions.jsonl");
  if ((entriesBytes !== undefined || shape === "entries") && questions === undefined) {
    const named = shape === "entries" ? (table as TableWish).file : "entries.csv";
    faults.add(
      named,
      null,
      "these are sign entries without questions",
      `Build the questions first: npx countersign quiz build ${named} --seed 1 --distractors random --sample all --out DIR`,
    );
    return undefined;
  }
  if (about === undefined) {
    faults.add(
      "study.json",
      null,
      "it is missing",
      "Write one; docs/study-folder.md shows how. Or say what the study is: --id and --title.",
    );
    return undefined;
  }
  const study = readStudyFile(about, faults);
  if (study === undefined) return undefined;
  const ratedFile = table !== undefined && isRated(shape) ? table.file : "ratings.csv";
  const ratedBytes = await bytesOf(ratedFile);
  const wish = { ...(isRated(shape) ? table : {}), file: ratedFile, shape: isRated(shape) ? shape : "ratings" };
  const rated = ratedBytes && faults.keep(ratedFile, () => readRated(ratedBytes, wish as RatedWish));
  for (const words of rated?.warnings ?? []) faults.warn(`${ratedFile}: ${words}`);
  const peopleBytes = await bytesOf("people.csv");
  const people: DraftPerson[] =
    peopleBytes !== undefined
      ? readPeople(peopleBytes, study, faults)
      : rated === undefined
        ? []
        : peopleIn(rated, study, faults);
  fewerThanAsked(study, people, faults);
  unusedTables(source, table?.file, faults);
  const signsBytes = await bytesOf("signs.csv");
  const done = async (items: StudyDraft["items"], keys: StudyDraft["keys"]): Promise<StudyRead> => {
    const signs = signsBytes && { signs: await readSigns(signsBytes, items, media, faults) };
    const given = rated && answersOf(rated, study, items, people, faults);
    const answers = given && { answers: { from: fromWords(ratedFile, ratedBytes as Uint8Array), given } };
    return {
      draft: { study, items, keys, people, media: media.media(), ...answers, ...signs },
      staged: media.staged(),
      report: media.report(),
      warnings: faults.warnings,
    };
  };
  if (study.protocol === "emotion") {
    const clipsFile = table !== undefined && shape === "clips" ? table.file : "clips.csv";
    const bytes = await bytesOf(clipsFile);
    const clips =
      bytes !== undefined
        ? clipTable(bytes, shape === "clips" ? table : undefined, faults)
        : rated && clipsNamed(ratedFile, itemsIn(rated));
    if (bytes === undefined && ratedBytes === undefined)
      faults.add(
        "clips.csv",
        null,
        "it is missing",
        "List the clips: columns clip, video, and caption, signer, rights, credit where known.",
      );
    return clips && done(await readClips(clips, study, media, faults), new Map());
  }
  const key = await bytesOf("key.csv");
  const within =
    key === undefined && questions !== undefined && /"answer"\s*:/.test(new TextDecoder().decode(questions));
  if (questions === undefined) faults.add("questions.jsonl", null, "it is missing", "Give one question on each line.");
  if (key === undefined && !within)
    faults.add("key.csv", null, "it is missing", "Give the columns id and answer, or an answer in each question.");
  if (questions === undefined || (key === undefined && !within)) return undefined;
  const entries = entriesBytes === undefined ? new Map() : readEntries(entriesBytes, faults);
  const file = shape === "questions" ? (table as TableWish).file : "questions.jsonl";
  const files = { file, questions, entries, ...(key === undefined ? {} : { key }) };
  const quiz = await readQuestions(files, study, secret, source, media, faults);
  tooClose(study, quiz.items, faults);
  return done(quiz.items, quiz.keys);
}

type RatedWish = TableWish & { readonly shape: string };
const isRated = (shape: TableWish["shape"]): boolean => shape !== undefined && ratedShapes.includes(shape);

/** Where answers came from: it stands in each of them as `app`, and says that no browser gave them. */
const fromWords = (file: string, bytes: Uint8Array): string =>
  `import ${file.slice(-60)} sha256:${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}`;

function itemsIn({ rows }: RatedTable): { name: string; line: number }[] {
  const lines = new Map<string, number>();
  for (const { item, line } of rows) if (item !== "" && !lines.has(item)) lines.set(item, line);
  return [...lines].map(([name, line]) => ({ name, line }));
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

function unusedTables(source: FolderSource, table: string | undefined, faults: Faults): void {
  for (const name of source.names)
    if (
      !name.includes("/") &&
      ![...tables, table].includes(name) &&
      !/\.(mp4|m4v|webm|jpe?g|png|webp|txt)$/i.test(name) &&
      !/^(readme|licen[cs]e|source)/i.test(name)
    )
      faults.warn(`${name} is not part of a study folder and was not read`);
}

// questions.jsonl, key.csv and entries.csv: the questions of a quiz, and which option is right.
import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { id as idSchema, typed } from "#schemas/basics";
import { type Letter, letters } from "#schemas/labels";
import { type Articulation, type ChoiceItem, modalities, rights, type StudyFile } from "#schemas/study";
import { attentionFault } from "./attention.ts";
import { type Faults, wordsOf } from "./faults.ts";
import { recordsOf } from "./lines.ts";
import type { FolderSource } from "./source.ts";
import type { Entry } from "./study-entries.ts";
import type { MediaIntake } from "./study-media.ts";
import { lookAlikes, type Options, optionFaults } from "./study-options.ts";
import { onceEach, readTable } from "./table.ts";

const question = z.strictObject({
  id: typed(200).check(z.minLength(1)),
  gloss: z.optional(typed(500)),
  entry: z.optional(typed(200).check(z.minLength(1))),
  modality: z.enum(modalities),
  input: typed(10_000).check(z.minLength(1)),
  question: z.optional(typed(2000)),
  options: z.strictObject(
    Object.fromEntries(letters.map((letter) => [letter, z.optional(typed(500))])) as Record<
      Letter,
      z.ZodMiniOptional<z.ZodMiniString>
    >,
  ),
  answer: z.optional(z.enum(letters)),
  category: z.optional(z.record(z.string(), z.boolean())),
  gestures: z.optional(z.int().check(z.gte(0))),
  practice: z.optional(z.boolean()),
  attention: z.optional(z.boolean()),
  rights: z.optional(z.enum(rights)),
  credit: z.optional(typed(500)),
});
type Question = z.infer<typeof question>;

const categories: Record<string, Articulation> = {
  air_writing: "air-writing",
  finger_spelling: "finger-spelling",
  manual_alphabet: "manual-alphabet",
};

export interface Quiz {
  readonly items: ChoiceItem[];
  readonly keys: Map<string, Letter>;
}

export interface QuestionFiles {
  /** What messages name: questions.jsonl, or the table under its own name. */
  readonly file: string;
  readonly questions: Uint8Array;
  /** Left out where each question brings its own answer; the answer then goes to the key, and its gloss travels nowhere. */
  readonly key?: Uint8Array;
  readonly entries: ReadonlyMap<string, Entry>;
}

export async function readQuestions(
  given: QuestionFiles,
  study: StudyFile,
  secret: string,
  source: FolderSource,
  media: MediaIntake,
  faults: Faults,
): Promise<Quiz> {
  const { file } = given;
  const keyFile = given.key === undefined ? file : "key.csv";
  const records = recordsOf(given.questions, file, faults);
  const right = given.key === undefined ? keyWithin(records) : readKey(given.key, faults);
  const once = onceEach(file, "id", faults);
  const items: ChoiceItem[] = [];
  const keys = new Map<string, Letter>();
  const ids = new Set<string>();
  if (records.length === 0) faults.add(file, null, "there is no question in it", "Give one question on each line.");
  for (const { line, value } of records) {
    const named = (value as { id?: unknown }).id;
    if (typeof named === "string") ids.add(named);
    const asked = checked(value, file, line, faults);
    if (asked === undefined) continue;
    once(asked.id, line);
    if (study.opaqueIds && !idSchema.safeParse(asked.id).success)
      faults.add(file, line, `the id "${asked.id}" is not allowed`, "Use letters a-z, digits and . _ ~ - only.");
    const options = optionFaults(asked.options, file, line, faults);
    for (const words of lookAlikes(options)) faults.warn(`${file} line ${line}: ${words}`);
    const answer = keyOf(asked, right, options, { file, keyFile, line }, faults);
    const entry = asked.entry ?? stemOf(asked, source) ?? asked.id;
    const articulations = articulationsOf(asked, given.entries.get(entry), file, line, faults);
    const shown = await stimulus(asked, file, line, source, media, faults);
    const id = study.opaqueIds ? asked.id : opaque(secret, asked.id);
    if (answer !== undefined) keys.set(id, answer);
    const gestures = asked.gestures ?? given.entries.get(entry)?.gestures;
    const gloss = right.get(asked.id)?.gloss ?? asked.gloss;
    const { reason } = right.get(asked.id) ?? {};
    const practice = asked.practice ?? false;
    const attention = asked.attention ?? false;
    attentionFault(attention, practice, study, file, line, faults);
    if (reason !== undefined && !practice)
      faults.add(
        keyFile,
        right.get(asked.id)?.line ?? null,
        `"${asked.id}" is no practice question and has a reason`,
        'Give the question "practice": true, or take the reason out: it would be shown.',
      );
    items.push({
      protocol: "choice",
      id,
      name: asked.id,
      practice,
      ...(attention ? { attention } : {}),
      ...(practice && answer !== undefined
        ? { expected: { option: answer, ...(reason === undefined ? {} : { reason }) } }
        : {}),
      modality: asked.modality,
      entry,
      articulations,
      options: options as ChoiceItem["options"],
      ...shown,
      ...(gestures === undefined ? {} : { gestures }),
      ...(gloss === undefined ? {} : { gloss }),
      ...(asked.question === undefined ? {} : { question: asked.question }),
    });
  }
  for (const [id, { line }] of right)
    if (!ids.has(id))
      faults.add(keyFile, line, `there is no question "${id}"`, `Take the row out, or add the question to ${file}.`);
  comparable(items, faults);
  apartFromPractice(items, file, faults);
  return { items, keys };
}

const opaque = (secret: string, name: string): string =>
  createHash("sha256").update(`${secret}${name}`).digest("hex").slice(0, 20);

function checked(value: object, file: string, line: number, faults: Faults): Question | undefined {
  const asked = question.safeParse(value);
  if (asked.success) return asked.data;
  for (const issue of asked.error.issues) {
    const { message, mend } = wordsOf(issue);
    faults.add(file, line, message, mend);
  }
  return undefined;
}

interface KeyRow {
  readonly line: number;
  readonly answer: string;
  readonly gloss?: string;
  /** Practice: why this is the answer; shown to the person after theirs. */
  readonly reason?: string;
}

/** The key that stands inside the questions. */
function keyWithin(records: readonly { readonly line: number; readonly value: object }[]): Map<string, KeyRow> {
  const out = new Map<string, KeyRow>();
  for (const { line, value } of records) {
    const { id, answer, gloss } = value as {
      readonly id?: unknown;
      readonly answer?: unknown;
      readonly gloss?: unknown;
    };
    if (typeof id === "string" && typeof answer === "string" && !out.has(id))
      out.set(id, { line, answer, ...(typeof gloss === "string" ? { gloss } : {}) });
  }
  return out;
}

function readKey(bytes: Uint8Array, faults: Faults): Map<string, KeyRow> {
  const keyFile = "key.csv";
  const once = onceEach(keyFile, "id", faults);
  const out = new Map<string, KeyRow>();
  const columns = { required: ["id", "answer"], optional: ["gloss", "reason"] } as const;
  for (const { line, cells } of readTable<"id" | "answer" | "gloss" | "reason">(bytes, keyFile, columns, faults) ??
    []) {
    const { id = "", answer = "", gloss, reason } = cells;
    const told = { ...(gloss === undefined ? {} : { gloss }), ...(reason === undefined ? {} : { reason }) };
    if (once(id, line)) out.set(id, { line, answer, ...told });
  }
  return out;
}

function keyOf(
  asked: Question,
  right: ReadonlyMap<string, KeyRow>,
  options: Options,
  { file, keyFile, line }: { readonly file: string; readonly keyFile: string; readonly line: number },
  faults: Faults,
): Letter | undefined {
  const row = right.get(asked.id);
  if (row === undefined) {
    faults.add(file, line, `the question "${asked.id}" has no key`, `Add a row for it to ${keyFile}.`);
    return undefined;
  }
  const answer = row.answer as Letter;
  if (options[answer] === undefined) {
    const mend = `Its options are ${Object.keys(options).join(", ")}.`;
    faults.add(keyFile, row.line, `the key "${row.answer}" of "${asked.id}" is not among its options`, mend);
    return undefined;
  }
  if (asked.answer !== undefined && asked.answer !== answer)
    faults.add(
      file,
      line,
      `"answer" is ${asked.answer} here and ${answer} in ${keyFile}`,
      `Let ${keyFile} alone say it.`,
    );
  if (row.gloss !== undefined && row.gloss.normalize("NFC") !== options[answer]?.normalize("NFC"))
    faults.warn(
      `${keyFile} line ${row.line}: option ${answer} is "${options[answer]}" and the gloss is "${row.gloss}"`,
    );
  return answer;
}

function articulationsOf(
  asked: Question,
  entry: Entry | undefined,
  file: string,
  line: number,
  faults: Faults,
): Articulation[] {
  if (asked.category === undefined) return [...(entry?.articulations ?? [])];
  const out: Articulation[] = [];
  for (const [name, holds] of Object.entries(asked.category)) {
    const articulation = categories[name];
    if (articulation === undefined)
      faults.add(file, line, `unknown articulation "${name}"`, `They are: ${Object.keys(categories).join(", ")}.`);
    else if (holds) out.push(articulation);
  }
  if (entry?.articulations !== undefined && [...entry.articulations].sort().join() !== [...out].sort().join())
    faults.add(file, line, `its articulations differ from entries.csv line ${entry.line}`, "Give both the same.");
  return out;
}

const isPath = (asked: Question): boolean => asked.modality !== "text" || /^[^\s]+\.txt$/.test(asked.input);

function stemOf(asked: Question, source: FolderSource): string | undefined {
  if (!isPath(asked)) return undefined;
  if (asked.modality === "text" && textFile(asked.input, source) === undefined) return undefined;
  return asked.input
    .split("/")
    .at(-1)
    ?.replace(/\.[^.]*$/, "");
}

const textFile = (name: string, source: FolderSource): string | undefined =>
  name.split("/").includes("..") ? undefined : (source.find(name) ?? source.find(`media/${name}`));

async function stimulus(
  asked: Question,
  file: string,
  line: number,
  source: FolderSource,
  media: MediaIntake,
  faults: Faults,
): Promise<{ text?: string; media?: string }> {
  if (asked.modality === "text") {
    if (!isPath(asked)) return { text: asked.input };
    const stored = textFile(asked.input, source);
    if (stored === undefined) {
      faults.add(
        file,
        line,
        `the text "${asked.input}" is missing`,
        "Put the file there, or write the description itself.",
      );
      return {};
    }
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(await source.read(stored)).trim();
      if (text === "") faults.add(stored, null, "the text is empty", "Write the description.");
      return { text };
    } catch {
      faults.add(stored, null, "it is not UTF-8 text", "Save it as UTF-8.");
      return {};
    }
  }
  const facts = await media.take({
    file,
    line,
    name: asked.input,
    kind: asked.modality,
    rights: asked.rights ?? "team",
    ...(asked.credit === undefined ? {} : { credit: asked.credit }),
  });
  return facts === undefined ? {} : { media: facts.hash };
}

/** Practice shows its answer, so none of its entries may be asked where it counts (design 7). */
function apartFromPractice(items: readonly ChoiceItem[], file: string, faults: Faults): void {
  const counted = new Set(items.filter(({ practice }) => !practice).map(({ entry }) => entry));
  const both = new Set(items.filter(({ practice, entry }) => practice && counted.has(entry)).map(({ entry }) => entry));
  if (both.size > 0)
    faults.add(
      file,
      null,
      `practice uses entries that are asked as well: ${[...both].slice(0, 5).join(", ")}`,
      "Practise with other entries: what is expected is shown.",
    );
}

/** Entries whose questions differ in their options: comparing them tells the key (design 7). */
function comparable(items: readonly ChoiceItem[], faults: Faults): void {
  const sets = new Map<string, string>();
  const differing = new Set<string>();
  for (const item of items) {
    const set = JSON.stringify(Object.values(item.options).sort());
    if ((sets.get(item.entry) ?? set) !== set) differing.add(item.entry);
    sets.set(item.entry, set);
  }
  if (differing.size > 0)
    faults.warn(
      `${differing.size} entries have other options in one modality than in another: comparing their questions can tell the key`,
    );
}

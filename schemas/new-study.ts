// What the desk says and hears while a study comes in by screen: files go up one by one into an upload of their own,
// what was understood is shown before anything is stored, and a quiz can be built from an upload's tables.
import * as z from "zod/mini";
import { id, language, typed } from "./basics.ts";
import { alphaStates } from "./figure.ts";
import { role, seat } from "./person.ts";
import { captionConditions, mediumFacts, modalities, protocol, studyFile } from "./study.ts";

const n = z.int();

export const newUpload = z.object({ upload: z.string() });
export const uploadedFile = z.object({ name: z.string(), bytes: n, files: n, allBytes: n });

/** Said on the screen where the files bring no study.json: an emotion study of the clips that lie there. */
export const aboutStudy = z.strictObject({
  id,
  title: typed(200).check(z.minLength(1)),
  languages: z.array(language).check(z.minLength(1)),
  signLanguage: z.string().check(z.minLength(2), z.maxLength(20)),
  timeZone: z.string().check(z.maxLength(60)),
  captions: z.optional(z.enum(captionConditions)),
});
export type AboutStudy = z.infer<typeof aboutStudy>;
export const tableShapes = ["entries", "questions", "clips", "emosign", "qualtrics", "ratings", "matrix"] as const;
export type TableShape = (typeof tableShapes)[number];
const columns = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500)));
/** One table and how it is to be read; what is left out is recognised or guessed, and told. */
export const tableWish = z.strictObject({
  file: z.string().check(z.minLength(1), z.maxLength(1000)),
  shape: z.optional(z.enum(tableShapes)),
  /** Heading by field; an empty heading: no column holds it. */
  columns: z.optional(columns),
  /** Taken off each intensity: 1 where the scale is 1 to 4. */
  offset: z.optional(n),
  /** Taken off each sentiment: 4 where the scale is 1 to 7. */
  sentimentOffset: z.optional(n),
  /** The label that a reliability matrix holds. */
  label: z.optional(z.string().check(z.maxLength(40))),
});
export type TableWish = z.infer<typeof tableWish>;
export const previewRequest = z.strictObject({ about: z.optional(aboutStudy), table: z.optional(tableWish) });

const tableCounts = ["entries", "questions", "clips", "items", "people", "ratings", "captioned", "cuts"] as const;
const fault = z.object({ file: z.string(), line: z.nullable(n), message: z.string(), mend: z.string() });

/** What was understood of one table; nothing is stored. */
export const tablePreview = z.object({
  file: z.string(),
  /** Null where no shape fits: the screen asks. */
  shape: z.nullable(z.enum(tableShapes)),
  encoding: z.string(),
  /** Null for JSON. */
  delimiter: z.nullable(z.string()),
  headings: z.array(z.string()),
  /** The mapping in force; to be sent back, changed, as `columns` of a wish. */
  columns: z.array(z.object({ field: z.string(), heading: z.nullable(z.string()), needed: z.boolean() })),
  unread: z.array(z.string()),
  /** Never kept: they tell who somebody is or where. */
  dropped: z.array(z.string()),
  rows: n,
  /** The first rows, a cell for each heading; a dropped one is empty. */
  first: z.array(z.array(z.string())),
  counts: z.partialRecord(z.enum(tableCounts), n),
  warnings: z.array(z.string()),
  faults: z.array(fault),
  moreFaults: n,
});
export type TablePreview = z.infer<typeof tablePreview>;

export const studyPreview = z.object({
  /** Null where the files cannot be read as a study; then `faults` say why. */
  study: z.nullable(
    z.object({
      id: z.string(),
      title: z.string(),
      protocol,
      definition: studyFile,
      items: n,
      practice: n,
      people: n,
      media: n,
      bytes: n,
      taken: z.boolean(),
      /** Answers that were given elsewhere and come in with it. */
      answers: n,
      /** Clips whose files have not come yet. */
      lacking: n,
    }),
  ),
  /** There is no study.json: the screen asks what the study is. */
  asksAbout: z.boolean(),
  /** There are sign entries without questions: the screen offers to build a quiz. */
  entries: z.nullable(z.string()),
  /** Tables that sign entries or tags may stand in, and how many files are named as videos. */
  tables: z.array(z.string()),
  videos: n,
  /** A table of clips is among them: it may hold captions. */
  clipTable: z.boolean(),
  files: z.array(
    z.object({
      file: z.string(),
      state: z.enum(["taken", "refused", "not used"]),
      facts: z.optional(mediumFacts),
      notes: z.array(z.string()),
    }),
  ),
  faults: z.array(fault),
  /** Faults beyond those listed. */
  moreFaults: n,
  warnings: z.array(z.string()),
});
export type StudyPreview = z.infer<typeof studyPreview>;

export const storedStudy = z.object({
  study: z.string(),
  title: z.string(),
  people: z.array(z.object({ code: z.string(), role, seat, link: z.string() })),
  warnings: z.array(z.string()),
});
export type StoredStudy = z.infer<typeof storedStudy>;

export const quizWish = z.strictObject({
  entries: z.string().check(z.maxLength(1000)),
  columns: z.optional(columns),
  tags: z.optional(z.string().check(z.maxLength(1000))),
  /** A file of vectors, for semantic distractors. */
  vectors: z.optional(z.string().check(z.maxLength(1000))),
  modalities: z.optional(z.array(z.enum(modalities)).check(z.minLength(1), z.maxLength(3))),
  seed: typed(200).check(z.minLength(1)),
  distractors: z.enum(["random", "semantic"]),
  sample: z.enum(["all", "human-baseline"]),
  others: z.int().check(z.gte(0), z.lte(100_000)),
  leaks: z.enum(["keep", "mask", "drop"]),
  options: z.enum(["per-entry", "per-item"]),
});
export type QuizWish = z.infer<typeof quizWish>;

/** How clips are picked out of a long list: the n most positive and n most negative captions, n of each signer, or ids. */
export const pickWish = z.strictObject({
  file: z.string().check(z.minLength(1), z.maxLength(1000)),
  columns: z.optional(columns),
  how: z.enum(["most", "by-signer", "ids"]),
  n: z.optional(z.int().check(z.gte(1), z.lte(100_000))),
  /** For n of each signer. */
  seed: z.optional(typed(200)),
  ids: z.optional(z.array(typed(500)).check(z.maxLength(100_000))),
});
export type PickWish = z.infer<typeof pickWish>;
export const pickedClips = z.object({
  /** What scored the captions. */
  library: z.string(),
  version: z.string(),
  clips: z.array(
    z.object({
      clip: z.string(),
      caption: z.nullable(z.string()),
      signer: z.nullable(z.string()),
      score: z.nullable(z.number()),
    }),
  ),
  /** The chosen rows as clips.csv. */
  file: z.string(),
});
export type PickedClips = z.infer<typeof pickedClips>;

export const comparedTags = z.object({
  tags: z.array(
    z.object({
      tag: z.string(),
      state: z.enum(alphaStates),
      reason: z.nullable(z.string()),
      alpha: z.nullable(z.number()),
      /** Entries that both tagged alike, of all. */
      same: n,
      of: n,
    }),
  ),
  disagreements: z.array(z.object({ index: z.string(), tag: z.string(), first: z.boolean(), second: z.boolean() })),
  /** What both say alike; empty cells where they differ, to be settled. */
  file: z.string(),
});
export type ComparedTags = z.infer<typeof comparedTags>;

const perModality = z.object({ text: n, image: n, video: n, all: n });
export const builtQuiz = z.object({
  tagsFrom: z.enum(["file", "entries", "suggested"]),
  entries: z.object({ given: n, taken: n, tagged: n, others: n }),
  questions: perModality,
  articulations: z.record(z.string(), n),
  collisions: z.object({ pairs: n, entries: n, refused: n }),
  keys: z.record(z.string(), n),
  leaks: z.object({
    act: z.string(),
    cut: n,
    found: n,
    first: z.array(z.object({ entry: z.string(), forms: z.array(z.string()) })),
  }),
  blindSolver: z.object({ best: z.number(), chance: z.number(), warning: z.nullable(z.string()) }),
  /** Hashes of the files as they stand for download. */
  hashes: z.record(z.string(), z.string()),
});
export type BuiltQuizAnswer = z.infer<typeof builtQuiz>;

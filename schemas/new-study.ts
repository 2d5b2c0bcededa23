// What the desk says and hears while a study comes in by screen: files go up one by one into an upload of their own,
// what was understood is shown before anything is stored, and a quiz can be built from an upload's tables.
import * as z from "zod/mini";
import { id, language, typed } from "./basics.ts";
import { role, seat } from "./person.ts";
import { captionConditions, mediumFacts, protocol, studyFile } from "./study.ts";

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
export const previewRequest = z.strictObject({ about: z.optional(aboutStudy) });

const fault = z.object({ file: z.string(), line: z.nullable(n), message: z.string(), mend: z.string() });
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
  tags: z.optional(z.string().check(z.maxLength(1000))),
  seed: typed(200).check(z.minLength(1)),
  distractors: z.enum(["random", "semantic"]),
  sample: z.enum(["all", "human-baseline"]),
  others: z.int().check(z.gte(0), z.lte(100_000)),
  leaks: z.enum(["keep", "mask", "drop"]),
  options: z.enum(["per-entry", "per-item"]),
});
export type QuizWish = z.infer<typeof quizWish>;

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

// A run: one model's predictions on the questions of a study, as the desk reads it. What the extraction could not tell is
// settled by people, each time as an act of its own that another act can undo.
import * as z from "zod/mini";
import { articulationColumns, interval, position } from "./figure.ts";
import { letters } from "./labels.ts";
import { modalities } from "./study.ts";

const n = z.int();
const figure = z.nullable(z.number());
const text = z.nullable(z.string());

export const predictionFormats = ["csv", "jsonl", "vlmevalkit", "lmms-eval", "openai-batch"] as const;
export type PredictionFormat = (typeof predictionFormats)[number];

export const choiceOutcomes = [
  ...(["option", "conflict", "ambiguous", "out_of_range", "refusal", "empty", "error", "unparsed"] as const),
] as const;
export type ChoiceOutcome = (typeof choiceOutcomes)[number];

/** What is said of a run beside its file. */
export const runAbout = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  format: z.optional(z.enum(predictionFormats)),
  /** Frames a second of the videos that the model was shown. */
  framesPerSecond: z.optional(z.number().check(z.gt(0), z.lte(1000))),
  /** Whether and how it reasoned, and how much effort it was allowed: words of whoever ran it. */
  reasoning: z.optional(z.string().check(z.maxLength(200))),
  effort: z.optional(z.string().check(z.maxLength(200))),
});
export type RunAbout = z.infer<typeof runAbout>;

export const runRow = z.object({
  modality: z.enum(modalities),
  articulation: z.enum(articulationColumns),
  right: n,
  asked: n,
  /** Answers that name an option, told by rule or settled by hand. */
  valid: n,
  accuracy: figure,
  interval,
  validAccuracy: figure,
  /** Share of answers that name an option by themselves, settled ones left out. */
  instructionFollowing: figure,
  letterless: n,
});
export type RunRow = z.infer<typeof runRow>;

const head = {
  id: z.string(),
  name: z.string(),
  format: z.string(),
  file: z.string(),
  framesPerSecond: figure,
  reasoning: text,
  effort: text,
  by: z.string(),
  at: z.string(),
};

/** One row of `GET /api/studies/:study/runs`. */
export const deskRun = z.object({
  ...head,
  rows: z.array(runRow),
  /** How many answers have each outcome, by rule. */
  outcomes: z.record(z.enum(choiceOutcomes), n),
  /** Answers whose outcome is not `option` and that nobody has settled; `settled`: those that somebody has. */
  open: n,
  settled: n,
});
export type DeskRun = z.infer<typeof deskRun>;
export const deskRuns = z.object({ position, chance: z.number(), runs: z.array(deskRun) });
export type DeskRuns = z.infer<typeof deskRuns>;

export const tokenRow = z.object({
  modality: z.enum(modalities),
  right: n,
  wrong: n,
  meanRight: figure,
  meanWrong: figure,
  ratio: figure,
});

const place = { modality: z.enum(modalities), articulation: z.enum(articulationColumns) };
const comparedWithRun = z.object({
  ...place,
  ...{ both: n, onlyFirst: n, onlySecond: n, neither: n, difference: figure, interval, p: figure },
});
const comparedWithPeople = z.object({
  ...place,
  ...{ pairs: n, clusters: n, first: figure, second: figure, difference: figure, interval, designEffect: figure },
});

/** `GET /api/studies/:study/runs/:run[?against=people|RUN]` */
export const runDetail = z.object({
  position,
  run: deskRun,
  /** Null where no answer says how long it is. */
  tokens: z.nullable(z.array(tokenRow)),
  against: z.nullable(
    z.discriminatedUnion("with", [
      z.object({ with: z.literal("run"), name: z.string(), rows: z.array(comparedWithRun) }),
      z.object({ with: z.literal("people"), people: n, rows: z.array(comparedWithPeople) }),
    ]),
  ),
});
export type RunDetail = z.infer<typeof runDetail>;

const act = z.object({
  n,
  kind: z.enum(["settle", "undo", "withdraw"]),
  item: text,
  /** What the answer was settled as; null: it names no option. */
  option: z.nullable(z.enum(letters)),
  by: z.string(),
  at: z.string(),
  reason: z.string(),
});
export type RunAct = z.infer<typeof act>;

/** `GET /api/studies/:study/runs/:run/answers?outcome=&page=`: answers with the model's own text, fifty a page. */
export const runAnswers = z.object({
  total: n,
  answers: z.array(
    z.object({
      item: z.string(),
      name: z.string(),
      modality: z.enum(modalities),
      options: z.record(z.enum(letters), z.optional(z.string())),
      outcome: z.enum(choiceOutcomes),
      option: z.nullable(z.enum(letters)),
      /** Its first 4,000 characters and its last 2,000 where it is longer. */
      raw: z.string(),
      settled: z.nullable(act),
      /** Every act on this answer, oldest first. */
      acts: z.array(act),
    }),
  ),
});
export type RunAnswers = z.infer<typeof runAnswers>;

const reason = z.string().check(z.minLength(1), z.maxLength(2000));
/** `POST /api/studies/:study/runs/:run/acts` */
export const runActWish = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("settle"), item: z.string(), option: z.nullable(z.enum(letters)), reason }),
  z.object({ kind: z.literal("undo"), item: z.string(), reason }),
  z.object({ kind: z.literal("withdraw"), reason }),
]);

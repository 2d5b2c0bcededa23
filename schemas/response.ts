// One act of one person as it was given: the record that never changes (design 5). Its hash is SHA-256 over the
// RFC 8785 JSON of the record; both sides compute it, the record does not carry it.
import * as z from "zod/mini";
import { count, id, instant, language, sha256, typed, uuid } from "./basics.ts";
import { confidenceRange, emotionIds, type LabelRow, labelById, labels, letters } from "./labels.ts";

export const skipReasons = [
  "bad-video",
  "not-on-device",
  "cannot-decode",
  "upsetting",
  "not-my-signing",
  "cannot-tell",
  "other",
] as const;
export type SkipReason = (typeof skipReasons)[number];

export const flagReasons = ["two-right", "wrong-sign", "regional-variant", "bad-video", "other"] as const;

export const cueChips = [
  "brows",
  "eyes-gaze",
  "cheeks-nose",
  "mouth",
  "head",
  "shoulders-body",
  "sign-size",
  "sign-speed",
  "repetition-hold",
  "emphasis",
  "finger-spelling",
  "role-shift",
  "other",
] as const;

/** Most characters in one free text. */
export const textLimit = 10_000;
const words = typed(textLimit);

/** The values that a label may take on the wire, from its row in the table. */
const valueIn = (row: LabelRow) => z.int().check(z.gte(row.least), z.lte(row.greatest));
const emotionValues = Object.fromEntries(
  emotionIds.map((emotion) => [emotion, z.optional(valueIn(labelById(emotion) as LabelRow))]),
) as Record<(typeof emotionIds)[number], z.ZodMiniOptional<z.ZodMiniNumberFormat>>;

export const cue = z.strictObject({
  id: uuid,
  /** Hash of the clip that the times belong to; times are whole milliseconds of the file. */
  media: z.optional(sha256),
  startMs: z.optional(count),
  endMs: z.optional(count),
  startFrame: z.optional(count),
  endFrame: z.optional(count),
  verified: z.optional(z.boolean()),
  /** x, y, width, height in 0..1 of the unmirrored picture. */
  box: z.optional(z.tuple([unit(), unit(), unit(), unit()])),
  chips: z.optional(z.array(z.enum(cueChips)).check(z.maxLength(3))),
  function: z.optional(z.enum(["grammar", "feeling", "both", "unsure"])),
  emotion: z.optional(z.enum(["sentiment", ...emotionIds])),
  text: z.optional(words),
  language: z.optional(language),
  recording: z.optional(uuid),
  replaces: z.optional(uuid),
});
export type Cue = z.infer<typeof cue>;

function unit() {
  return z.number().check(z.gte(0), z.lte(1));
}

export const choiceAnswer = z.strictObject({
  /** The letter of the *stored* order, so that a person and a model are scored alike. */
  option: z.enum(letters),
  /** The stored letters in the order in which they stood on the screen. */
  shown: z.array(z.enum(letters)).check(z.minLength(2), z.maxLength(4)),
});

export const emotionAnswer = z.strictObject({
  sentiment: z.optional(valueIn(labelById("sentiment") as LabelRow)),
  emotions: z.strictObject(emotionValues),
  confidence: z.optional(z.int().check(z.gte(confidenceRange.least), z.lte(confidenceRange.greatest))),
  filledBy: z.optional(z.literal("rest")),
  cues: z.array(cue).check(z.maxLength(200)),
  /** The order in which the ten emotions stood on the screen, where the study shuffles them. */
  shown: z.optional(z.array(z.enum(emotionIds))),
});
export type EmotionAnswer = z.infer<typeof emotionAnswer>;

const said = { text: z.optional(words), recording: z.optional(uuid) };

const common = {
  v: z.literal(1),
  app: z.string().check(z.maxLength(100)),
  id: uuid,
  device: uuid,
  n: z.int().check(z.gte(1)),
  study: id,
  studyVersion: z.int().check(z.gte(1)),
  person: id,
  replaces: z.optional(uuid),
  at: instant,
  /** Minutes east of UTC on the device's clock. */
  offset: z.int().check(z.gte(-1440), z.lte(1440)),
  skewMs: z.optional(z.int()),
  activeMs: z.optional(count),
  latencyMs: z.optional(count),
  trail: z.optional(
    z.array(z.tuple([count, z.string().check(z.maxLength(100)), z.union([z.number(), words, z.null()])])),
  ),
  viewing: z.optional(
    z.strictObject({
      plays: count,
      watchedMs: count,
      share: unit(),
      slowest: z.number().check(z.gte(0)),
      steps: count,
      dropped: count,
    }),
  ),
  media: z.optional(z.array(sha256)),
};
const onItem = { item: id, occasion: z.int().check(z.gte(1)) };
const maybeOnItem = { item: z.optional(id), occasion: z.optional(z.int().check(z.gte(1))) };

export const response = z.discriminatedUnion("kind", [
  z.strictObject({ ...common, ...onItem, kind: z.literal("choice"), answer: choiceAnswer }),
  z.strictObject({ ...common, ...onItem, kind: z.literal("emotion"), answer: emotionAnswer }),
  z.strictObject({
    ...common,
    ...onItem,
    kind: z.literal("skip"),
    answer: z.strictObject({ reason: z.enum(skipReasons), ...said }),
  }),
  z.strictObject({
    ...common,
    ...onItem,
    kind: z.literal("flag"),
    answer: z.strictObject({ reason: z.enum(flagReasons), ...said }),
  }),
  z.strictObject({ ...common, ...maybeOnItem, kind: z.literal("note"), answer: z.strictObject(said) }),
  z.strictObject({
    ...common,
    kind: z.literal("consent"),
    answer: z.strictObject({ version: z.int(), switches: z.record(z.string(), z.boolean()) }),
  }),
  z.strictObject({ ...common, ...onItem, kind: z.literal("retract"), replaces: uuid, answer: z.strictObject({}) }),
]);
export type Response = z.infer<typeof response>;
export type ResponseKind = Response["kind"];

/** Kinds that answer an item; flags, notes and consent are no part of the standing response. */
export const answeringKinds = ["choice", "emotion", "skip", "retract"] as const;

/** The ratings that a response gives, by label id. A skip, a retract and a missing value give none. */
export function ratingsOf(given: Response): Map<string, number> {
  const out = new Map<string, number>();
  if (given.kind === "choice") out.set("choice", letters.indexOf(given.answer.option));
  if (given.kind === "emotion") {
    for (const row of labels) {
      const value =
        row.id === "sentiment"
          ? given.answer.sentiment
          : (given.answer.emotions as Record<string, number | undefined>)[row.id];
      if (value !== undefined) out.set(row.id, value);
    }
  }
  return out;
}

// A study: items + people + one protocol + settings, versioned. `StudyDraft` is what intake hands to the store.
import * as z from "zod/mini";
import type { Language } from "./basics.ts";
import { id, language, sha256, typed } from "./basics.ts";
import { consent } from "./consent.ts";
import { expected } from "./expected.ts";
import { letters } from "./labels.ts";
import type { Role, Seat } from "./person.ts";
import type { Response } from "./response.ts";
import { type SignVideo, texts } from "./texts.ts";

export const protocols = ["choice", "emotion"] as const;
export const protocol = z.enum(protocols);
export type Protocol = z.infer<typeof protocol>;
export const modalities = ["text", "image", "video"] as const;
export type Modality = (typeof modalities)[number];
export const articulations = ["air-writing", "finger-spelling", "manual-alphabet"] as const;
export type Articulation = (typeof articulations)[number];
/** Whether the caption of a clip is shown. `shown-after` asks once without and once more with it. No default. */
export const captionConditions = ["hidden", "shown", "shown-after"] as const;
export type CaptionCondition = (typeof captionConditions)[number];
export const orders = ["interleaved", "blocked", "split", "as-listed"] as const;
export const rights = ["open", "team", "ids-only"] as const;
export type Rights = (typeof rights)[number];
/** What a study was begun from; it fixes some settings (schemas/templates.ts). */
export const templates = ["emosign", "cnsl"] as const;
export type Template = (typeof templates)[number];
export const studyStates = ["draft", "open", "closed"] as const;
export type StudyState = (typeof studyStates)[number];

/** How many people answer each item: everybody, or k. */
export const peoplePerItem = z.union([z.literal("all"), z.int().check(z.gte(1))]);

export const settings = z.strictObject({
  perItem: z._default(peoplePerItem, "all"),
  order: z._default(z.enum(orders), "as-listed"),
  /** `interleaved`: least places from one item of a sign entry to the next that is wanted; repeats come so much later. */
  apart: z._default(z.int().check(z.gte(1), z.lte(1000)), 10),
  /** Items that a person meets a second time, as another occasion: a share of theirs, or a number. */
  repeats: z.optional(
    z.union([
      z.strictObject({ share: z.number().check(z.gt(0), z.lte(1)) }),
      z.strictObject({ items: z.int().check(z.gte(1)) }),
    ]),
  ),
  /** k people an item: after so many days without contact a person's open items go to others. */
  freeAfterDays: z.optional(z.int().check(z.gte(1), z.lte(365))),
  /** Questions or clips between two offers of a break. */
  breakEvery: z._default(z.int().check(z.gte(1)), 25),
  /** Choice: whether "cannot tell" is offered (off: the choice is forced). */
  cannotTell: z._default(z.boolean(), false),
  /** Choice: go on by itself after the undo has passed, or by Enter. */
  advance: z._default(z.enum(["auto", "enter"]), "auto"),
  ownScore: z._default(z.boolean(), false),
  /** Emotion: the caption condition; required where any clip has a caption. */
  captions: z.optional(z.enum(captionConditions)),
  faces: z._default(z.boolean(), false),
  restIsZero: z._default(z.boolean(), false),
  shuffleEmotions: z._default(z.boolean(), false),
  /** Emotion: one whole view at 1x before the first rating, other speeds only from the cues step. */
  wholeViewFirst: z._default(z.boolean(), true),
  speedsAtCues: z._default(z.boolean(), true),
  /** Choice: least share of the practice questions that must be right before the quiz goes on; none when left out. */
  passMark: z.optional(z.number().check(z.gt(0), z.lte(1))),
  /** Whether items that check attention may be among the others (off when left out); the consent names them then. */
  attention: z.optional(z.boolean()),
  /** Emotion: beside words, a cue may say (off when left out) when, where, what of and grammar or feeling. */
  cueSpans: z.optional(z.boolean()),
});
export type Settings = z.infer<typeof settings>;

/** `study.json` of a study folder. */
export const studyFile = z.strictObject({
  id,
  title: typed(200).check(z.minLength(1)),
  protocol,
  languages: z.array(language).check(z.minLength(1)),
  signLanguage: z.string().check(z.minLength(2), z.maxLength(20)),
  /** IANA name, for day borders on screens. */
  timeZone: z._default(z.string(), "UTC"),
  /** True where the item ids were drawn so that they say nothing (`quiz build` does); else they are replaced on the wire. */
  opaqueIds: z._default(z.boolean(), false),
  /** What a person reads before the first item, and agrees to. A study without it asks for no consent. */
  instructions: z.optional(texts(8000)),
  consent: z.optional(consent),
  template: z.optional(z.enum(templates)),
  settings: z._default(settings, {
    perItem: "all",
    order: "as-listed",
    apart: 10,
    breakEvery: 25,
    cannotTell: false,
    advance: "auto",
    ownScore: false,
    faces: false,
    restIsZero: false,
    shuffleEmotions: false,
    wholeViewFirst: true,
    speedsAtCues: true,
  }),
});
export type StudyFile = z.infer<typeof studyFile>;

/** What intake found out about a stored medium. Times in milliseconds of the file. */
export const mediumFacts = z.object({
  hash: sha256,
  bytes: z.int(),
  type: z.enum(["video/mp4", "video/webm", "image/jpeg", "image/png", "image/webp"]),
  /** Codec string as `canPlayType` takes it, for videos. */
  codec: z.optional(z.string()),
  /** Of the picture as shown: rotation and pixel shape applied. */
  width: z.int(),
  height: z.int(),
  durationMs: z.optional(z.int()),
  /** Frames a second; absent where the rate varies (then `frameTimesMs`). */
  fps: z.optional(z.number()),
  firstTimestampMs: z.optional(z.number()),
  frameTimesMs: z.optional(z.array(z.number())),
  frames: z.optional(z.int()),
  /** Most frames between two key frames: decides how fast a step is. */
  keyFrameDistance: z.optional(z.int()),
});
export type MediumFacts = z.infer<typeof mediumFacts>;

const commonFields = {
  id,
  name: z.string(),
  practice: z.boolean(),
  /** True where it checks attention: everybody meets it once among the others, and it is never counted. */
  attention: z.optional(z.boolean()),
  /** Of practice items only: it is sent to whoever has the item. */
  expected: z.optional(expected),
};
const choiceFields = {
  modality: z.enum(modalities),
  entry: z.string(),
  articulations: z.array(z.enum(articulations)),
  gestures: z.optional(z.int()),
  gloss: z.optional(z.string()),
  question: z.optional(z.string()),
  options: z.record(z.enum(letters), z.optional(z.string())),
  /** The stimulus of a text question. */
  text: z.optional(z.string()),
  /** The stimulus of an image or video question, by hash. */
  media: z.optional(sha256),
};
const emotionFields = {
  clip: z.string(),
  /** Left out as long as its file has not come: such a clip is shown to nobody. */
  media: z.optional(sha256),
  caption: z.optional(z.string()),
  condition: z.enum(["hidden", "shown"]),
  /** The item that this one locks when it is answered (`shown-after`). */
  locks: z.optional(id),
  signer: z.optional(z.string()),
  source: z.optional(z.string()),
};
/** One item as the server holds it. `id` travels; `name` is the id of the file that it came from and stays. */
export const item = z.discriminatedUnion("protocol", [
  z.object({ protocol: z.literal("choice"), ...commonFields, ...choiceFields }),
  z.object({ protocol: z.literal("emotion"), ...commonFields, ...emotionFields }),
]);
export type Item = z.infer<typeof item>;
export type ChoiceItem = Extract<Item, { protocol: "choice" }>;
export type EmotionItem = Extract<Item, { protocol: "emotion" }>;

export interface DraftPerson {
  readonly code: string;
  readonly role: Role;
  readonly seat: Seat;
  readonly language: Language;
  /** Known from answers brought along only: owes no more than those. */
  readonly past?: boolean;
}

/** An answer that was given elsewhere, before the study came in. */
export type AnswerGiven = {
  [Kind in "choice" | "emotion" | "skip"]: Pick<Extract<Response, { kind: Kind }>, "kind" | "answer">;
}["choice" | "emotion" | "skip"];
export type DraftAnswer = {
  readonly code: string;
  readonly item: string;
  readonly occasion: number;
  /** When it was given, where the file says so. */
  readonly at?: string;
} & AnswerGiven;

/** A whole checked study, ready to be stored in one transaction. */
export interface StudyDraft {
  readonly study: StudyFile;
  readonly items: readonly Item[];
  /** Key by item id (`choice` only). Kept in a table of its own that no expert's route can reach. */
  readonly keys: ReadonlyMap<string, (typeof letters)[number]>;
  readonly people: readonly DraftPerson[];
  /** Media that the items name, already in the content store. */
  readonly media: readonly (MediumFacts & { name: string; rights: Rights; credit?: string })[];
  /** Signed forms of its texts; their videos are among the media. */
  readonly signs?: readonly SignVideo[];
  /** Answers brought along, and the words that say in each where they came from. */
  readonly answers?: { readonly from: string; readonly given: readonly DraftAnswer[] };
}

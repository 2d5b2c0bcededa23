// Hints for the coordinator: questions to ask people, and what a quiz says of its options. Never a ground to leave out.
import * as z from "zod/mini";
import { position } from "./figure.ts";
import { letters } from "./labels.ts";

const n = z.int();
const ms = z.nullable(z.number());

/** So many answers in a row at one place of the screen are a line: 10 by chance are met in 0.4 % of 1,500 answers. */
export const lineFrom = 10;

const personHints = z.object({
  /** By code. */
  person: z.string(),
  answers: n,
  /** Answers whose time is known: what the next three stand on. */
  timed: n,
  medianMs: ms,
  underSecond: n,
  /** Under half of the person's own median. */
  underHalf: n,
  notWatched: n,
  equalCards: n,
  /** The one value that all confidences have; null where they vary or are few. */
  constantConfidence: z.nullable(n),
  /** Most answers in a row at one place of the screen. */
  longestLine: n,
});
export type PersonHints = z.infer<typeof personHints>;

const itemHints = z.object({
  item: z.string(),
  name: z.string(),
  answers: n,
  missed: n,
  neverChosen: z.array(z.enum(letters)),
  medianMs: ms,
});
export type ItemHints = z.infer<typeof itemHints>;

/** `GET /api/studies/:study/hints`. `items` and `places` are empty where the study is no quiz. */
export const hints = z.object({
  position,
  people: z.array(personHints),
  items: z.array(itemHints),
  /** How often each place of the screen was chosen, from the first. */
  places: z.array(n),
  /** By the place of the screen at which the key stood: the panel's answers, and the right ones. */
  keyPlaces: z.optional(z.array(z.object({ asked: n, right: n }))),
  /** How far the cue spans of two people cover the same time: the mean over pairs, then over clips. */
  cues: z.object({ clips: n, pairs: n, iou: z.nullable(z.number()) }),
});
export type Hints = z.infer<typeof hints>;

// What a device and the server say to each other (design 5). The envelope is parsed strictly, each response by itself.
import * as z from "zod/mini";
import { count, id, instant, language, sha256, uuid } from "./basics.ts";
import { consent } from "./consent.ts";
import { expected } from "./expected.ts";
import { emotionIds, letters } from "./labels.ts";
import { flags } from "./standing.ts";
import { captionConditions, mediumFacts, modalities, protocol, studyStates } from "./study.ts";
import { signVideo, texts } from "./texts.ts";

/** Most responses in a push; most bytes of its compressed and inflated body. */
export const pushLimits = { responses: 500, compressed: 256 * 1024, inflated: 2 * 1024 * 1024 } as const;
/** Most characters of one record's text. */
export const recordLimit = 256 * 1024;

export const pushRequest = z.strictObject({
  batch: uuid,
  device: uuid,
  maxN: count,
  pending: count,
  /** Each the RFC 8785 text of one record without `hash`. */
  responses: z.array(z.string()).check(z.maxLength(pushLimits.responses)),
});

export const verdicts = ["stored", "duplicate", "quarantined", "erased", "refused"] as const;
export const verdict = z.object({
  id: z.nullable(z.string()),
  verdict: z.enum(verdicts),
  seq: z.optional(z.int()),
  flags: z.optional(z.array(z.enum(flags))),
  problem: z.optional(z.string()),
});
export type Verdict = z.infer<typeof verdict>;
export const pushReply = z.object({ batch: uuid, verdicts: z.array(verdict) });
export type PushReply = z.infer<typeof pushReply>;

/** XOR of the first 128 bits of SHA-256(id) over acknowledged responses, hex. */
export const digest = z.string().check(z.regex(/^[0-9a-f]{32}$/));
export const emptyDigest = "0".repeat(32);

/** An answer that neither side has any more: only the server had its text, and it was set back to before it. */
export const goneAnswer = z.strictObject({ id: uuid, study: id, item: id, occasion: z.int(), at: instant });
export type GoneAnswer = z.infer<typeof goneAnswer>;
/** Most of them in one hello. */
export const goneAtOnce = 100;

export const helloRequest = z.strictObject({
  device: uuid,
  count,
  digest,
  maxN: count,
  pending: count,
  oldestPendingAt: z.nullable(instant),
  gone: z.optional(z.array(goneAnswer).check(z.maxLength(goneAtOnce))),
});
export const helloReply = z.object({
  agree: z.boolean(),
  epochs: z.record(z.string(), z.int()),
  backedUp: z.record(z.string(), z.int()),
  /** When the newest backup was begun, by the server's clock: what was there before stands in it. */
  backedUpAt: z.optional(instant),
  /** Studies in which everything of this person was erased. */
  erased: z.optional(z.array(z.string())),
  serverTime: instant,
  minVersion: z.string(),
});
export type HelloReply = z.infer<typeof helloReply>;

/** Most ids in one question; a device that holds more asks in pages. */
export const haveLimit = 50_000;
/** A page of all ids in order: those from `from` to `to`, both included; without either, from the first or to the last. */
export const haveRequest = z.strictObject({
  ids: z.array(uuid).check(z.maxLength(haveLimit)),
  from: z.optional(uuid),
  to: z.optional(uuid),
});
/**
 * `missing`: send again. `extra`: what the server has of this device and the device has not, as the texts it sent;
 * `extraFlags` what was noted beside them, by id, where anything was. `seqs` and `extraSeqs`: places in the log, in the
 * order of `ids` and of `extra`; null where an id is not in the log of this device.
 */
export const haveReply = z.object({
  missing: z.array(uuid),
  extra: z.array(z.string()),
  extraFlags: z.optional(z.record(z.string(), z.array(z.enum(flags)))),
  seqs: z.optional(z.array(z.nullable(z.int()))),
  extraSeqs: z.optional(z.array(z.int())),
  /** Of `ids`, and of those between that the device did not name. */
  erased: z.array(uuid),
});
export type HaveReply = z.infer<typeof haveReply>;

/** A copied profile goes on as a device of its own. */
export const ownDevice = z.object({ device: uuid, deviceKey: z.string() });

export const pullRequest = z.strictObject({ cursors: z.record(id, z.tuple([z.int(), z.int()])) });
export const pullReply = z.object({
  responses: z.array(z.object({ study: id, seq: z.int(), text: z.string(), flags: z.array(z.enum(flags)) })),
  cursors: z.record(z.string(), z.tuple([z.int(), z.int()])),
  more: z.boolean(),
});
export type PullReply = z.infer<typeof pullReply>;

/** What a person's browser may hold of an item. An allow-list: nothing else of the item ever leaves the server. */
export const packItem = z.object({
  id,
  occasion: z.int(),
  practice: z.boolean(),
  modality: z.enum(modalities),
  media: z.optional(sha256),
  text: z.optional(z.string()),
  question: z.optional(z.string()),
  options: z.optional(z.record(z.enum(letters), z.optional(z.string()))),
  caption: z.optional(z.string()),
  locks: z.optional(id),
  /** Practice items only: shown after the answer, never before. */
  expected: z.optional(expected),
});
export type PackItem = z.infer<typeof packItem>;

export const packStudy = z.object({
  id,
  version: z.int(),
  epoch: z.int(),
  state: z.enum(studyStates),
  title: z.string(),
  protocol,
  languages: z.array(language),
  signLanguage: z.string(),
  timeZone: z.optional(z.string()),
  code: z.string(),
  settings: z.object({
    breakEvery: z.int(),
    cannotTell: z.boolean(),
    advance: z.enum(["auto", "enter"]),
    ownScore: z.boolean(),
    passMark: z.optional(z.number()),
    captions: z.optional(z.enum(captionConditions)),
    faces: z.boolean(),
    restIsZero: z.boolean(),
    wholeViewFirst: z.boolean(),
    speedsAtCues: z.boolean(),
    cueSpans: z.optional(z.boolean()),
  }),
  /** The order of the ten emotions for this person, where the study shuffles them. */
  emotionOrder: z.optional(z.array(z.enum(emotionIds))),
  /** What is read before the first item, what was added to it later, and what is agreed to. */
  instructions: z.optional(texts(8000)),
  announcements: z.optional(z.array(z.object({ at: instant, texts: texts(4000) }))),
  consent: z.optional(consent),
  /** Choice, once the study is closed and where it tells people: how many of those asked were right. */
  score: z.optional(z.object({ right: count, asked: count })),
  /** Signed forms of the study's texts; their videos are among the media. */
  signs: z.optional(z.array(signVideo)),
  items: z.array(packItem),
  media: z.array(mediumFacts),
  /** Items that this person owed and that are retired: what the device still holds of them goes, drafts too. */
  retired: z.optional(z.array(id)),
});
export type PackStudy = z.infer<typeof packStudy>;
export const pack = z.object({
  person: z.object({ id, language }),
  serverTime: instant,
  studies: z.array(packStudy),
});
export type Pack = z.infer<typeof pack>;

// A signed answer on its way: one-second slices under their own hashes, then a manifest that closes them. The slices in
// order are the file, byte for byte.
import * as z from "zod/mini";
import { count, id, instant, sha256, uuid } from "./basics.ts";

/** Most slices of one recording (half an hour), most bytes of one slice. */
export const recordingLimits = { slices: 1800, sliceBytes: 4 * 1024 * 1024 } as const;
/** The header that names the SHA-256 of a slice. */
export const sliceHashHeader = "x-slice-sha256";
/** The switch of the consent that lets the study's team see what was signed. */
export const teamSwitch = "recordings-team";

export const recordingType = z.string().check(z.regex(/^video\/(mp4|webm)(;codecs=[\w.,]{1,60})?$/));

export const manifest = z.strictObject({
  study: id,
  /** The response that the recording belongs to. */
  response: uuid,
  type: recordingType,
  durationMs: count,
  slices: z.int().check(z.gte(1), z.lte(recordingLimits.slices)),
  /** One for each slice, in order. */
  hashes: z.array(sha256).check(z.minLength(1), z.maxLength(recordingLimits.slices)),
});
export type Manifest = z.infer<typeof manifest>;

export const recordingHere = z.object({
  /** Numbers of the slices that are here, from 0. */
  slices: z.array(z.int()),
  closed: z.boolean(),
  /** When it was closed, by the server's clock. */
  closedAt: z.optional(instant),
});

/** What a coordinator sees: only recordings of people who allow it; of the others only how many there are. */
export const studyRecordings = z.object({
  recordings: z.array(
    z.object({
      id: uuid,
      code: z.string(),
      response: uuid,
      type: z.string(),
      durationMs: z.int(),
      bytes: z.int(),
      at: z.string(),
    }),
  ),
  withheld: z.int(),
});
export type StudyRecordings = z.infer<typeof studyRecordings>;

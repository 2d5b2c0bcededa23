// The file of unsent work: what a device makes when the network does not come back, and what a coordinator hands in.
import * as z from "zod/mini";
import { id, instant, sha256, uuid } from "./basics.ts";
import { manifest, recordingLimits } from "./recording.ts";

/** Some slices of a signed answer, and the manifest of the whole: the others may come in another file. */
const unsentRecording = z.object({
  id: uuid,
  manifest,
  slices: z
    .array(
      z.object({
        n: z.int().check(z.gte(0), z.lt(recordingLimits.slices)),
        hash: sha256,
        base64: z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
      }),
    )
    .check(z.maxLength(recordingLimits.slices)),
});
export type UnsentRecording = z.infer<typeof unsentRecording>;

export const unsentWork = z.object({
  format: z.literal("countersign-unsent"),
  v: z.literal(1),
  person: id,
  device: uuid,
  madeAt: instant,
  /** Each the RFC 8785 text of a response, with its SHA-256. */
  responses: z.array(z.object({ id: uuid, hash: sha256, text: z.string() })),
  recordings: z.optional(z.array(unsentRecording)),
});

/** Most bytes of such a file that is taken in, and of one that is made: a recording that is longer goes into several. */
export const unsentLimit = 32 * 1024 * 1024;
export const unsentFileBytes = 24 * 1024 * 1024;

/** What became of a file that was handed in. */
export const handedIn = z.object({
  code: z.string(),
  stored: z.int(),
  duplicate: z.int(),
  quarantined: z.int(),
  erased: z.int(),
  refused: z.int(),
  /** Responses to other studies, left in the file. */
  elsewhere: z.int(),
  /** Texts that do not have the hash that the file says: left out. */
  damaged: z.int(),
  recordings: z.object({
    /** Whole here now. */
    stored: z.int(),
    /** Seconds are missing: they are in another file of this device. */
    open: z.int(),
    erased: z.int(),
    /** Not as their hashes say, or not fitting what is here. */
    damaged: z.int(),
  }),
});
export type HandedIn = z.infer<typeof handedIn>;

// The file of unsent work: what a device makes when the network does not come back, and what a coordinator hands in.
import * as z from "zod/mini";
import { id, instant, sha256, uuid } from "./basics.ts";

export const unsentWork = z.object({
  format: z.literal("countersign-unsent"),
  v: z.literal(1),
  person: id,
  device: uuid,
  madeAt: instant,
  /** Each the RFC 8785 text of a response, with its SHA-256. */
  responses: z.array(z.object({ id: uuid, hash: sha256, text: z.string() })),
});

/** Most bytes of such a file. */
export const unsentLimit = 32 * 1024 * 1024;

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
});
export type HandedIn = z.infer<typeof handedIn>;

// Words of a study that people read, in each of its languages, and the signed form that may stand beside any of them.
import * as z from "zod/mini";
import { language, sha256, typed } from "./basics.ts";

/** One text in each language that the study has; a language left out shows the first one that is there. */
export const texts = (most: number) =>
  z.partialRecord(language, typed(most)).check(
    z.refine((said) => Object.values(said).some((text) => text.trim() !== ""), {
      error: "no language has any words",
    }),
  );
export type Texts = Partial<Record<z.infer<typeof language>, string>>;

/**
 * Where a text stands: `instructions`, `question`, `consent:<section>`, `step:<sentiment|emotions|confidence|cues>`,
 * `label:<label id>`, `value:<label id>:<value>`, `option:<item id>:<letter>`, `help`.
 */
export const textPlace = z
  .string()
  .check(
    z.maxLength(300),
    z.regex(/^(instructions|question|help|(consent|step|label|value|option):[A-Za-z0-9._~:-]+)$/),
  );

/** A signed form of the text that stands at a place. The frame shown while it does not play is the coordinator's choice. */
export const signVideo = z.strictObject({
  place: textPlace,
  media: sha256,
  freezeMs: z._default(z.int().check(z.gte(0)), 0),
  /** "Signed by". */
  credit: z.optional(typed(200)),
  /** SHA-256 of the JSON of the texts that it was made for: when they change, the coordinator is warned. */
  madeFor: z.optional(sha256),
});
export type SignVideo = z.infer<typeof signVideo>;

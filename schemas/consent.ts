// What a person agrees to before taking part: sections in plain words, who answers for it, and four switches that are
// off until the person turns them on.
import * as z from "zod/mini";
import { typed } from "./basics.ts";
import { texts } from "./texts.ts";

export const consentSwitches = ["recordings-team", "recordings-released", "answers-published", "contact"] as const;
export type ConsentSwitch = (typeof consentSwitches)[number];

export const consent = z.strictObject({
  /** Raised when the words change: whoever agreed to an older one is asked again. */
  version: z.int().check(z.gte(1)),
  sections: z
    .array(
      z.strictObject({
        id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
        title: texts(200),
        text: texts(4000),
      }),
    )
    .check(z.minLength(1), z.maxLength(20)),
  /** The ethics board, the number of its approval and the day on which that ends. */
  board: z.optional(typed(200)),
  number: z.optional(typed(100)),
  expires: z.optional(z.iso.date()),
  contact: z.optional(typed(300)),
});
export type Consent = z.infer<typeof consent>;

/** Whether the approval's last day is over in the study's time zone, an IANA name. */
export function approvalEnded({ expires }: Pick<Consent, "expires">, timeZone: string, now: Date): boolean {
  return expires !== undefined && expires < new Intl.DateTimeFormat("sv-SE", { timeZone }).format(now);
}

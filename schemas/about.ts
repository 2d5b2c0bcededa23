// What a person may say of themself, asked after the consent and never required: for agreement within and between groups
// of people, and for nothing else. It is no answer and stands in no log.
import * as z from "zod/mini";
import { id } from "./basics.ts";

export const hearingStatuses = ["deaf", "hard-of-hearing", "hearing", "not-said"] as const;
export type HearingStatus = (typeof hearingStatuses)[number];
/** Since when somebody signs: from birth, before they were seven, later, not at all. */
export const signingHistories = ["native", "early", "late", "none", "not-said"] as const;
export type SigningHistory = (typeof signingHistories)[number];
/** What people can be grouped by. */
export const groupings = ["hearing", "signing"] as const;
export type Grouping = (typeof groupings)[number];

const given = { hearing: z.optional(z.enum(hearingStatuses)), signing: z.optional(z.enum(signingHistories)) };
export const about = z.strictObject(given);
export type About = z.infer<typeof about>;
export const aboutRequest = z.strictObject({ study: id, ...given });

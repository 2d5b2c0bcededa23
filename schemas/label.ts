// The agreed value of one label of one item: derived by vote, with how it came about (design 8).
import * as z from "zod/mini";

export const voteRules = [
  "no-votes",
  "single",
  "unanimous",
  "majority",
  "plurality",
  "confidence",
  "unresolved",
] as const;
export type VoteRule = (typeof voteRules)[number];

/** Values are numbers for labels of the table; a ratings file may bring text values, and a choice shows its letter. */
export const labelValue = z.union([z.number(), z.string()]);
export type LabelValue = z.infer<typeof labelValue>;

export const votedLabel = z.object({
  item: z.string(),
  label: z.string(),
  value: z.nullable(labelValue),
  rule: z.enum(voteRules),
  /** Votes for the value (in a tie: for each tied value). */
  votes: z.int(),
  /** All votes. */
  of: z.int(),
  /** [] where there was no tie; in `unresolved` the values still equal after confidence. */
  tied: z.array(labelValue),
  /** Greatest minus least vote, null without votes or for text values. */
  spread: z.nullable(z.number()),
});
export type VotedLabel = z.infer<typeof votedLabel>;

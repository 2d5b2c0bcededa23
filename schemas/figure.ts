// The shapes in which figures leave the server and the commands (design 11). Numbers are unrounded; what cannot be
// computed is null with a state and a reason in words.
import * as z from "zod/mini";
import { metrics } from "./labels.ts";
import { type articulations, modalities } from "./study.ts";

export const alphaStates = ["ok", "undefined", "insufficient", "refused"] as const;
export type AlphaState = (typeof alphaStates)[number];
const figure = z.nullable(z.number());
export const interval = z.nullable(z.tuple([z.number(), z.number()]));
export type Interval = z.infer<typeof interval>;

export const agreementRow = z.object({
  label: z.string(),
  metric: z.enum(metrics),
  state: z.enum(alphaStates),
  /** Why there is no alpha, in words; null when `ok`. */
  reason: z.nullable(z.string()),
  alpha: figure,
  interval,
  units: z.int(),
  pairableUnits: z.int(),
  ratings: z.int(),
  pairable: z.int(),
  people: z.int(),
  percentAgreement: figure,
  allAgreeShare: figure,
  gwet: figure,
  fleiss: figure,
  brennanPrediger: figure,
  cohen: z.array(z.object({ a: z.string(), b: z.string(), kappa: figure })),
  withoutPerson: z.array(z.object({ person: z.string(), alpha: figure })),
  groups: z.array(z.object({ groups: z.array(z.string()), alpha: figure })),
  self: z.array(z.object({ person: z.string(), units: z.int(), agreement: figure })),
});
export type AgreementRow = z.infer<typeof agreementRow>;
export const agreementReport = z.object({
  labels: z.array(agreementRow),
  mean: z.object({ alpha: figure, labels: z.array(z.string()) }),
});
export type AgreementReport = z.infer<typeof agreementReport>;

export const articulationColumns = ["AW", "FS", "MA", "All"] as const;
export type ArticulationColumn = (typeof articulationColumns)[number];
export const columnOf: Record<(typeof articulations)[number], ArticulationColumn> = {
  "air-writing": "AW",
  "finger-spelling": "FS",
  "manual-alphabet": "MA",
};

export const baselineRow = z.object({
  modality: z.enum(modalities),
  articulation: z.enum(articulationColumns),
  people: z.int(),
  right: z.int(),
  asked: z.int(),
  pooled: figure,
  pooledInterval: interval,
  meanOfPeople: figure,
  meanInterval: interval,
  designEffect: figure,
  least: figure,
  greatest: figure,
  perPerson: z.array(z.object({ person: z.string(), right: z.int(), asked: z.int(), accuracy: figure })),
});
export type BaselineRow = z.infer<typeof baselineRow>;

/** All answers of a part together; its interval takes answers to one entry as one cluster. */
const share = z.object({ right: z.int(), asked: z.int(), share: figure, interval });
export type Share = z.infer<typeof share>;

const effects = z.object({
  /** First and second half of each person's session, all together (modality null) and by modality; null: no times. */
  halves: z.nullable(
    z.array(
      z.object({ modality: z.nullable(z.enum(modalities)), first: share, second: share, difference: figure, interval }),
    ),
  ),
  quarters: z.nullable(z.array(share)),
  /** Each person, and the difference to all others together. */
  people: z.array(z.object({ person: z.string(), own: share, others: share, difference: figure, interval })),
});
export type Effects = z.infer<typeof effects>;

/** What stands beside the rows of a baseline. */
const beside = z.object({
  /** Each person's answers in the modality in which they met an entry first; null where the order is unknown. */
  firstExposure: z.nullable(z.array(baselineRow)),
  /** Text minus video, over entries that one person answered in both. */
  gap: z.object({
    text: figure,
    video: figure,
    pairs: z.int(),
    clusters: z.int(),
    difference: figure,
    interval,
    designEffect: figure,
  }),
  /** Scored by the keys as asked; null where no key was changed. */
  asAsked: z.nullable(z.array(baselineRow)),
  /** Weighted back to the whole lexicon; null where its counts are not given. */
  lexicon: z.nullable(z.array(z.object({ modality: z.enum(modalities), share: figure, interval }))),
  /** Skips that were not asked, by reason. */
  skips: z.record(z.string(), z.int()),
  /** Answers `cannot-tell` that count as wrong. */
  cannotTell: z.int(),
  /** What order and person do to accuracy. */
  effects: z.optional(effects),
});
export type Beside = z.infer<typeof beside>;
export const baselineReport = z.object({ rows: z.array(baselineRow), beside });
export type BaselineReport = z.infer<typeof baselineReport>;

/** Where in the log a figure stands: it is of exactly the responses and decisions up to here. */
export const position = z.object({ epoch: z.int(), seq: z.int() });
export type Position = z.infer<typeof position>;

// What the coordinator's desk reads from the server: one shape a route under /api/studies. Times are ISO 8601 UTC or
// null; counts are whole numbers; nothing here holds an answer under a person's name, only under their code.
import * as z from "zod/mini";
import { decision } from "./decision.ts";
import { agreementReport, baselineReport, position } from "./figure.ts";
import { labelValue, votedLabel } from "./label.ts";
import { letters, metrics } from "./labels.ts";
import { member, roles, seats } from "./person.ts";
import { modalities, protocol, studyFile, studyStates } from "./study.ts";

const maybeTime = z.nullable(z.string());
const n = z.int();

/** What waits for the coordinator. Each is a number of things, 0 where nothing waits. */
const needs = z.object({
  /** Labels whose vote is `unresolved` and that nobody has settled. */
  ties: n,
  /** Devices that say they hold work and were not seen for a day. */
  devices: n,
  /** Flags that people raised on items. */
  flags: n,
  /** Responses kept but not counted until a decision admits them. */
  held: n,
  /** Questions that nothing has answered yet. */
  notes: n,
});

/** One row of `GET /api/studies`: only studies in which the reader is coordinator or adjudicator. */
const studyRow = z.object({
  id: z.string(),
  title: z.string(),
  protocol,
  state: z.enum(studyStates),
  version: n,
  role: z.enum(roles),
  people: n,
  /** Counted items of the version in force, practice left out. */
  items: n,
  /** Assignments, and how many of them have a standing answer or skip. */
  asked: n,
  answered: n,
  skipped: n,
  needs,
  createdAt: z.string(),
  lastAt: maybeTime,
});
export type StudyRow = z.infer<typeof studyRow>;
export const studyList = z.object({ studies: z.array(studyRow) });

/** `GET /api/studies/:study` */
export const studyDetail = z.object({
  ...studyRow.shape,
  position,
  definition: studyFile,
  practice: n,
  /** Media that nobody has played to the end yet. */
  unplayed: n,
  /** Newest first. */
  decisions: z.array(z.object({ seq: n, byName: z.nullable(z.string()), decision })),
});
export type StudyDetail = z.infer<typeof studyDetail>;

/** One item as the desk shows it; `GET /api/studies/:study/items` -> `{items}`. `key` only for `choice`. */
const deskItem = z.object({
  id: z.string(),
  name: z.string(),
  practice: z.boolean(),
  retired: z.boolean(),
  modality: z.enum(modalities),
  media: z.optional(z.string()),
  text: z.optional(z.string()),
  gloss: z.optional(z.string()),
  caption: z.optional(z.string()),
  options: z.optional(z.record(z.enum(letters), z.optional(z.string()))),
  key: z.optional(z.enum(letters)),
});
export type DeskItem = z.infer<typeof deskItem>;
export const deskItems = z.object({ items: z.array(deskItem) });

/** `GET /api/studies/:study/people` */
const deskPerson = z.object({
  ...member.shape,
  name: z.nullable(z.string()),
  addedAt: z.string(),
  removedAt: maybeTime,
  /** A personal link that still works; its text is shown once, when it is made. */
  link: z.nullable(z.object({ createdAt: z.string(), usedAt: maybeTime })),
  devices: n,
  lastSeenAt: maybeTime,
});
export type DeskPerson = z.infer<typeof deskPerson>;
export const deskPeople = z.object({ people: z.array(deskPerson) });
/** Answer of `POST .../people` and of `POST .../people/:person/link`: the whole address, once. */
export const newLink = z.object({ person: z.string(), link: z.string() });

/** `GET /api/studies/:study/progress`. answered + skipped + open = asked, in each row and in all. */
const progressPerson = z.object({
  person: z.string(),
  code: z.string(),
  role: z.enum(roles),
  seat: z.enum(seats),
  asked: n,
  answered: n,
  skipped: n,
  open: n,
  /** Of `skipped`, by reason. */
  skips: z.record(z.string(), n),
  flags: n,
  /** Answers that two devices of this person changed apart: the later stands, both are kept. */
  conflicts: z.optional(n),
  /** What the person's devices said last of work that has not arrived. */
  waiting: n,
  oldestWaitingAt: maybeTime,
  /** Numbers missing in what their devices have sent: 0 where nothing is missing. */
  gaps: n,
  lastSeenAt: maybeTime,
  /** Of the items that check attention, where the study has some: as expected, otherwise, and open or skipped. */
  attention: z.optional(z.object({ passed: n, failed: n, open: n })),
});
export type ProgressPerson = z.infer<typeof progressPerson>;
export const progress = z.object({ position, serverTime: z.string(), people: z.array(progressPerson) });
export type Progress = z.infer<typeof progress>;

/** `GET /api/studies/:study/labels`: a row an item and label, also where there is no label. */
const deskLabel = z.object({
  ...votedLabel.shape,
  name: z.string(),
  /** How many gave each value: `{"-3": 1, "1": 2}`, letters for a choice. */
  counts: z.record(z.string(), n),
  /** What an adjudicator set beside the vote's outcome, newest; null where nobody did. */
  adjudicated: z.nullable(
    z.object({ value: z.nullable(labelValue), by: z.string(), at: z.string(), reason: z.nullable(z.string()) }),
  ),
});
export type DeskLabel = z.infer<typeof deskLabel>;
export const deskLabels = z.object({ position, people: n, labels: z.array(deskLabel) });
export type DeskLabels = z.infer<typeof deskLabels>;

/** `GET /api/studies/:study/items/:item/ratings`: what each person's standing response says, by code. */
const itemRating = z.object({
  code: z.string(),
  seat: z.enum(seats),
  occasion: n,
  label: z.nullable(z.string()),
  value: z.nullable(labelValue),
  confidence: z.nullable(z.number()),
  skipped: z.boolean(),
  reason: z.nullable(z.string()),
  at: z.string(),
});
export type ItemRating = z.infer<typeof itemRating>;
export const itemRatings = z.object({ position, item: z.string(), name: z.string(), ratings: z.array(itemRating) });

/** `GET /api/studies/:study/agreement[?metric=]`: the report of the command, and where it stands. */
export const deskAgreement = z.object({
  ...agreementReport.shape,
  position,
  /** In words: what the figure is and what it stands on. */
  metric: z.nullable(z.enum(metrics)),
  people: n,
  items: n,
  /** Items with at least one voted label. */
  labelled: n,
  answers: n,
  asked: n,
  ties: n,
  /** True where intervals and companions are still being made; `wait=yes` answers with them. */
  coming: z.optional(z.boolean()),
});
export type DeskAgreement = z.infer<typeof deskAgreement>;

/** `GET /api/studies/:study/baseline`. `chance` is 1 / options; `keyDecisions` counts those in force. */
export const deskBaseline = z.object({
  ...baselineReport.shape,
  position,
  chance: z.number(),
  keyDecisions: n,
});
export type DeskBaseline = z.infer<typeof deskBaseline>;

/** `GET /api/studies/:study/exports`. Each file is at `.../exports/<file>`. */
export const deskExports = z.object({
  position,
  files: z.array(
    z.object({
      file: z.string(),
      rows: z.nullable(n),
      bytes: z.nullable(n),
      /** Why it cannot be taken now, in words; null where it can. */
      refused: z.nullable(z.string()),
    }),
  ),
});
export type DeskExports = z.infer<typeof deskExports>;

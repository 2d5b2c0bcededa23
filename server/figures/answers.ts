// Figures as the desk is answered them, each whole at one place in the log: what the main thread sends at once for a
// small study, and what the worker thread makes for a large one.
import type { Grouping } from "#schemas/about";
import type { DeskAgreement, DeskBaseline, DeskLabel, DeskLabels } from "#schemas/desk";
import type { Hints } from "#schemas/hints";
import { letters, type Metric } from "#schemas/labels";
import { Problem } from "#schemas/problem";
import type { Lexicon } from "#server/measures/beside";
import { decisionsOf } from "#server/store/decisions";
import { firstItem } from "#server/store/items";
import { membersOf } from "#server/store/members";
import type { Store } from "#server/store/open";
import type { Figures } from "./figures.ts";

export interface AnswerGround {
  readonly store: Store;
  readonly figures: Figures;
}

/** The value as people read it: a choice by its letter. */
export const shownValue = (label: string, value: number) => (label === "choice" ? (letters[value] ?? null) : value);

async function settledIn(store: Store, study: string, upTo: number) {
  const codes = new Map((await membersOf(store, study)).map((one) => [one.person, one.code]));
  const settled = new Map<string, NonNullable<DeskLabel["adjudicated"]>>();
  for (const { seq, decision } of (await decisionsOf(store, study)).reverse()) {
    if (decision.kind !== "adjudicate" || seq > upTo) continue;
    const { item, label, value, by, at, reason } = decision;
    settled.set(`${item} ${label}`, {
      value: value === null ? null : shownValue(label, value),
      by: codes.get(by) ?? by,
      at,
      reason: reason ?? null,
    });
  }
  return settled;
}

export async function labelsAnswer({ store, figures }: AnswerGround, study: string): Promise<DeskLabels> {
  const { position, people, labels } = await figures.labels(study);
  const settled = await settledIn(store, study, position.seq);
  return {
    position,
    people,
    labels: labels.map(({ id, item, ...row }) => ({
      ...row,
      item: id,
      name: item,
      adjudicated: settled.get(`${id} ${row.label}`) ?? null,
    })),
  };
}

export interface AgreementWish {
  readonly metric?: Metric | undefined;
  readonly interval?: "jackknife" | "bootstrap" | "none" | undefined;
  /** False: alpha and the counts, and the interval where it is asked for. */
  readonly companions?: boolean | undefined;
  readonly by?: Grouping | undefined;
}

export async function agreementAnswer(
  { figures }: AnswerGround,
  study: string,
  { metric, interval, companions, by }: AgreementWish,
): Promise<DeskAgreement> {
  const { ties, labelled, rows: all } = await figures.progress(study);
  const rows = all.filter((row) => row.seat === "panel");
  const report = await figures.agreement(study, {
    ...(metric === undefined ? {} : { metric }),
    ...(interval === undefined ? {} : { interval }),
    ...(companions === false ? { companions } : {}),
    ...(by === undefined ? {} : { by }),
  });
  return {
    ...report,
    metric: metric ?? null,
    labelled,
    answers: rows.reduce((sum, row) => sum + row.answered, 0),
    asked: rows.reduce((sum, row) => sum + row.assigned, 0),
    ties,
  };
}

export async function baselineAnswer(
  { store, figures }: AnswerGround,
  study: string,
  lexicon?: Lexicon,
): Promise<DeskBaseline> {
  const first = await firstItem(store, study);
  if (first?.protocol !== "choice") throw new Problem("bad-value", "Only a quiz has a baseline.");
  const report = await figures.baseline(study, lexicon);
  const keyDecisions = (await decisionsOf(store, study)).filter(
    ({ seq, decision }) => decision.kind === "key" && seq <= report.position.seq,
  );
  const offered = Object.values(first.options).filter((text) => text !== undefined).length;
  return { ...report, chance: 1 / offered, keyDecisions: keyDecisions.length };
}

export const hintsAnswer = ({ figures }: AnswerGround, study: string): Promise<Hints> => figures.hints(study);

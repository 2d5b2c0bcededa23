// Whether a quiz's practice reached the pass mark that its study sets. Never where counted questions are answered already,
// never for clips: what somebody sees in a face is not right or wrong.
import type { PersonDatabase, StudyRow } from "#client/outbox/database";
import type { ItemState } from "#client/outbox/status";
import { isDone } from "./order.ts";

export interface Pass {
  readonly right: number;
  readonly of: number;
  /** How many must be as expected. */
  readonly needed: number;
}

/** Tries after which somebody may go on all the same: practice must not be where the work ends. */
export const triesToGoOn = 3;

/** How often the whole practice was answered; what was taken back counts as a try. */
export async function triesOf(db: PersonDatabase, study: string, states: readonly ItemState[]): Promise<number> {
  const told = states.filter(({ item }) => item.practice && item.expected?.option !== undefined);
  const given = told.map(({ item }) =>
    db.responses
      .where("[study+item+occasion]")
      .equals([study, item.id, item.occasion])
      .filter(({ kind }) => kind === "choice")
      .count(),
  );
  return given.length === 0 ? 0 : Math.min(...(await Promise.all(given)));
}

/** What was reached where it is too little; undefined where work may begin. */
export function shortOfPass(study: StudyRow, states: readonly ItemState[]): Pass | undefined {
  const { passMark } = study.settings;
  if (study.protocol !== "choice" || passMark === undefined) return undefined;
  const told = states.filter(({ item }) => item.practice && item.expected?.option !== undefined);
  const begun = states.some((state) => !state.item.practice && isDone(state));
  if (told.length === 0 || begun || !told.every(isDone)) return undefined;
  const right = told.filter(
    ({ item, response }) => response?.kind === "choice" && response.answer.option === item.expected?.option,
  ).length;
  const needed = Math.ceil(passMark * told.length - 1e-9);
  return right >= needed ? undefined : { right, of: told.length, needed };
}

// The human baseline of a quiz, from the standing table: keys with the decisions on them, skips as design 9 says.
import type { BaselineReport } from "#schemas/figure";
import { type Letter, letters } from "#schemas/labels";
import { type BaselineAnswer, baselineOf } from "#server/measures/baseline";
import { besideOf, type Lexicon } from "#server/measures/beside";
import { cellStates, missing, reasonOf, type StandingTable } from "./table.ts";

/**
 * Each panel person's first answers on counted items. `cannot-tell` is wrong where the study offers it; every other
 * skip is not asked. A dropped item is asked of nobody, but counts in the figure as asked.
 */
export function baselineIn(table: StandingTable, lexicon?: Lexicon): BaselineReport {
  const { people, answers, asAsked, changed, skips, cannotTell } = answersIn(table);
  const beside = besideOf(answers, { people, skips, cannotTell, lexicon, ...(changed ? { asAsked } : {}) });
  return { ...baselineOf(answers, people), beside };
}

/** The scored answers that the baseline stands on, each with its item. */
export const baselineAnswersIn = (table: StandingTable): ItemAnswer[] => answersIn(table).answers;

type ItemAnswer = BaselineAnswer & { readonly item: string };

function answersIn(table: StandingTable) {
  const panel = table.panel();
  const people = panel.map(({ code }) => code);
  const answers: ItemAnswer[] = [];
  const asAsked: BaselineAnswer[] = [];
  const skips: Record<string, number> = {};
  let cannotTell = 0;
  let changed = false;
  /** Nobody asks for the keys as asked where none was changed. */
  const rekeyed = [...table.keys].some(([i, key]) => {
    const asked = table.askedKeys.get(i);
    return key.dropped || asked === undefined || key.right.size !== 1 || !key.right.has(asked);
  });
  table.items.forEach((item, i) => {
    if (item.protocol !== "choice" || !table.counts(i)) return;
    const key = table.keys.get(i);
    if (key === undefined) return;
    const asked = table.askedKeys.get(i);
    if (key.dropped || asked === undefined || key.right.size !== 1 || !key.right.has(asked)) changed = true;
    const { modality, articulations, entry: cluster } = item;
    panel.forEach((one, person) => {
      const row = one.occasions.get(1);
      if (row === undefined) return;
      const value = row.values[i] as number;
      const reason = reasonOf(row.state[i] ?? cellStates.empty);
      const wrong = reason === "cannot-tell" && table.file.settings.cannotTell;
      if (reason !== undefined && !wrong && !key.dropped) skips[reason] = (skips[reason] ?? 0) + 1;
      if (value === missing && !wrong) return;
      if (wrong && !key.dropped) cannotTell++;
      const letter = letters[value] as Letter;
      const common = { person, item: item.id, cluster, modality, articulations, at: row.at[i] as number };
      if (!key.dropped) answers.push({ ...common, right: !wrong && key.right.has(letter) });
      if (asked !== undefined && rekeyed) asAsked.push({ ...common, right: !wrong && letter === asked });
    });
  });
  return { people, answers, asAsked, changed, skips, cannotTell };
}

// The human baseline of a quiz, from the standing table: keys with the decisions on them, skips as design 9 says.
import type { BaselineReport } from "#schemas/figure";
import { letters } from "#schemas/labels";
import { type BaselineAnswer, baselineOf } from "#server/measures/baseline";
import { cellStates, missing, reasonOf, type StandingTable } from "./table.ts";

/**
 * Each panel person's first answers on counted items. `cannot-tell` is wrong where the study offers it; every other
 * skip is not asked. A dropped item is asked of nobody.
 */
export function baselineIn(table: StandingTable): BaselineReport {
  const panel = table.panel();
  const answers: BaselineAnswer[] = [];
  table.items.forEach((item, i) => {
    if (item.protocol !== "choice" || !table.counts(i)) return;
    const key = table.keys.get(i);
    if (key === undefined || key.dropped) return;
    const { modality, articulations, entry: cluster } = item;
    panel.forEach((one, person) => {
      const row = one.occasions.get(1);
      const state = row?.state[i] ?? cellStates.empty;
      const value = row?.values[i] ?? missing;
      if (value !== missing) {
        const right = key.right.has(letters[value] as (typeof letters)[number]);
        answers.push({ person, cluster, right, modality, articulations });
      } else if (reasonOf(state) === "cannot-tell" && table.file.settings.cannotTell)
        answers.push({ person, cluster, right: false, modality, articulations });
    });
  });
  return baselineOf(
    answers,
    panel.map(({ code }) => code),
  );
}

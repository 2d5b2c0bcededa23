// The vote on every label of every counted item, from the standing table.
import { setImmediate as turn } from "node:timers/promises";
import type { LabelValue, VotedLabel } from "#schemas/label";
import { type LabelRow, letters } from "#schemas/labels";
import { type Vote, vote } from "#server/measures/vote";
import { missing, type StandingTable, type TablePerson } from "./table.ts";

export interface FigureLabel extends VotedLabel {
  /** The item's id; `item` is its name. */
  readonly id: string;
  /** How many gave each value: letters for a choice. */
  readonly counts: Record<string, number>;
}

/** A stored value as it leaves: a choice by its letter. */
const valueOut = (label: LabelRow, value: number): LabelValue =>
  label.scale === "options" ? (letters[value] as string) : value;

function voteOn(table: StandingTable, panel: readonly TablePerson[], item: number, l: number): FigureLabel {
  const label = table.labels[l] as LabelRow;
  const votes: Vote[] = [];
  for (const person of panel) {
    const row = person.occasions.get(1);
    const value = row?.values[l * table.items.length + item] ?? missing;
    if (row === undefined || value === missing) continue;
    const confidence = row.confidence[item] as number;
    votes.push(confidence < 0 ? { value } : { value, confidence });
  }
  const { value, rule, votes: most, of, tied } = vote(votes);
  const given = votes.map((one) => one.value);
  const counts: Record<string, number> = {};
  for (const one of given.sort((a, b) => a - b)) {
    const name = String(valueOut(label, one));
    counts[name] = (counts[name] ?? 0) + 1;
  }
  const { id, name } = table.items[item] as (typeof table.items)[number];
  return {
    item: name,
    label: label.id,
    value: value === null ? null : valueOut(label, value),
    rule,
    votes: most,
    of,
    tied: tied.map((one) => valueOut(label, one)),
    spread: of === 0 || label.scale === "options" ? null : Math.max(...given) - Math.min(...given),
    id,
    counts,
  };
}

/** All of them, item by item in the order of the study, a thousand items a turn of the event loop. */
export async function voteAll(table: StandingTable): Promise<FigureLabel[]> {
  const out: FigureLabel[] = [];
  const panel = table.panel();
  for (let item = 0; item < table.items.length; item++) {
    if (!table.counts(item)) continue;
    for (let l = 0; l < table.labels.length; l++) out.push(voteOn(table, panel, item, l));
    if (item % 1000 === 999) await turn();
  }
  return out;
}

/** Votes that end unresolved and that no adjudicator has settled. Only where the counts tie is the vote taken at all. */
export function tiesIn(table: StandingTable): number {
  let ties = 0;
  const panel = table.panel();
  table.coincidences.forEach(({ counts, sizes, values: K }, l) => {
    for (let item = 0; item < table.items.length; item++) {
      if ((sizes[item] as number) < 2 || !table.counts(item)) continue;
      let most = 0;
      let holders = 0;
      for (let k = 0; k < K; k++) {
        const n = counts[item * K + k] as number;
        if (n > most) {
          most = n;
          holders = 1;
        } else if (n === most) holders++;
      }
      if (holders < 2 || voteOn(table, panel, item, l).rule !== "unresolved") continue;
      if (!table.settled.has(`${table.items[item]?.id} ${table.labels[l]?.id}`)) ties++;
    }
  });
  return ties;
}

/** Items on which the vote gives a value for one label at least; it is taken only where all of them tie. */
export function labelledIn(table: StandingTable): number {
  const panel = table.panel();
  const alone = ({ counts, values: K }: StandingTable["coincidences"][number], item: number): boolean => {
    const given = counts.subarray(item * K, item * K + K);
    const most = Math.max(...given);
    return most > 0 && given.indexOf(most) === given.lastIndexOf(most);
  };
  let labelled = 0;
  for (let item = 0; item < table.items.length; item++) {
    if (!table.counts(item)) continue;
    if (
      table.coincidences.some((sums) => item < sums.sizes.length && alone(sums, item)) ||
      table.labels.some((_, l) => voteOn(table, panel, item, l).value !== null)
    )
      labelled++;
  }
  return labelled;
}

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

/** All of them, item by item in the order of the study, for a few milliseconds a turn of the event loop. */
export async function voteAll(table: StandingTable): Promise<FigureLabel[]> {
  const out: FigureLabel[] = [];
  const panel = table.panel();
  let from = performance.now();
  for (let item = 0; item < table.items.length; item++) {
    if (!table.counts(item)) continue;
    for (let l = 0; l < table.labels.length; l++) out.push(voteOn(table, panel, item, l));
    if (performance.now() - from < turnMs) continue;
    await turn();
    from = performance.now();
  }
  return out;
}

const turnMs = 10;

/** How many votes ended how, kept from one look to the next: only items that were touched are voted on again. */
export class VoteTally {
  private readonly ties: Uint8Array;
  private readonly has: Uint8Array;
  /** Votes that end unresolved and that no adjudicator has settled. */
  unsettled = 0;
  /** Items on which the vote gives a value for one label at least. */
  labelled = 0;

  constructor(table: StandingTable) {
    this.ties = new Uint8Array(table.items.length);
    this.has = new Uint8Array(table.items.length);
  }

  async bringUp(table: StandingTable): Promise<void> {
    const panel = table.panel();
    let from = performance.now();
    for (const item of table.touched) {
      const [ties, has] = table.counts(item) ? this.look(table, panel, item) : [0, 0];
      this.unsettled += ties - (this.ties[item] as number);
      this.labelled += has - (this.has[item] as number);
      this.ties[item] = ties;
      this.has[item] = has;
      table.touched.delete(item);
      if (performance.now() - from < turnMs) continue;
      await turn();
      from = performance.now();
    }
  }

  /** The vote itself is taken only where the counts tie. */
  private look(table: StandingTable, panel: readonly TablePerson[], item: number): [ties: number, has: 0 | 1] {
    let ties = 0;
    let has: 0 | 1 = 0;
    table.coincidences.forEach(({ counts, sizes, values: K }, l) => {
      if (item >= sizes.length || sizes[item] === 0) return;
      let most = 0;
      let holders = 0;
      for (let k = 0; k < K; k++) {
        const n = counts[item * K + k] as number;
        if (n > most) {
          most = n;
          holders = 1;
        } else if (n === most) holders++;
      }
      const unresolved = holders > 1 && voteOn(table, panel, item, l).rule === "unresolved";
      if (!unresolved) has = 1;
      else if (!table.settled.has(`${table.items[item]?.id} ${table.labels[l]?.id}`)) ties++;
    });
    return [ties, has];
  }
}

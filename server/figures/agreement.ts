// Agreement on each label, from the standing table: alpha from the running whole numbers, the rest from the ratings.
import { setImmediate as turn } from "node:timers/promises";
import type { Grouping } from "#schemas/about";
import type { AgreementReport, AgreementRow } from "#schemas/figure";
import type { LabelRow, Metric } from "#schemas/labels";
import { type AgreementOptions, agreementRow, emptyRow, intervalOf, reportOf } from "#server/measures/agreement";
import { alphaOf } from "#server/measures/alpha";
import type { Coincidences } from "#server/measures/coincidence";
import { groupRatings, type Ratings } from "#server/measures/ratings";
import { scaleOfRow } from "#server/measures/scale";
import { missing, type StandingTable, type TablePerson } from "./table.ts";

export type AgreementAsked = {
  readonly [K in keyof AgreementOptions]: AgreementOptions[K] | undefined;
} & {
  readonly metric?: Metric | undefined;
  /** False: alpha, its interval and the counts only, at once from the running numbers. */
  readonly companions?: boolean | undefined;
  /** Within and between the groups that people said they belong to. */
  readonly by?: Grouping | undefined;
};

/** `groups`: by person, where groups are asked for. */
export async function agreementOf(
  table: StandingTable,
  asked: AgreementAsked,
  groups?: ReadonlyMap<string, string>,
): Promise<AgreementReport> {
  const { metric, companions = true, by: _, ...rest } = asked;
  const options = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  ) as AgreementOptions;
  const grouped = groups === undefined ? {} : { groupOf: table.panel().map(({ id }) => groups.get(id)) };
  const rows: AgreementRow[] = [];
  for (let l = 0; l < table.labels.length; l++) {
    const label = table.labels[l] as LabelRow;
    const given = { ...options, label: label.id, metric: metric ?? label.metric };
    const counted = table.coincidences[l] as Coincidences;
    const scale = scaleOfRow(label);
    if (companions) {
      rows.push(agreementRow({ ...given, ratings: ratingsIn(table, l), counted, self: selfOf(table, l), ...grouped }));
      await turn();
    } else {
      rows.push({
        ...emptyRow(label.id, given.metric),
        ...alphaOf(counted, given.metric, scale),
        interval: intervalOf({ ...given, ratings: { scale } as Ratings }, counted),
        units: counted.ratedUnits,
        pairableUnits: counted.pairableUnits,
        ratings: counted.ratings,
        pairable: counted.pairable,
        people: table.panel().filter((person) => rates(table, person, l)).length,
      });
    }
  }
  return reportOf(rows);
}

function rates(table: StandingTable, person: TablePerson, l: number): boolean {
  const row = person.occasions.get(1);
  if (row === undefined) return false;
  const n = table.items.length;
  for (let item = 0; item < n; item++) if (row.values[l * n + item] !== missing && table.counts(item)) return true;
  return false;
}

/** The panel's ratings of one label on counted items, first occasion. */
function ratingsIn(table: StandingTable, l: number): Ratings {
  const label = table.labels[l] as LabelRow;
  const panel = table.panel();
  const n = table.items.length;
  const unit: number[] = [];
  const person: number[] = [];
  const value: number[] = [];
  panel.forEach((one, p) => {
    const row = one.occasions.get(1);
    if (row === undefined) return;
    for (let item = 0; item < n; item++) {
      const given = row.values[l * n + item] as number;
      if (given === missing || !table.counts(item)) continue;
      unit.push(item);
      person.push(p);
      value.push(given - label.least);
    }
  });
  const people = panel.map((one) => one.code);
  return groupRatings(scaleOfRow(label), people, n, { length: unit.length, unit, person, value });
}

/** Each person with themself: items answered on the first and on a later occasion, and the share of equal values. */
function selfOf(table: StandingTable, l: number): AgreementRow["self"] {
  const n = table.items.length;
  return table.panel().flatMap((person) => {
    const first = person.occasions.get(1);
    let units = 0;
    let pairs = 0;
    let same = 0;
    for (let item = 0; first !== undefined && item < n; item++) {
      const value = first.values[l * n + item];
      if (value === missing || !table.counts(item)) continue;
      let again = false;
      for (const [occasion, row] of person.occasions) {
        if (occasion === 1 || row.values[l * n + item] === missing) continue;
        again = true;
        pairs++;
        if (row.values[l * n + item] === value) same++;
      }
      if (again) units++;
    }
    return units === 0 ? [] : [{ person: person.code, units, agreement: same / pairs }];
  });
}

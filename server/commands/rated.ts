// A file of ratings made ready for measures: each label with its scale, and its ratings grouped by item.
import { labels as table } from "#schemas/labels";
import { refuseLine } from "#server/intake/jsonl";
import type { Matrix } from "#server/intake/matrix";
import { Column, Names } from "#server/intake/names";
import { type RatingsFile, valuesOfTexts } from "#server/intake/ratings";
import { groupRatings, type Ratings } from "#server/measures/ratings";
import { knownScale, type Scale, scaleOf, scaleOfValues } from "#server/measures/scale";

export interface ScaledLabel {
  readonly scale: Scale;
  /** By text of the label in the file, its place on the scale. */
  readonly places: readonly number[];
}

/** The scale told on the command line. */
export const givenScale = (parts: readonly string[]): Scale => scaleOf(valuesOfTexts(parts), true);

/**
 * The scale of a label: the given one, else with `byTable` that of the table where it holds every value, else the
 * values that occur.
 * `outside` is called with a text that the given scale lacks.
 */
function scaleFor(
  label: string,
  texts: readonly string[],
  given: Scale | undefined,
  byTable: boolean,
  outside: (text: string, at: number) => never,
): ScaledLabel {
  const values = valuesOfTexts(texts);
  const placed = (scale: Scale): ScaledLabel => {
    const byValue = new Map(scale.values.map((value, k) => [value, k]));
    return { scale, places: values.map((value) => byValue.get(value) ?? -1) };
  };
  if (given !== undefined) {
    const out = placed(given);
    const lost = out.places.indexOf(-1);
    return lost >= 0 ? outside(texts[lost] as string, lost) : out;
  }
  const known = byTable ? knownScale(label) : undefined;
  const whole = known === undefined ? undefined : placed(known);
  return whole !== undefined && !whole.places.includes(-1) ? whole : placed(scaleOfValues(values));
}

/** The label's scale in a file of ratings; a value outside the given one is refused by line. */
export function scaleIn(file: RatingsFile, l: number, given: Scale | undefined, byTable = true): ScaledLabel {
  return scaleFor(file.labels[l] as string, file.texts[l] ?? [], given, byTable, (text, at) => {
    const { rows } = file;
    const row = rows.value.findIndex((value, i) => value === at && rows.label[i] === l);
    return refuseLine(
      file.file,
      rows.line[row] as number,
      `the value ${text} of ${file.labels[l]} is not on the scale`,
      `The scale is ${given?.values.join(", ")}.`,
    );
  });
}

/** Ratings of a label by item, first occasions only. */
export function ratingsOfLabel(file: RatingsFile, l: number, { scale, places }: ScaledLabel): Ratings {
  const { rows } = file;
  const unit = new Column(Int32Array);
  const person = new Column(Int32Array);
  const value = new Column(Int32Array);
  for (let i = 0; i < rows.length; i++) {
    if (rows.label[i] !== l || rows.occasion[i] !== 1 || (rows.value[i] as number) < 0) continue;
    unit.push(rows.item[i] as number);
    person.push(rows.person[i] as number);
    value.push(places[rows.value[i] as number] as number);
  }
  return groupRatings(scale, file.people, file.items.length, {
    length: unit.length,
    unit: unit.done(),
    person: person.done(),
    value: value.done(),
  });
}

/** Each person with themself: items rated on the first and on a later occasion, and the share of equal values. */
export function selfOf(file: RatingsFile, l: number): { person: string; units: number; agreement: number | null }[] {
  const { rows } = file;
  const first = new Map<number, number>();
  const later: number[] = [];
  const cell = (i: number) => (rows.item[i] as number) * file.people.length + (rows.person[i] as number);
  for (let i = 0; i < rows.length; i++) {
    if (rows.label[i] !== l || (rows.value[i] as number) < 0) continue;
    if (rows.occasion[i] === 1) first.set(cell(i), rows.value[i] as number);
    else later.push(i);
  }
  const found = new Map<number, { units: Set<number>; pairs: number; same: number }>();
  for (const i of later) {
    const value = first.get(cell(i));
    if (value === undefined) continue;
    const so = found.get(rows.person[i] as number) ?? { units: new Set(), pairs: 0, same: 0 };
    so.units.add(rows.item[i] as number);
    so.pairs++;
    if (value === rows.value[i]) so.same++;
    found.set(rows.person[i] as number, so);
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([p, so]) => ({ person: file.people[p] as string, units: so.units.size, agreement: so.same / so.pairs }));
}

/** A reliability matrix as ratings of one label. */
export function ratingsOfTable(matrix: Matrix, label: string, given: Scale | undefined): Ratings {
  const names = new Names();
  const unit: number[] = [];
  const person: number[] = [];
  const text: number[] = [];
  matrix.cells.forEach((row, p) => {
    row.forEach((cell, u) => {
      if (cell === "") return;
      unit.push(u);
      person.push(p);
      text.push(names.of(cell));
    });
  });
  const { scale, places } = scaleFor(label, names.list, given, true, (wrong, at) => {
    const line = matrix.lines[person[text.indexOf(at)] as number] as number;
    return refuseLine(
      matrix.file,
      line,
      `the value ${wrong} is not on the scale`,
      `The scale is ${given?.values.join(", ")}.`,
    );
  });
  const value = text.map((at) => places[at] as number);
  return groupRatings(scale, matrix.people, matrix.items.length, { length: unit.length, unit, person, value });
}

/** Labels of the table in its order, then the others as met. */
export function inOrder(names: readonly string[]): number[] {
  const rank = (l: number) => {
    const at = table.findIndex(({ id }) => id === names[l]);
    return at < 0 ? table.length + l : at;
  };
  return names.map((_, l) => l).sort((a, b) => rank(a) - rank(b));
}

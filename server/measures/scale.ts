// The ordered values that a label may take. Ratings hold a value's place in it, so that every measure works on small
// whole numbers and only distances look at the values themselves.
import type { LabelValue } from "#schemas/label";
import { type LabelRow, labelById, letters, valuesOf } from "#schemas/labels";

export interface Scale {
  readonly values: readonly LabelValue[];
  /** The values as numbers; null where one of them is text. */
  readonly numbers: readonly number[] | null;
  /** Whether the order means something: it was given, or the values are numbers. */
  readonly ordered: boolean;
}

export function scaleOf(values: readonly LabelValue[], ordered: boolean): Scale {
  const numbers = values.every((value) => typeof value === "number") ? (values as readonly number[]) : null;
  return { values, numbers, ordered: ordered || numbers !== null };
}

/** The scale of a label of the table: -3..3, 0..3, A..D. */
export const scaleOfRow = (row: LabelRow): Scale =>
  row.scale === "options" ? scaleOf(letters, false) : scaleOf(valuesOf(row), true);

/** The values that occur: numbers by size, text by code unit (an order that means nothing). */
export function scaleOfValues(found: Iterable<LabelValue>): Scale {
  const values = [...new Set(found)];
  if (values.every((value) => typeof value === "number"))
    return scaleOf(
      (values as number[]).sort((a, b) => a - b),
      true,
    );
  return scaleOf(values.map(String).sort(), false);
}

/** What is known of a label beforehand, where the table has it. */
export function knownScale(label: string): Scale | undefined {
  const row = labelById(label);
  return row === undefined ? undefined : scaleOfRow(row);
}

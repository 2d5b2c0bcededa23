// All ratings of one label, grouped by unit, as typed arrays: what agreement is computed from.
import type { LabelValue } from "#schemas/label";
import type { Scale } from "./scale.ts";

export interface Ratings {
  readonly scale: Scale;
  readonly people: readonly string[];
  readonly units: number;
  /** Length units + 1: ratings of unit u stand at starts[u] .. starts[u + 1] - 1, in the order of people. */
  readonly starts: Int32Array;
  /** Index of the person who gave the rating. */
  readonly person: Int32Array;
  /** Index of the value in the scale. */
  readonly value: Int16Array;
}

export interface Triples {
  readonly length: number;
  readonly unit: ArrayLike<number>;
  readonly person: ArrayLike<number>;
  /** Index in the scale. */
  readonly value: ArrayLike<number>;
}

/** Groups ratings by unit (and by person within it), in linear time. A person rates a unit at most once. */
export function groupRatings(scale: Scale, people: readonly string[], units: number, given: Triples): Ratings {
  const byPerson = order(given.length, people.length, given.person);
  const starts = new Int32Array(units + 1);
  for (let i = 0; i < given.length; i++) starts[(given.unit[i] as number) + 1]!++;
  for (let u = 0; u < units; u++) starts[u + 1]! += starts[u]!;
  const next = starts.slice();
  const person = new Int32Array(given.length);
  const value = new Int16Array(given.length);
  for (let j = 0; j < given.length; j++) {
    const i = byPerson[j] as number;
    const place = next[given.unit[i] as number]!++;
    person[place] = given.person[i] as number;
    value[place] = given.value[i] as number;
  }
  return { scale, people, units, starts, person, value };
}

function order(length: number, groups: number, group: ArrayLike<number>): Int32Array {
  const next = new Int32Array(groups + 1);
  for (let i = 0; i < length; i++) next[(group[i] as number) + 1]!++;
  for (let g = 0; g < groups; g++) next[g + 1]! += next[g]!;
  const out = new Int32Array(length);
  for (let i = 0; i < length; i++) out[next[group[i] as number]!++] = i;
  return out;
}

/** Ratings from rows of people by columns of units; null is missing. Throws where a value is not on the scale. */
export function ratingsOfMatrix(
  matrix: readonly (readonly (LabelValue | null)[])[],
  scale: Scale,
  people: readonly string[] = matrix.map((_, p) => `p${p + 1}`),
): Ratings {
  const place = new Map(scale.values.map((value, k) => [value, k]));
  const unit: number[] = [];
  const person: number[] = [];
  const value: number[] = [];
  matrix.forEach((row, p) => {
    row.forEach((cell, u) => {
      if (cell === null) return;
      const k = place.get(cell);
      if (k === undefined) throw new RangeError(`${cell} is not on the scale`);
      unit.push(u);
      person.push(p);
      value.push(k);
    });
  });
  const units = Math.max(0, ...matrix.map((row) => row.length));
  return groupRatings(scale, people, units, { length: unit.length, unit, person, value });
}

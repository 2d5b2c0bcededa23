// `labels --method dawid-skene`: the estimate of each label, put into the rows of the votes and shown with what it rests on.
import type { LabelValue } from "#schemas/label";
import type { RatingsFile } from "#server/intake/ratings";
import { dawidSkene } from "#server/measures/dawid-skene";
import type { ScaledLabel } from "./rated.ts";

type Estimate = ReturnType<typeof estimate>;

/** Dawid and Skene over every occasion: a person may judge an item more than once. */
export function estimate(file: RatingsFile, l: number, { scale, places }: ScaledLabel) {
  const { rows } = file;
  const items = new Map<number, number>();
  const people = new Map<number, number>();
  const judgements = [];
  const numbered = (map: Map<number, number>, key: number) => {
    if (!map.has(key)) map.set(key, map.size);
    return map.get(key) as number;
  };
  for (let i = 0; i < rows.length; i++) {
    if (rows.label[i] !== l || (rows.value[i] as number) < 0) continue;
    judgements.push({
      item: numbered(items, rows.item[i] as number),
      person: numbered(people, rows.person[i] as number),
      value: places[rows.value[i] as number] as number,
    });
  }
  const tally = new Map<number, number[]>();
  for (const { item, value } of judgements) {
    const counts = tally.get(item) ?? new Array<number>(scale.values.length).fill(0);
    counts[value]!++;
    tally.set(item, counts);
  }
  return {
    items,
    people,
    tally,
    values: scale.values,
    found: dawidSkene(judgements, items.size, people.size, scale.values.length),
  };
}

/** The most probable value of an item; null where nobody judged it. */
export function mostLikely({ items, values, found }: Estimate, item: number): LabelValue | null {
  const posterior = found.posterior[items.get(item) ?? -1];
  return posterior === undefined ? null : (values[posterior.indexOf(Math.max(...posterior))] as LabelValue);
}

interface Row {
  value: LabelValue | null;
  rule: string;
  votes: number;
  of: number;
  tied: LabelValue[];
  posterior?: Record<string, number> | null;
}

export function place(row: Row, one: Estimate, item: number): void {
  const { items, tally, values, found } = one;
  const at = items.get(item);
  if (at === undefined) {
    row.posterior = null;
    return;
  }
  const posterior = found.posterior[at] as readonly number[];
  const counts = tally.get(at) as number[];
  row.posterior = Object.fromEntries(values.map((value, k) => [String(value), posterior[k] as number]));
  row.value = mostLikely(one, item);
  row.rule = "dawid-skene";
  row.votes = counts[values.indexOf(row.value as LabelValue)] as number;
  row.of = counts.reduce((sum, n) => sum + n, 0);
  row.tied = [];
}

/** Prior, confusion and iterations: plain for one label, by label for several. */
export function beside(file: RatingsFile, estimates: readonly Estimate[], order: readonly number[]) {
  if (estimates.length === 0) return {};
  const parts = order.map((l) => {
    const { people, found } = estimates[l] as Estimate;
    const confusion = Object.fromEntries([...people].map(([p, at]) => [file.people[p] as string, found.confusion[at]]));
    return { label: file.labels[l] as string, prior: found.prior, confusion, iterations: found.iterations };
  });
  if (parts.length === 1) {
    const [{ prior, confusion, iterations }] = parts as [(typeof parts)[0]];
    return { prior, confusion, iterations };
  }
  const of = (name: "prior" | "confusion" | "iterations") =>
    Object.fromEntries(parts.map((part) => [part.label, part[name]]));
  return { prior: of("prior"), confusion: of("confusion"), iterations: of("iterations") };
}

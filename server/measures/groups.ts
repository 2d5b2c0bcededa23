// Agreement within each group of people and between two of them. A group under three people is never shown: its figure
// would be about persons.
import type { AgreementRow } from "#schemas/figure";
import type { Metric } from "#schemas/labels";
import { alphaOf, distances, refusalOf } from "./alpha.ts";
import { Coincidences } from "./coincidence.ts";
import type { Ratings } from "./ratings.ts";

const leastInGroup = 3;

/**
 * Within: alpha over the group's ratings alone. Between: 1 - Do / De, where Do is the mean over units of the distance
 * of pairs with one rating from each group (each unit weighted by its number of such pairs), and De the distance of all
 * pairs of one rating from each group over those units. Ordinal distances come from both groups' ratings there.
 */
export function betweenGroups(
  ratings: Ratings,
  metric: Metric,
  groupOf: readonly (string | undefined)[],
): AgreementRow["groups"] {
  if (refusalOf(metric, ratings.scale) !== null) return [];
  const people = new Map<string, number>();
  const active = new Set(ratings.person);
  groupOf.forEach((group, p) => {
    if (group !== undefined && active.has(p)) people.set(group, (people.get(group) ?? 0) + 1);
  });
  const groups = [...people].flatMap(([group, n]) => (n >= leastInGroup ? [group] : [])).sort();
  const sums = new Map(groups.map((group) => [group, countsOf(ratings, groupOf, group)]));
  const of = (group: string) => sums.get(group) as Coincidences;
  return groups.flatMap((a, i) => [
    { groups: [a], alpha: alphaOf(of(a), metric, ratings.scale).alpha },
    ...groups.slice(i + 1).map((b) => ({ groups: [a, b], alpha: between(of(a), of(b), metric, ratings) })),
  ]);
}

function countsOf(ratings: Ratings, groupOf: readonly (string | undefined)[], group: string): Coincidences {
  const out = new Coincidences(ratings.scale.values.length, ratings.units);
  for (let u = 0; u < ratings.units; u++)
    for (let i = ratings.starts[u] as number; i < (ratings.starts[u + 1] as number); i++)
      if (groupOf[ratings.person[i] as number] === group) out.add(u, ratings.value[i] as number);
  return out;
}

function between(a: Coincidences, b: Coincidences, metric: Metric, { scale, units }: Ratings): number | null {
  const K = a.values;
  const totalA = new Float64Array(K);
  const totalB = new Float64Array(K);
  const pairs = new Float64Array(K * K);
  for (let u = 0; u < units; u++) {
    if (a.sizes[u] === 0 || b.sizes[u] === 0) continue;
    for (let c = 0; c < K; c++) {
      const n = a.counts[u * K + c] as number;
      totalA[c]! += n;
      totalB[c]! += b.counts[u * K + c] as number;
      if (n > 0) for (let k = 0; k < K; k++) pairs[c * K + k]! += n * (b.counts[u * K + k] as number);
    }
  }
  const distance = distances(
    metric,
    scale,
    totalA.map((n, k) => n + (totalB[k] as number)),
  );
  const apart = (c: number, k: number) => (distance[Math.min(c, k) * K + Math.max(c, k)] as number) * (c === k ? 0 : 1);
  let observed = 0;
  let all = 0;
  let expected = 0;
  let possible = 0;
  for (let c = 0; c < K; c++)
    for (let k = 0; k < K; k++) {
      observed += (pairs[c * K + k] as number) * apart(c, k);
      all += pairs[c * K + k] as number;
      expected += (totalA[c] as number) * (totalB[k] as number) * apart(c, k);
      possible += (totalA[c] as number) * (totalB[k] as number);
    }
  return expected === 0 ? null : 1 - observed / all / (expected / possible);
}

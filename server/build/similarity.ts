// Which entries come close to one another: by the characters that gloss and description share. Offline, no model.

export interface Likened {
  readonly forms: readonly string[];
  readonly description: string;
}
const glossWeight = 2;
/** Characters in more than this share of all entries (一, 手, punctuation) say nothing and are left out. */
const common = 0.08;

/**
 * For each entry the `most` nearest others, the nearest first: cosine over its characters, each weighed by how rare it
 * is (log of entries / entries that hold it), those of glosses twice. Equal ones in the order of the file.
 */
export function nearestByCharacters(entries: readonly Likened[], most: number): number[][] {
  const features = entries.map(({ forms, description }) => [
    ...[...new Set([...forms.join("")])].map((sign) => `g${sign}`),
    ...[...new Set([...description.normalize("NFC")])].map((sign) => `d${sign}`),
  ]);
  const holders = new Map<string, number[]>();
  for (const [entry, own] of features.entries())
    for (const feature of own) {
      const held = holders.get(feature);
      if (held === undefined) holders.set(feature, [entry]);
      else held.push(entry);
    }
  const weights = new Map<string, number>();
  const ceiling = Math.max(3, entries.length * common);
  for (const [feature, held] of holders)
    if (held.length > 1 && held.length <= ceiling)
      weights.set(feature, (feature.startsWith("g") ? glossWeight : 1) * Math.log(entries.length / held.length));
  const norms = features.map((own) => Math.sqrt(own.reduce((sum, one) => sum + (weights.get(one) ?? 0) ** 2, 0)));
  const shared = new Float64Array(entries.length);
  return features.map((own, entry) => {
    const touched: number[] = [];
    for (const feature of own) {
      const weight = weights.get(feature);
      if (weight === undefined) continue;
      for (const other of holders.get(feature) as number[]) {
        if (shared[other] === 0) touched.push(other);
        shared[other] = (shared[other] as number) + weight * weight;
      }
    }
    const scored = touched
      .filter((other) => other !== entry)
      .map((other) => [(shared[other] as number) / ((norms[other] as number) || 1), other] as const);
    for (const other of touched) shared[other] = 0;
    return scored
      .sort((a, b) => b[0] - a[0] || a[1] - b[1])
      .slice(0, most)
      .map((one) => one[1]);
  });
}

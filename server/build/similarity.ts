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

/**
 * For each entry the `most` nearest others by the cosine of vectors brought along, the nearest first, equal ones in the
 * order of the file. `vectors`: one of the same length for each entry; one of length 0 has nobody near.
 */
export function nearestByVectors(vectors: readonly Float32Array[], most: number): number[][] {
  const size = vectors[0]?.length ?? 0;
  const flat = new Float32Array(vectors.length * size);
  vectors.forEach((vector, k) => {
    const norm = Math.sqrt(vector.reduce((sum, one) => sum + one * one, 0));
    if (norm > 0) for (let d = 0; d < size; d++) flat[k * size + d] = (vector[d] as number) / norm;
  });
  const closeness = new Float32Array(vectors.length);
  return vectors.map((_, entry) => {
    const at = entry * size;
    for (let other = 0; other < vectors.length; other++) {
      let sum = 0;
      for (let d = 0, o = other * size; d < size; d++, o++) sum += (flat[at + d] as number) * (flat[o] as number);
      closeness[other] = sum;
    }
    return topOf(closeness, entry, most);
  });
}

/** The places of the greatest values above 0, without `self`. */
function topOf(values: Float32Array, self: number, most: number): number[] {
  const sorted = values.slice().sort();
  const bar = Math.max(sorted[Math.max(0, sorted.length - most - 1)] as number, Number.MIN_VALUE);
  const out: number[] = [];
  for (let k = 0; k < values.length; k++) if (k !== self && (values[k] as number) >= bar) out.push(k);
  return out.sort((a, b) => (values[b] as number) - (values[a] as number) || a - b).slice(0, most);
}

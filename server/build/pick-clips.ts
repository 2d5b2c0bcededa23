// Which clips of a long list an emotion study shows: those whose captions are most positive and most negative, or so
// many of each signer. Pure: scores are given, chance comes from a seed, and equal ones keep the order of the list.
import { Problem } from "#schemas/problem";
import { mulberry32, seedFrom, shuffled } from "#schemas/seeded";

export interface Candidate {
  readonly clip: string;
  readonly signer?: string;
  /** Of its caption, -1 (most negative) to 1 (most positive); left out where it has none. */
  readonly score?: number;
}

/**
 * The places of the `each` most positive and the `each` most negative clips, in the order of the list. A clip without a
 * score, or with 0, is neither. Refuses (Problem "bad-value") where there are fewer.
 */
export function mostTold(list: readonly Candidate[], each: number): number[] {
  const scored = list.flatMap(({ score }, at) => (score === undefined || score === 0 ? [] : [{ score, at }]));
  const positive = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.at - b.at);
  const negative = scored.filter(({ score }) => score < 0).sort((a, b) => a.score - b.score || a.at - b.at);
  if (positive.length < each || negative.length < each)
    throw new Problem(
      "bad-value",
      `${positive.length} captions are positive and ${negative.length} negative; ${each} of each were asked for`,
    );
  return [...positive.slice(0, each), ...negative.slice(0, each)].map(({ at }) => at).sort((a, b) => a - b);
}

/**
 * The places of `each` clips of every signer, drawn by the seed, in the order of the list; of a signer with fewer, all.
 * Refuses where clips have no signer.
 */
export function bySigner(list: readonly Candidate[], each: number, seed: string): number[] {
  const bySign = new Map<string, number[]>();
  list.forEach(({ clip, signer }, at) => {
    if (signer === undefined) throw new Problem("bad-value", `the clip "${clip}" has no signer`);
    bySign.set(signer, [...(bySign.get(signer) ?? []), at]);
  });
  return [...bySign]
    .flatMap(([signer, places]) => shuffled(places, mulberry32(seedFrom(`${seed}\n${signer}`))).slice(0, each))
    .sort((a, b) => a - b);
}

/** The places of clips named by hand, in the order of the list. Refuses a name that the list lacks. */
export function byHand(list: readonly Candidate[], clips: readonly string[]): number[] {
  const places = new Map(list.map(({ clip }, at) => [clip.normalize("NFC"), at]));
  const found = clips.map((clip) => {
    const at = places.get(clip.normalize("NFC"));
    if (at === undefined) throw new Problem("bad-value", `there is no clip "${clip}" in the list`);
    return at;
  });
  return [...new Set(found)].sort((a, b) => a - b);
}

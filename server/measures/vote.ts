// The agreed value of one label of one item out of several people's votes (design 8). Never by arrival, id, order or chance.
import type { VoteRule } from "#schemas/label";

export interface Vote {
  /** Place on the scale. */
  readonly value: number;
  /** How sure the person was of the whole response; left out where missing, which loses to any number, 0 included. */
  readonly confidence?: number;
}

export interface Outcome {
  /** Place on the scale; null where there is no label. */
  readonly value: number | null;
  readonly rule: VoteRule;
  /** Votes for the value, or for each tied value. */
  readonly votes: number;
  readonly of: number;
  /** The tied values in order; in `unresolved` those still equal after confidence. */
  readonly tied: readonly number[];
}

/**
 * The most frequent value; a tie at the top goes to the tied value with the most confident voter; else no label.
 * Source of the rule: EmoSign 3.3, with what it leaves open settled in design 8. Values are whole numbers >= 0.
 */
export function vote(votes: readonly Vote[]): Outcome {
  const of = votes.length;
  if (of === 0) return { value: null, rule: "no-votes", votes: 0, of, tied: [] };
  const counts = new Map<number, { votes: number; strength: number }>();
  for (const { value, confidence } of votes) {
    const so = counts.get(value) ?? { votes: 0, strength: Number.NEGATIVE_INFINITY };
    so.votes++;
    so.strength = Math.max(so.strength, confidence ?? Number.NEGATIVE_INFINITY);
    counts.set(value, so);
  }
  const most = Math.max(...[...counts.values()].map((so) => so.votes));
  const tied = [...counts].filter(([, so]) => so.votes === most).sort(([a], [b]) => a - b);
  const first = tied[0] as (typeof tied)[number];
  if (tied.length === 1) {
    const rule = of === 1 ? "single" : most === of ? "unanimous" : most * 2 > of ? "majority" : "plurality";
    return { value: first[0], rule, votes: most, of, tied: [] };
  }
  const strongest = Math.max(...tied.map(([, so]) => so.strength));
  const left = tied.filter(([, so]) => so.strength === strongest).map(([value]) => value);
  if (left.length === 1)
    return { value: left[0] as number, rule: "confidence", votes: most, of, tied: tied.map(([value]) => value) };
  return { value: null, rule: "unresolved", votes: most, of, tied: left };
}

export interface OtherRules {
  /** The most frequent value alone; null in every tie. */
  readonly plurality: number | null;
  /** The most frequent value; in a tie the lower of the middle votes, whether or not somebody is sure of it. */
  readonly medianOnTies: number | null;
}

/** What other rules would say of the same votes, to be shown beside the outcome and never in its place. */
export function otherRules(votes: readonly Vote[]): OtherRules {
  if (votes.length === 0) return { plurality: null, medianOnTies: null };
  const { value, tied } = vote(votes.map((one) => ({ value: one.value })));
  if (tied.length === 0) return { plurality: value, medianOnTies: value };
  const sorted = votes.map((one) => one.value).sort((a, b) => a - b);
  return { plurality: null, medianOnTies: sorted[(sorted.length - 1) >> 1] as number };
}

// The benchmark sets that EmoSign draws from agreed labels: sentiment on seven and on three classes, the dominant emotion
// where there is one, and combinations of equally strong ones. Rules: docs/protocols.md; found on the released labels.
import { type EmotionId, emotionIds } from "#schemas/labels";

export const sentimentClasses = ["negative", "neutral", "positive"] as const;

/** By sign. */
export const sentiment3 = (sentiment: number): (typeof sentimentClasses)[number] =>
  sentiment < 0 ? "negative" : sentiment > 0 ? "positive" : "neutral";

/** The classes of the single-expression set: happiness stands for joy and excited. */
export const expressionClasses = [
  "happiness",
  ...emotionIds.filter((id) => id !== "joy" && id !== "excited"),
  "neutral",
] as const;
export type Expression = (typeof expressionClasses)[number];

/**
 * The emotions of greatest intensity: happiness is the greater of joy and excited, the other eight stand for themselves;
 * all 0 is `neutral`. Undefined where a label is missing, since it could be the greatest.
 */
export function expressionsOf(labels: Readonly<Partial<Record<EmotionId, number>>>): Expression[] | undefined {
  if (emotionIds.some((id) => labels[id] === undefined)) return undefined;
  const of = (id: EmotionId) => labels[id] as number;
  const strength = expressionClasses.flatMap((id) =>
    id === "neutral"
      ? []
      : [{ id, value: id === "happiness" ? Math.max(of("joy"), of("excited")) : of(id as EmotionId) }],
  );
  const greatest = Math.max(...strength.map(({ value }) => value));
  if (greatest === 0) return ["neutral"];
  return strength.filter(({ value }) => value === greatest).map(({ id }) => id);
}

/** How often a combination must occur to stand in the multi-expression set: more than this. */
const seldom = 2;

export interface LabelledItem {
  readonly item: string;
  readonly labels: Readonly<Partial<Record<EmotionId | "sentiment", number>>>;
}

export interface EmosignSets {
  readonly sentiment7: { item: string; value: number }[];
  readonly sentiment3: { item: string; value: string }[];
  readonly single: { item: string; value: string }[];
  /** Combinations as `a+b`, in the order of the labels. */
  readonly multi: { item: string; value: string }[];
  /** Items in no emotion set: `incomplete` where a label is missing, `seldom` where the combination is too rare. */
  readonly left: { item: string; why: "incomplete" | "seldom" }[];
}

export function emosignSets(items: readonly LabelledItem[]): EmosignSets {
  const rated = items.flatMap(({ item, labels: { sentiment } }) =>
    sentiment === undefined ? [] : [{ item, sentiment }],
  );
  const found = items.map(({ item, labels }) => ({ item, expressions: expressionsOf(labels) }));
  const combinations = new Map<string, number>();
  for (const { expressions } of found)
    if (expressions !== undefined && expressions.length > 1)
      combinations.set(expressions.join("+"), (combinations.get(expressions.join("+")) ?? 0) + 1);
  const out: EmosignSets = {
    sentiment7: rated.map(({ item, sentiment }) => ({ item, value: sentiment })),
    sentiment3: rated.map(({ item, sentiment }) => ({ item, value: sentiment3(sentiment) })),
    single: [],
    multi: [],
    left: [],
  };
  for (const { item, expressions } of found) {
    if (expressions === undefined) out.left.push({ item, why: "incomplete" });
    else if (expressions.length === 1) out.single.push({ item, value: expressions[0] as string });
    else if ((combinations.get(expressions.join("+")) as number) > seldom)
      out.multi.push({ item, value: expressions.join("+") });
    else out.left.push({ item, why: "seldom" });
  }
  return out;
}

/** How often each value occurs, in the given order. */
export function distributionOf<T>(values: readonly T[], classes: readonly T[]): number[] {
  return classes.map((one) => values.filter((value) => value === one).length);
}

/** Items in which both are above 0 over items in which either is; null where neither ever is. */
export function jaccard(pairs: readonly (readonly [number, number])[]): number | null {
  const either = pairs.filter(([a, b]) => a > 0 || b > 0).length;
  return either === 0 ? null : pairs.filter(([a, b]) => a > 0 && b > 0).length / either;
}

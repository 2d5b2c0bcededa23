// What an answer has not said yet, in the order in which it is asked: the words on the button that goes on.
import { emotionIds } from "#schemas/labels";
import type { EmotionAnswer } from "#schemas/response";

export const fields = ["sentiment", ...emotionIds, "confidence"] as const;
export type Field = (typeof fields)[number];

export function valueIn(answer: EmotionAnswer, field: Field): number | undefined {
  if (field === "sentiment") return answer.sentiment;
  if (field === "confidence") return answer.confidence;
  return answer.emotions[field];
}

/** 0 is said; only what nobody touched is missing. */
export function missing(answer: EmotionAnswer): Field[] {
  return fields.filter((field) => valueIn(answer, field) === undefined);
}

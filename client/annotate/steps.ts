// The steps of one clip in their only order, what each still misses, and what its value reads like in words.
import { type Field, missing } from "#client/capture/missing";
import type { Words } from "#client/words/en";
import { type EmotionId, emotionIds } from "#schemas/labels";
import type { EmotionAnswer } from "#schemas/response";

export const steps = ["sentiment", "emotions", "confidence", "cues"] as const;
export type Step = (typeof steps)[number];

const stepOf = (field: Field): Step => (field === "sentiment" || field === "confidence" ? field : "emotions");

/** How many values a step still misses. Cues may stay empty. */
export const openIn = (answer: EmotionAnswer, step: Step): number =>
  missing(answer).filter((field) => stepOf(field) === step).length;

/** The first step, in their order, that misses something; `cues` where nothing is missing. */
export const firstOpen = (answer: EmotionAnswer): Step => {
  const [field] = missing(answer);
  return field === undefined ? "cues" : stepOf(field);
};

/** A true minus sign, so that -2 reads and lines up as a number. */
export const signed = (value: number): string => (value < 0 ? `−${-value}` : value > 0 ? `+${value}` : "0");

export function summaryOf(words: Words, answer: EmotionAnswer, step: Step): string {
  if (step === "sentiment")
    return answer.sentiment === undefined
      ? ""
      : `${signed(answer.sentiment)} ${words.labels.sentimentValues[String(answer.sentiment)]}`;
  if (step === "confidence") return answer.confidence === undefined ? "" : String(answer.confidence);
  if (step === "cues") return answer.cues.length === 0 ? words.steps.noCue : words.steps.cueCount(answer.cues.length);
  const present = emotionIds.filter((emotion) => (answer.emotions[emotion] ?? 0) > 0);
  if (present.length === 0) return words.steps.nonePresent;
  return [...present]
    .sort((a, b) => (answer.emotions[b] ?? 0) - (answer.emotions[a] ?? 0))
    .map((emotion) => `${words.labels.emotions[emotion]} ${answer.emotions[emotion]}`)
    .join(" · ");
}

export const shortName = (words: Words, step: Step): string =>
  ({
    sentiment: words.steps.sentimentShort,
    emotions: words.steps.emotionsShort,
    confidence: words.steps.confidenceShort,
    cues: words.steps.cuesShort,
  })[step];

/** The emotion that a digit should go to after this one: the next without a value, else the next in order. */
export function nextEmotion(order: readonly EmotionId[], answer: EmotionAnswer, from: EmotionId): EmotionId {
  const at = order.indexOf(from);
  const rest = [...order.slice(at + 1), ...order.slice(0, at)];
  return rest.find((emotion) => answer.emotions[emotion] === undefined) ?? order[at + 1] ?? from;
}

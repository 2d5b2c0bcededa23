// What the coordinator expects of a practice item, and why. It travels to the person, so only practice items carry it.
import * as z from "zod/mini";
import { typed } from "./basics.ts";
import { emotionIds, labelById, letters } from "./labels.ts";

const rating = (label: string) => {
  const { least, greatest } = labelById(label) as { least: number; greatest: number };
  return z.optional(z.int().check(z.gte(least), z.lte(greatest)));
};

export const expected = z.strictObject({
  /** Choice: the letter of the stored order. */
  option: z.optional(z.enum(letters)),
  /** Emotion: only the labels that the coordinator has a view on. */
  sentiment: rating("sentiment"),
  emotions: z.optional(
    z.strictObject(
      Object.fromEntries(emotionIds.map((emotion) => [emotion, rating(emotion)])) as Record<
        (typeof emotionIds)[number],
        ReturnType<typeof rating>
      >,
    ),
  ),
  reason: z.optional(typed(2000)),
});
export type Expected = z.infer<typeof expected>;

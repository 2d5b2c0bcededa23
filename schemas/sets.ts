// EmoSign's derived sets of a study of clips, and how people in the comparison seat do on them when they are scored like
// a model: apart for clips shown without and with their caption.
import * as z from "zod/mini";
import { position } from "./figure.ts";

const n = z.int();
const figure = z.nullable(z.number());
const counts = z.array(z.object({ value: z.string(), items: n }));

const compared = z.object({
  /** By code. */
  person: z.string(),
  set: z.enum(["sentiment-3", "sentiment-7", "emotion"]),
  classes: z.array(z.string()),
  /** Items of the set. */
  n,
  accuracy: figure,
  /** EmoSign's wAcc and wF1. */
  balancedAccuracy: figure,
  weightedF1: figure,
  /** By class; null where no label has it. */
  recall: z.array(figure),
  /** Items that the person did not answer, or on which several of their emotions are equally strong: counted wrong. */
  invalid: n,
  /** Rows truth, columns said. */
  confusion: z.array(z.array(n)),
});

/** `GET /api/studies/:study/sets` */
export const deskSets = z.object({
  position,
  parts: z.array(
    z.object({
      condition: z.enum(["hidden", "shown"]),
      items: n,
      sentiment7: counts,
      sentiment3: counts,
      single: counts,
      multi: counts,
      /** In no emotion set. */
      left: z.object({ incomplete: n, seldom: n }),
      /** Joy and excited: clips with both over clips with either. */
      jaccard: figure,
      people: z.array(compared),
    }),
  ),
});
export type DeskSets = z.infer<typeof deskSets>;

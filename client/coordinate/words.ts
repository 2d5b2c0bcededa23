// The desk's own texts in the language that the coordinator reads; names of labels come from the shared catalogue.
import type { Language } from "#schemas/basics";
import { type CoordinateWords, coordinateEn } from "../words/coordinate-en.ts";
import { coordinateZhHans } from "../words/coordinate-zh-Hans.ts";
import { useLanguage, useWords } from "../words/words.ts";

const catalogues: Record<Language, CoordinateWords> = { en: coordinateEn, "zh-Hans": coordinateZhHans };

export type { CoordinateWords };

export const useDeskWords = (): CoordinateWords => catalogues[useLanguage().language];

/** The name of a label as annotators read it; a label that no catalogue knows stands under its own id. */
export function useLabelName(): (label: string) => string {
  const { labels } = useWords();
  const desk = useDeskWords();
  return (label) => {
    if (label === "sentiment") return labels.sentiment;
    if (label === "choice") return desk.common.choice;
    return (labels.emotions as Record<string, string>)[label] ?? label;
  };
}

// The words of runs, planner, effects and published rows, in the language that the coordinator reads.
import type { Language } from "#schemas/basics";
import { type FigureWords, figuresEn } from "../words/figures-en.ts";
import { figuresZhHans } from "../words/figures-zh-Hans.ts";
import { useLanguage } from "../words/words.ts";

const catalogues: Record<Language, FigureWords> = { en: figuresEn, "zh-Hans": figuresZhHans };

export const useFigureWords = (): FigureWords => catalogues[useLanguage().language];

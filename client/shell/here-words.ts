// The texts about this browser, in the language that the person reads; they come with the parts that show them.
import type { Language } from "#schemas/basics";
import { type HereWords, hereEn } from "../words/here-en.ts";
import { hereZhHans } from "../words/here-zh-Hans.ts";
import { useLanguage } from "../words/words.ts";

const catalogues: Record<Language, HereWords> = { en: hereEn, "zh-Hans": hereZhHans };

export const useHereWords = (): HereWords => catalogues[useLanguage().language];

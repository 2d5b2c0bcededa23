// The texts of the screens before the first item, in the language that the person reads; they come with those screens.
import type { Language } from "#schemas/basics";
import { type StartWords, startEn } from "../words/start-en.ts";
import { startZhHans } from "../words/start-zh-Hans.ts";
import { useLanguage } from "../words/words.ts";

const catalogues: Record<Language, StartWords> = { en: startEn, "zh-Hans": startZhHans };

export const useStartWords = (): StartWords => catalogues[useLanguage().language];

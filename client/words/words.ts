// Which language the person reads, kept in this browser, and the texts in it. Changing it re-renders texts only: an
// answer in hand stands elsewhere and stays.
import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import { type Language, languages } from "#schemas/basics";
import { en, type Words } from "./en.ts";
import { zhHans } from "./zh-Hans.ts";

const catalogues: Record<Language, Words> = { en, "zh-Hans": zhHans };
const place = "countersign-language";

interface Reading {
  readonly language: Language;
  readonly setLanguage: (language: Language) => void;
}

const ReadingContext = createContext<Reading>({ language: "en", setLanguage: () => {} });

function first(): Language {
  const kept = localStorage.getItem(place);
  const known = languages.find((language) => language === kept);
  return known ?? (navigator.language.toLowerCase().startsWith("zh") ? "zh-Hans" : "en");
}

/** Around the whole app. `start` is for tests and pictures; otherwise the kept language, then the browser's. */
export function WordsProvider({ start, children }: { readonly start?: Language; readonly children: ReactNode }) {
  const [language, set] = useState<Language>(() => start ?? first());
  const setLanguage = useCallback((next: Language) => {
    localStorage.setItem(place, next);
    set(next);
  }, []);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const reading = useMemo(() => ({ language, setLanguage }), [language, setLanguage]);
  return createElement(ReadingContext.Provider, { value: reading }, children);
}

export const useLanguage = (): Reading => useContext(ReadingContext);
export const useWords = (): Words => catalogues[useLanguage().language];

/** Whether the person has chosen a language here; a personal link's language is taken only where not. */
export const languageChosen = (): boolean => localStorage.getItem(place) !== null;

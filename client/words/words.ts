// Which language the person reads, kept in this browser, and the texts in it. Changing it re-renders texts only: an
// answer in hand stands elsewhere and stays. English comes with the page, other languages are fetched when chosen.
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

const place = "countersign-language";

const load = async (language: Language): Promise<Words> =>
  language === "en" ? en : (await import("./zh-Hans.ts")).zhHans;

interface Shown {
  readonly language: Language;
  readonly words: Words;
}
interface Reading extends Shown {
  readonly setLanguage: (language: Language) => void;
}

const english: Shown = { language: "en", words: en };
const ReadingContext = createContext<Reading>({ ...english, setLanguage: () => {} });

function first(): Language {
  const kept = localStorage.getItem(place);
  const known = languages.find((language) => language === kept);
  return known ?? (navigator.language.toLowerCase().startsWith("zh") ? "zh-Hans" : "en");
}

/** Around the whole app. `start` is for tests and pictures; otherwise the kept language, then the browser's. */
export function WordsProvider({ start, children }: { readonly start?: Language; readonly children: ReactNode }) {
  const [wanted, setWanted] = useState<Language>(() => start ?? first());
  const [shown, setShown] = useState<Shown | undefined>(() => (wanted === "en" ? english : undefined));
  const setLanguage = useCallback((next: Language) => {
    localStorage.setItem(place, next);
    setWanted(next);
  }, []);
  useEffect(() => {
    let gone = false;
    load(wanted).then(
      (words) => !gone && setShown({ language: wanted, words }),
      () => !gone && setShown((before) => before ?? english),
    );
    return () => {
      gone = true;
    };
  }, [wanted]);
  useEffect(() => {
    if (shown !== undefined) document.documentElement.lang = shown.language;
  }, [shown]);
  const reading = useMemo(() => shown && { ...shown, setLanguage }, [shown, setLanguage]);
  return reading === undefined ? null : createElement(ReadingContext.Provider, { value: reading }, children);
}

export const useLanguage = (): Pick<Reading, "language" | "setLanguage"> => useContext(ReadingContext);
export const useWords = (): Words => useContext(ReadingContext).words;

/** Whether the person has chosen a language here; a personal link's language is taken only where not. */
export const languageChosen = (): boolean => localStorage.getItem(place) !== null;

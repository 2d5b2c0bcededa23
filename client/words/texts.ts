// Words that a study brings along, in the language that the person reads; where it has none in it, the first that is there.
import { type Language, languages } from "#schemas/basics";
import type { Texts } from "#schemas/texts";
import { useLanguage } from "./words.ts";

interface Said {
  readonly text: string;
  readonly lang: Language;
}

function saidIn(texts: Texts, language: Language): Said {
  const lang = [language, ...languages].find((one) => (texts[one] ?? "").trim() !== "") ?? language;
  return { text: texts[lang] ?? "", lang };
}

export function useSaid(): (texts: Texts) => Said {
  const { language } = useLanguage();
  return (texts) => saidIn(texts, language);
}

// What the server says of files, in the reader's language where the sentence is known; else as it came, marked as English.
import { serverZhHans } from "../words/server-zh-Hans.ts";
import { useLanguage } from "../words/words.ts";

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Longest first, so that a short sentence never swallows the start of a longer one. */
const rules = serverZhHans
  .toSorted(([a], [b]) => b.length - a.length)
  .map(([said, means]) => ({ is: new RegExp(`^${said.split("{}").map(escaped).join("(.*?)")}$`, "su"), means }));
/** `media/a.mp4`, `people.csv line 3`, ...: where a sentence begins with a place, the place stays. */
const place = /^([\w./ -]+\.\w+(?: line \d+)?: )(.+)$/su;
const named = /^(.+) (\(named in .+\))$/su;

function translated(text: string): string | undefined {
  for (const { is, means } of rules) {
    const found = is.exec(text);
    if (found === null) continue;
    let at = 0;
    return means.replace(/\{\}/g, () => {
      at += 1;
      return found[at] ?? "";
    });
  }
  const [, before = "", after] = place.exec(text) ?? [];
  if (after !== undefined) {
    const inner = translated(after);
    return inner === undefined ? undefined : before + inner;
  }
  const [, first, where = ""] = named.exec(text) ?? [];
  const inner = first === undefined ? undefined : translated(first);
  return inner === undefined ? undefined : `${inner} ${where}`;
}

export interface Told {
  readonly text: string;
  readonly lang: "en" | "zh-Hans";
}

export function toldIn(language: "en" | "zh-Hans", text: string): Told {
  const means = language === "zh-Hans" ? translated(text) : undefined;
  return means === undefined ? { text, lang: "en" } : { text: means, lang: "zh-Hans" };
}

export function useServerText(): (text: string) => Told {
  const { language } = useLanguage();
  return (text) => toldIn(language, text);
}

// Every text of a study that may be signed, with its words in each language, and the hash that tells whether a video was
// made for these words.
import { type Language, languages } from "#schemas/basics";
import type { DeskItem } from "#schemas/desk";
import { emotionIds, letters } from "#schemas/labels";
import type { StudyFile } from "#schemas/study";
import type { Texts } from "#schemas/texts";
import { en, type Words } from "../words/en.ts";
import { zhHans } from "../words/zh-Hans.ts";

export const groups = ["instructions", "consent", "question", "option", "step", "label", "value", "help"] as const;
export type Group = (typeof groups)[number];
export interface Place {
  readonly place: string;
  readonly group: Group;
  /** What stands before the words: a letter of an option; else nothing. */
  readonly mark?: string;
  readonly texts: Texts;
}

const catalogues: Record<Language, Words> = { en, "zh-Hans": zhHans };
const intensities = ["0", "1", "2", "3"];

/** The places of the study's own texts and of the app's words that its people read. Options come with their items. */
export function placesOf(file: StudyFile): Place[] {
  const shown = languages.filter((language) => file.languages.includes(language));
  const fromWords = (place: string, group: Group, of: (words: Words) => string | undefined): Place => ({
    place,
    group,
    texts: Object.fromEntries(shown.map((language) => [language, of(catalogues[language]) ?? ""])) as Texts,
  });
  const own: Place[] = [
    { place: "instructions", group: "instructions", texts: file.instructions ?? {} },
    ...(file.consent?.sections ?? []).map(
      ({ id, title, text }): Place => ({
        place: `consent:${id}`,
        group: "consent",
        texts: Object.fromEntries(
          languages.flatMap((language) => {
            const both = [title[language], text[language]].filter((part) => part !== undefined);
            return both.length === 0 ? [] : [[language, both.join("\n")]];
          }),
        ) as Texts,
      }),
    ),
  ];
  const help = fromWords("help", "help", (words) => words.help.title);
  if (file.protocol === "choice")
    return [...own, fromWords("question", "question", (words) => words.quiz.question), help];
  return [
    ...own,
    ...(["sentiment", "emotions", "confidence", "cues"] as const).map((step) =>
      fromWords(`step:${step}`, "step", (words) => words.steps[step]),
    ),
    ...emotionIds.map((id) => fromWords(`label:${id}`, "label", (words) => words.labels.emotions[id])),
    ...[-3, -2, -1, 0, 1, 2, 3].map((value) =>
      fromWords(`value:sentiment:${value}`, "value", (words) => words.labels.sentimentValues[String(value)]),
    ),
    ...intensities.map((value) =>
      fromWords(`value:emotions:${value}`, "value", (words) => words.labels.intensity[value]),
    ),
    help,
  ];
}

/** The options of one question. */
export const optionsOf = (item: DeskItem, language: Language): Place[] =>
  letters.flatMap((letter) => {
    const words = item.options?.[letter];
    if (words === undefined) return [];
    return [
      {
        place: `option:${item.id}:${letter}`,
        group: "option" as const,
        mark: letter,
        texts: { [language]: words } as Texts,
      },
    ];
  });

export const hasText = ({ texts }: Place): boolean => Object.values(texts).some((text) => text.trim() !== "");

/** SHA-256 of the words in the order of `languages`: what `madeFor` of a sign video holds. */
export async function textHash({ texts }: Place): Promise<string> {
  const told = JSON.stringify(
    languages.flatMap((language) => (texts[language] === undefined ? [] : [[language, texts[language]]])),
  );
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(told));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

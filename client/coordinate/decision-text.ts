// One decision of the log in a few words.
import type { Decision } from "#schemas/decision";
import { dash, valueText } from "./numbers.ts";
import type { CoordinateWords } from "./words.ts";

export interface Names {
  readonly label: (id: string) => string;
  /** The code of a person, the name of an item: ids where they are not known. */
  readonly person: (id: string) => string;
  readonly item: (id: string) => string;
}

export function decisionText(given: Decision, words: CoordinateWords, names: Names): string {
  const { kinds, keyActs } = words.study;
  switch (given.kind) {
    case "seat":
      return kinds.seat(names.person(given.person), words.common.seats[given.seat]);
    case "remove":
      return kinds.remove(names.person(given.person));
    case "retire":
      return kinds.retire(names.item(given.item));
    case "key":
      return kinds.key(
        names.item(given.item),
        `${keyActs[given.act]}${given.option === undefined ? "" : ` (${given.option})`}`,
      );
    case "adjudicate":
      return kinds.adjudicate(
        names.item(given.item),
        names.label(given.label),
        given.value === null ? dash : valueText(given.label, given.value),
      );
    case "admit":
      return kinds.admit(given.response);
    case "announce":
      return kinds.announce;
    case "erase":
      return kinds.erase(names.person(given.person));
    case "state":
      return kinds.state(words.common.states[given.state]);
    case "version":
      return kinds.version(
        given.version,
        given.changed.map((name) => changedText(name, words)),
      );
  }
}

/** A part of a study that was changed, as its screen names it; what no screen names stands as it is. */
export function changedText(name: string, { study, setUp }: CoordinateWords): string {
  const [part = "", rest = ""] = name.split(/[. ](.*)/su);
  const parts: Partial<Record<string, string>> = {
    title: setUp.settings.title_,
    languages: setUp.settings.languages,
    timeZone: study.timeZone,
    instructions: setUp.texts.instructions,
    consent: setUp.texts.consent,
    template: setUp.settings.template,
    apart: setUp.settings.apart,
    repeats: setUp.settings.repeats,
    freeAfterDays: setUp.settings.freeAfter,
    cueSpans: setUp.settings.cueSpans,
  };
  const known = { ...(study as unknown as Record<string, unknown>), ...parts };
  if (part === "signs") return `${setUp.signs.title} (${rest})`;
  const told = known[part === "settings" ? rest : part];
  return typeof told === "string" ? told : name;
}

// One decision of the log in a few words.
import type { Decision } from "#schemas/decision";
import { dash, valueText } from "./numbers.ts";
import type { CoordinateWords } from "./words.ts";

export function decisionText(given: Decision, words: CoordinateWords, labelName: (label: string) => string): string {
  const { kinds, keyActs } = words.study;
  switch (given.kind) {
    case "seat":
      return kinds.seat(given.person, words.common.seats[given.seat]);
    case "retire":
      return kinds.retire(given.item);
    case "key":
      return kinds.key(given.item, `${keyActs[given.act]}${given.option === undefined ? "" : ` (${given.option})`}`);
    case "adjudicate":
      return kinds.adjudicate(
        given.item,
        labelName(given.label),
        given.value === null ? dash : valueText(given.label, given.value),
      );
    case "admit":
      return kinds.admit(given.response);
    case "erase":
      return kinds.erase(given.person);
    case "state":
      return kinds.state(words.common.states[given.state]);
  }
}

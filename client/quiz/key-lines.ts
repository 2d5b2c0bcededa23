// The expert's keys and their sheet.
import type { Words } from "#client/words/en";
import { playerLines } from "../annotate/key-lines.ts";
import type { KeyLine } from "../shell/help.tsx";
import { keyRow } from "../ui/keys.ts";

export type QuizAct = "1" | "2" | "3" | "4" | "go-on" | "undo" | "flag" | "help" | "leave";

const optionKeys = (["1", "2", "3", "4"] as const).flatMap((act, at) => [
  keyRow<QuizAct>(act, `Digit${act}`, act),
  keyRow<QuizAct>(act, `Numpad${act}`, act),
  keyRow<QuizAct>(act, `Key${"ABCD"[at]}`, "ABCD"[at] ?? ""),
]);

export const quizKeys = [
  ...optionKeys,
  keyRow<QuizAct>("go-on", "Enter", "Enter"),
  keyRow<QuizAct>("go-on", "NumpadEnter", "Enter"),
  keyRow<QuizAct>("undo", "Backspace", "Backspace"),
  keyRow<QuizAct>("flag", "KeyF", "F"),
  keyRow<QuizAct>("help", "Slash", "?", true),
  keyRow<QuizAct>("leave", "Escape", "Esc"),
];

export const quizLines = (words: Words): KeyLine[] => [
  { keys: "1–4  A–D", does: words.keys.options },
  { keys: "Enter", does: words.keys.goOn },
  { keys: "Backspace", does: words.keys.undo },
  { keys: "F", does: words.keys.flag },
  { keys: "?", does: words.keys.sheet },
  { keys: "Esc", does: words.keys.leave },
  ...playerLines(words),
];

// A step that has been answered: one line with its value, and the way back to it.
import { Check } from "lucide-react";
import { useWords } from "#client/words/words";
import type { EmotionAnswer } from "#schemas/response";
import ui from "../ui/ui.module.css";
import css from "./annotate.module.css";
import { type Step, shortName, summaryOf } from "./steps.ts";

interface FoldedProps {
  readonly step: Step;
  readonly answer: EmotionAnswer;
  /** One of several in a row, where the step in hand needs the height: the whole of it is the button. */
  readonly short: boolean;
  readonly onChange: () => void;
}

export function Folded({ step, answer, short, onChange }: FoldedProps) {
  const words = useWords();
  const name = shortName(words, step);
  if (short)
    return (
      <button type="button" className={css["foldedShort"]} onClick={onChange}>
        <span>
          {name} <span className={ui["srOnly"]}>{words.common.change}</span>
        </span>
        <strong>{summaryOf(words, answer, step)}</strong>
      </button>
    );
  return (
    <div className={css["folded"]}>
      <Check size={18} aria-hidden="true" />
      <span className={css["foldedName"]}>{name}</span>
      <strong>{summaryOf(words, answer, step)}</strong>
      <button type="button" className={css["change"]} aria-label={words.steps.change(name)} onClick={onChange}>
        {words.common.change}
      </button>
    </div>
  );
}

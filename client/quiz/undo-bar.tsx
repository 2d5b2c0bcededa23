// After a choice: how soon the next sign comes, and Undo as long as it may be taken back. Its place is always kept, so
// that nothing jumps.
import { useEffect, useState } from "react";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import css from "./quiz.module.css";
import type { ChoiceState } from "./use-choice.ts";

interface UndoBarProps {
  readonly state: ChoiceState;
  readonly advance: "auto" | "enter";
  readonly onUndo: () => void;
  readonly onNext: () => void;
}

export function UndoBar({ state, advance, onUndo, onNext }: UndoBarProps) {
  const words = useWords();
  const seconds = useSeconds(state);
  const shown = state.phase === "chosen" || state.phase === "over";
  return (
    <div className={css["undoPlace"]}>
      {shown && (
        <div className={css["undo"]}>
          <span className={css["undoText"]} role="status">
            {advance === "auto" && state.phase === "chosen" ? words.quiz.nextIn : words.quiz.nextReady}{" "}
            {advance === "auto" && state.phase === "chosen" && <b aria-hidden="true">{seconds}</b>}
          </span>
          {state.phase === "chosen" && (
            <Button keys="⌫" onClick={onUndo}>
              {words.quiz.undo}
            </Button>
          )}
          {advance === "enter" && (
            <Button kind="main" keys="⏎" onClick={onNext}>
              {words.quiz.next}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function useSeconds(state: ChoiceState): number {
  const left = () => Math.max(1, Math.ceil(((state.until ?? 0) - performance.now()) / 1000));
  const [, tick] = useState(0);
  useEffect(() => {
    if (state.phase !== "chosen") return;
    const timer = setInterval(() => tick((n) => n + 1), 250);
    return () => clearInterval(timer);
  }, [state.phase]);
  return left();
}

// Step three: how sure, 0 to 100. The line is empty until the first click or key puts the mark; a number field beside it
// does the same. Digits type the number, arrows move it by 1, Page keys by 10.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useWords } from "#client/words/words";
import { confidenceRange } from "#schemas/labels";
import { names } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import css from "./annotate.module.css";

const { least, greatest } = confidenceRange;
const clamp = (value: number): number => Math.min(greatest, Math.max(least, Math.round(value)));
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};
/** A digit within this time after another belongs to the same number. */
const typingMs = 1200;

interface ConfidenceProps {
  readonly value: number | undefined;
  readonly onRate: (value: number) => void;
  readonly onClear: () => void;
}

export function Confidence({ value, onRate, onClear }: ConfidenceProps) {
  const words = useWords();
  const [dragged, setDragged] = useState<number>();
  const [text, setText] = useState<string>();
  const typed = useRef({ digits: "", at: 0 });
  const line = useRef<HTMLDivElement>(null);
  const shown = dragged ?? value;
  const wrong = text !== undefined && text !== "" && !/^(\d{1,2}|100)$/.test(text);

  const at = (event: PointerEvent): number => {
    const box = line.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return least;
    return clamp(((event.clientX - box.left) / box.width) * greatest);
  };
  const give = (next: number) => {
    setText(undefined);
    onRate(next);
  };
  const clear = () => {
    setText(undefined);
    typed.current = { digits: "", at: 0 };
    onClear();
  };
  const type = (digit: string) => {
    const now = performance.now();
    const before = now - typed.current.at < typingMs ? typed.current.digits : "";
    const digits = Number(before + digit) <= greatest ? before + digit : digit;
    typed.current = { digits, at: now };
    give(Number(digits));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.nativeEvent.isComposing || event.keyCode === 229)
      return;
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
    const by = steps[event.key];
    if (digit !== undefined && !event.shiftKey) {
      if (!event.repeat) type(digit);
    } else if (by !== undefined) give(clamp(value === undefined ? (by > 0 ? least : greatest) : value + by));
    else if (event.key === "Home") give(least);
    else if (event.key === "End") give(greatest);
    else if (event.key === "Backspace" || event.key === "Delete") clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={css["step"]}>
      <h2 id="confidence-title">{words.steps.confidence}</h2>
      <div className={css["sure"]}>
        <div
          ref={line}
          className={css["track"]}
          role="spinbutton"
          tabIndex={0}
          data-first
          aria-label={words.steps.confidenceTrack}
          aria-valuemin={least}
          aria-valuemax={greatest}
          aria-valuenow={value}
          aria-valuetext={value === undefined ? words.steps.confidenceNone : String(value)}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            setDragged(at(event));
          }}
          onPointerMove={(event) => dragged !== undefined && setDragged(at(event))}
          onPointerUp={(event) => {
            if (dragged === undefined) return;
            setDragged(undefined);
            give(at(event));
          }}
          onPointerCancel={() => setDragged(undefined)}
        >
          <div className={names(css["rail"], shown !== undefined && css["given"])}>
            {shown !== undefined && (
              <>
                <span className={css["fill"]} style={{ width: `${shown}%` }} />
                <span className={css["mark"]} style={{ left: `${shown}%` }} />
              </>
            )}
          </div>
        </div>
        <Field
          label={words.steps.confidenceField}
          hideLabel
          className={css["sureField"]}
          inputMode="numeric"
          autoComplete="off"
          placeholder="–"
          value={text ?? (shown === undefined ? "" : String(shown))}
          {...(wrong ? { error: words.steps.confidenceRange } : {})}
          onChange={(event) => {
            const next = event.target.value.trim();
            setText(next);
            if (next === "") onClear();
            else if (/^(\d{1,2}|100)$/.test(next)) onRate(Number(next));
          }}
          onBlur={() => setText(undefined)}
        />
      </div>
      <p className={css["ends"]} aria-hidden="true">
        <span>0 {words.steps.confidenceLow}</span>
        <span>100 {words.steps.confidenceHigh}</span>
      </p>
    </div>
  );
}

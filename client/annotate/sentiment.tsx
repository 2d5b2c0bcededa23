// Step one: seven points from strongly negative to strongly positive, each with number and word. Digits 1 to 7 answer.
import { useId } from "react";
import type { StudyRow } from "#client/outbox/database";
import { useWords } from "#client/words/words";
import { labelById, valuesOf } from "#schemas/labels";
import { SignedValues } from "../shell/signed.tsx";
import { names } from "../ui/button.tsx";
import { keyRow, useKeys } from "../ui/keys.ts";
import ui from "../ui/ui.module.css";
import css from "./annotate.module.css";
import { signed } from "./steps.ts";

const row = labelById("sentiment");
const values = row === undefined ? [] : valuesOf(row);
const keys = values.flatMap((value, at) => [
  keyRow(String(value), `Digit${at + 1}`, String(at + 1)),
  keyRow(String(value), `Numpad${at + 1}`, String(at + 1)),
]);

interface SentimentProps {
  readonly study: StudyRow;
  readonly value: number | undefined;
  readonly onRate: (value: number) => void;
}

export function Sentiment({ study, value, onRate }: SentimentProps) {
  const words = useWords();
  const name = useId();
  useKeys(keys, (act) => onRate(Number(act)));
  return (
    <fieldset className={css["step"]}>
      <legend>
        <h2 data-first tabIndex={-1}>
          {words.steps.sentiment}
        </h2>
      </legend>
      <div className={css["points"]} data-keys="stage">
        {values.map((point, at) => (
          <label
            key={point}
            className={names(css["point"], point < 0 ? css["neg"] : point > 0 ? css["pos"] : css["neutral"])}
          >
            <input
              type="radio"
              name={name}
              className={ui["srOnly"]}
              checked={value === point}
              onChange={() => onRate(point)}
            />
            <span className={css["number"]}>{signed(point)}</span>
            <span className={css["word"]}>{words.labels.sentimentValues[String(point)]}</span>
            <span className={css["digit"]} aria-hidden="true">
              {at + 1}
            </span>
          </label>
        ))}
      </div>
      <SignedValues
        study={study}
        values={values.map((point) => ({
          place: `value:sentiment:${point}`,
          label: words.labels.sentimentValues[String(point)] ?? String(point),
        }))}
      />
    </fieldset>
  );
}

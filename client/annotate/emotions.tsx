// Step two: ten cards with four buttons each. A digit answers the card in focus and moves on; arrows move between cards.
import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from "react";
import type { Hand } from "#client/capture/hand";
import type { StudyRow } from "#client/outbox/database";
import { useWords } from "#client/words/words";
import { type EmotionId, labelById, valuesOf } from "#schemas/labels";
import type { EmotionAnswer } from "#schemas/response";
import { Signed, SignedValues } from "../shell/signed.tsx";
import { Button, names } from "../ui/button.tsx";
import { keyRow, useKeys } from "../ui/keys.ts";
import { useSingleKeys } from "../ui/preferences.ts";
import ui from "../ui/ui.module.css";
import css from "./annotate.module.css";
import { nextEmotion } from "./steps.ts";

const Face = lazy(() => import("./face.tsx").then((loaded) => ({ default: loaded.Face })));

interface EmotionsProps {
  readonly study: StudyRow;
  readonly hand: Hand;
  readonly answer: EmotionAnswer;
  readonly order: readonly EmotionId[];
  readonly restIsZero: boolean;
}

const keys = [0, 1, 2, 3].flatMap((value) => [
  keyRow(String(value), `Digit${value}`, String(value)),
  keyRow(String(value), `Numpad${value}`, String(value)),
]);
const clearKey = [keyRow("clear", "Backspace", "Backspace")];
const moves: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -2, ArrowDown: 2 };

export function Emotions({ study, hand, answer, order, restIsZero }: EmotionsProps) {
  const words = useWords();
  const [single] = useSingleKeys();
  const cards = useRef(new Map<EmotionId, HTMLElement>());
  const [active, setActive] = useState<EmotionId>(
    () => order.find((emotion) => answer.emotions[emotion] === undefined) ?? (order[0] as EmotionId),
  );
  const given = order.filter((emotion) => answer.emotions[emotion] !== undefined).length;
  const focus = (emotion: EmotionId) => {
    setActive(emotion);
    const card = cards.current.get(emotion);
    (card?.querySelector<HTMLElement>(":checked") ?? card?.querySelector<HTMLElement>("input"))?.focus();
  };
  useKeys(keys, (act) => {
    hand.rate(active, Number(act));
    focus(nextEmotion(order, hand.store.getState().answer, active));
  });
  useKeys(clearKey, () => hand.clear(active));
  const move = (event: KeyboardEvent) => {
    const by = moves[event.key];
    if (by === undefined || !single || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const to = order[order.indexOf(active) + by];
    if (to !== undefined) focus(to);
  };
  return (
    <div className={css["step"]}>
      <div className={css["head"]}>
        <h2>{words.steps.emotions}</h2>
        <span className={css["given"]} role="status">
          {words.steps.given(given, order.length)}
        </span>
      </div>
      <SignedValues
        study={study}
        values={["0", "1", "2", "3"].map((value) => ({
          place: `value:emotions:${value}`,
          label: words.labels.intensity[value] ?? value,
        }))}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the radios inside */}
      <div className={css["cards"]} data-keys="stage" onKeyDown={move}>
        {order.map((emotion) => (
          <Card
            key={emotion}
            study={study}
            emotion={emotion}
            value={answer.emotions[emotion]}
            active={emotion === active}
            put={(element) => {
              if (element === null) cards.current.delete(emotion);
              else cards.current.set(emotion, element);
            }}
            onFocus={() => setActive(emotion)}
            onRate={(value) => hand.rate(emotion, value)}
          />
        ))}
      </div>
      {restIsZero && given < order.length && (
        <Button kind="quiet" onClick={() => hand.restAreZero()}>
          {words.steps.restZero}
        </Button>
      )}
    </div>
  );
}

interface CardProps {
  readonly study: StudyRow;
  readonly emotion: EmotionId;
  readonly value: number | undefined;
  readonly active: boolean;
  readonly put: (element: HTMLElement | null) => void;
  readonly onFocus: () => void;
  readonly onRate: (value: number) => void;
}

function Card({ study, emotion, value, active, put, onFocus, onRate }: CardProps) {
  const words = useWords();
  const name = useId();
  const label = labelById(emotion);
  const examples: Partial<Record<string, string>> = words.labels.emotionExamples;
  const example = examples[emotion];
  return (
    <fieldset ref={put} className={names(css["card"], active && css["active"])} onFocus={onFocus}>
      <legend className={ui["srOnly"]}>
        {words.labels.emotions[emotion]}
        {example !== undefined && `, ${example}`}
      </legend>
      <p aria-hidden="true" title={example}>
        <span className={css["emotion"]}>
          {study.settings.faces && (
            <Suspense fallback={<svg width={24} height={24} aria-hidden="true" />}>
              <Face emotion={emotion} />
            </Suspense>
          )}
          {words.labels.emotions[emotion]}
        </span>
        <span className={css["chosen"]}>{value === undefined ? example : words.labels.intensity[String(value)]}</span>
      </p>
      <Signed study={study} place={`label:${emotion}`} label={words.labels.emotions[emotion]} />
      <div className={css["values"]}>
        {(label === undefined ? [] : valuesOf(label)).map((point) => (
          <label key={point} className={css["value"]}>
            <input
              type="radio"
              name={name}
              className={ui["srOnly"]}
              checked={value === point}
              aria-label={`${point} ${words.labels.intensity[String(point)]}`}
              {...(active && (value === point || (value === undefined && point === 0)) ? { "data-first": true } : {})}
              onChange={() => onRate(point)}
            />
            <span aria-hidden="true">{point}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

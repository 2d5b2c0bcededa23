// The edge of the stage, where the eyes are: speed, state, mirror and loop in words, and what to do when a clip fails.
import { Ban, CloudOff, FileWarning } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { SkipReason } from "#schemas/response";
import { Button } from "../ui/button.tsx";
import type { PlayerWords } from "../words/player-en.ts";
import { rateText, secondsText } from "./numbers.ts";
import type { Look, Projector } from "./projector.ts";
import css from "./stage.module.css";
import { isTrouble, type Stimulus, type Trouble, troubleReasons } from "./stimulus.ts";

interface EdgeProps {
  readonly projector: Projector;
  readonly words: PlayerWords;
  readonly stimulus: Stimulus;
  readonly speedsAllowed: boolean;
  readonly onSkip: ((reason: SkipReason, text?: string) => void) | undefined;
}

export function Edge({ projector, words, stimulus, speedsAllowed, onSkip }: EdgeProps) {
  const look = useSyncExternalStore(projector.look.subscribe, projector.look.get);
  const said = stateWords(look, words);
  const marks = marksOf(look, words);
  return (
    <>
      {stimulus.modality === "video" && !isTrouble(look.state) && (
        <div className={css["speed"]}>
          {speedsAllowed && look.rate !== 1 ? (
            <button type="button" title={words.normalSpeed} onClick={() => projector.rate(1)}>
              {rateText(look.rate)}
            </button>
          ) : (
            <span>{rateText(look.rate)}</span>
          )}
          {marks.map((mark) => (
            <span key={mark}>{mark}</span>
          ))}
        </div>
      )}
      <p className={css["state"]} role="status">
        {said}
      </p>
      {isTrouble(look.state) && (
        <Failure trouble={look.state} words={words} stimulus={stimulus} retry={projector.retry} onSkip={onSkip} />
      )}
    </>
  );
}

const troubleIcons = { "not-on-device": CloudOff, "cannot-decode": Ban, "hash-mismatch": FileWarning };

interface FailureProps {
  readonly trouble: Trouble;
  readonly words: PlayerWords;
  readonly stimulus: Stimulus;
  readonly retry: () => void;
  readonly onSkip: ((reason: SkipReason, text?: string) => void) | undefined;
}

function Failure({ trouble, words, stimulus, retry, onSkip }: FailureProps) {
  const Icon = troubleIcons[trouble];
  const codec = stimulus.modality === "text" ? undefined : (stimulus.medium.facts.codec ?? stimulus.medium.facts.type);
  return (
    <div className={css["failure"]} role="alert">
      <Icon size={32} aria-hidden="true" />
      <p>
        <strong>{words.states[trouble]}</strong>
      </p>
      {trouble === "cannot-decode" && codec !== undefined && <p>{words.codec(codec)}</p>}
      <p>{words.help[trouble]}</p>
      <div className={css["ways"]}>
        <Button onClick={retry}>{words.again}</Button>
        {onSkip !== undefined && (
          <Button
            onClick={() =>
              trouble === "cannot-decode" ? onSkip(troubleReasons[trouble], codec) : onSkip(troubleReasons[trouble])
            }
          >
            {words.skip}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Nothing is said while all runs as it should: the picture speaks. */
function stateWords(look: Look, words: PlayerWords): string {
  if (isTrouble(look.state)) return "";
  if (look.state === "preparing") return look.late ? words.states.preparing : "";
  if (look.state === "ready" || look.state === "playing") return look.slow ? words.slowDevice : "";
  return look.uncertain ? `${words.states[look.state]} · ${words.frameUncertain}` : words.states[look.state];
}

function marksOf(look: Look, words: PlayerWords): string[] {
  const marks: string[] = [];
  if (look.mirrored) marks.push(words.mirror);
  if (look.zoom.scale > 1) marks.push(words.zoomIs[look.zoom.preset]);
  if (look.span !== undefined)
    marks.push(words.loopSpan(secondsText(look.span.from - look.firstMs), secondsText(look.span.to - look.firstMs)));
  else if (look.loop) marks.push(words.loop);
  return marks;
}

// When and where a cue shows: from I to O on the clip, up to three chips, grammar or feeling, which emotion, a box on the
// paused picture. Every part may stay open; every part has a key.

import { X } from "lucide-react";
import { type RefObject, useContext, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { StageHandle } from "#client/player/stage-handle";
import { useFormats } from "#client/words/formats";
import { useWords } from "#client/words/words";
import { emotionIds } from "#schemas/labels";
import { type Cue, cueChips, type EmotionAnswer } from "#schemas/response";
import type { MediumFacts } from "#schemas/study";
import { type CueAct, type CueFunction, cueKeys } from "../shell/key-table.ts";
import { chosenRows, KeyChoicesContext, keyRow, useKeyLabel, useKeys } from "../ui/keys.ts";
import { useSingleKeys } from "../ui/preferences.ts";
import { CueBox } from "./cue-box.tsx";
import type { CueEdit } from "./cue-edit.ts";
import { BoxIcon, CueIcon } from "./cue-icons.tsx";
import { Line, Pick } from "./cue-picks.tsx";
import css from "./cues.module.css";

export interface OnClip {
  readonly stage: RefObject<StageHandle | null>;
  readonly facts: MediumFacts;
  /** The place over the picture. */
  readonly over: HTMLElement | null;
}

interface CueDetailsProps {
  readonly id: string;
  readonly cue: Cue | undefined;
  readonly answer: EmotionAnswer;
  readonly edit: CueEdit;
  readonly clip: OnClip;
  readonly onSign: () => void;
}

const functions: readonly CueFunction[] = ["grammar", "feeling", "both", "unsure"];
const functionKeys = { grammar: "G", feeling: "F", both: "H", unsure: "U" };
const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
const mostChips = 3;
const firstBox = [0.35, 0.15, 0.3, 0.35] as const;

type Act = CueAct | `chip-${number}`;
/** E held down is listened to apart: it marks twice. */
const rows = [
  ...cueKeys.filter(({ act }) => act !== "hold"),
  ...digits.flatMap((digit, at) => [
    keyRow<Act>(`chip-${at}`, `Digit${digit}`, digit),
    keyRow<Act>(`chip-${at}`, `Numpad${digit}`, digit),
  ]),
];

export function CueDetails({ id, cue, answer, edit, clip, onSign }: CueDetailsProps) {
  const words = useWords();
  const formats = useFormats();
  const [single] = useSingleKeys();
  const keyOf = useKeyLabel();
  const [boxing, setBoxing] = useState(false);
  const { stage, facts, over } = clip;
  const chips = cue?.chips ?? [];
  const offered = ["sentiment" as const, ...emotionIds.filter((emotion) => (answer.emotions[emotion] ?? 0) > 0)];

  const mark = (end: "start" | "end") => {
    const at = stage.current;
    if (at === null) return;
    const [ms, frame] = [Math.round(at.positionMs()), at.frame()];
    const now = edit.of(id);
    const start = end === "start" ? { startMs: ms, startFrame: frame } : {};
    const from = end === "end" && now?.startMs === undefined ? { startMs: 0, startFrame: 0 } : start;
    const part = { ...from, ...(end === "end" ? { endMs: ms, endFrame: frame } : {}) };
    const [startMs, endMs] = [part.startMs ?? now?.startMs, part.endMs ?? now?.endMs];
    const over = startMs !== undefined && endMs !== undefined && endMs <= startMs;
    const drop = !over ? {} : end === "start" ? { endMs: undefined, endFrame: undefined } : undefined;
    if (drop === undefined) return;
    edit.change(id, { ...part, ...drop, media: facts.hash, verified: at.certain() });
  };
  const wholeClip = () => {
    const part = { startMs: 0, endMs: facts.durationMs, startFrame: undefined, endFrame: undefined };
    edit.change(id, { ...part, media: facts.hash, verified: undefined });
  };
  const toggle = (chip: (typeof cueChips)[number]) => {
    const on = chips.includes(chip);
    if (!on && chips.length >= mostChips) return;
    const next = on ? chips.filter((one) => one !== chip) : [...chips, chip];
    edit.change(id, { chips: next.length === 0 ? undefined : next });
  };
  const choose = (value: CueFunction) => edit.change(id, { function: cue?.function === value ? undefined : value });
  const setEmotion = (value: Cue["emotion"]) =>
    edit.change(id, { emotion: cue?.emotion === value ? undefined : value });
  const nextEmotion = () => {
    const at = cue?.emotion === undefined ? -1 : offered.indexOf(cue.emotion);
    edit.change(id, { emotion: offered[(at + 1) % offered.length] });
  };
  const box = () => {
    stage.current?.pause();
    stage.current?.whole();
    if (!boxing && cue?.box === undefined) edit.change(id, { box: [...firstBox], media: facts.hash });
    setBoxing(!boxing);
  };
  const act = (wanted: Act) => {
    if (wanted === "in") mark("start");
    else if (wanted === "out") mark("end");
    else if (wanted === "box") box();
    else if (wanted === "undo") edit.undo();
    else if (wanted === "sign") onSign();
    else if (wanted === "emotion") nextEmotion();
    else if (isFunction(wanted)) choose(wanted);
    else toggle(cueChips[Number(wanted.slice(5))] as (typeof cueChips)[number]);
  };
  useKeys(rows, act);
  useHold(single, mark);

  const { startMs, endMs } = cue ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stage stays the same
  useEffect(() => {
    stage.current?.span(startMs === undefined || endMs === undefined ? undefined : { from: startMs, to: endMs });
  }, [startMs, endMs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stage stays the same
  useEffect(() => () => stage.current?.span(undefined), []);

  const second = (ms: number | undefined) => (ms === undefined ? "…" : formats.number(ms / 1000, 1));
  const { cue: said } = words;
  return (
    <div className={css["details"]}>
      <Line legend={said.when}>
        <Pick keys={keyOf("in", "I")} onClick={() => mark("start")}>
          {said.start}
        </Pick>
        <Pick keys={keyOf("out", "O")} onClick={() => mark("end")}>
          {said.end}
        </Pick>
        {facts.durationMs !== undefined && <Pick onClick={wholeClip}>{said.whole}</Pick>}
        <output className={css["span"]}>
          {startMs === undefined ? said.noSpan : said.span(second(startMs), second(endMs))}
        </output>
      </Line>
      <Line legend={said.where} over>
        {cueChips.map((chip, at) => (
          <Pick
            key={chip}
            on={chips.includes(chip)}
            off={!chips.includes(chip) && chips.length >= mostChips}
            keys={single ? digits[at] : undefined}
            icon={<CueIcon chip={chip} />}
            onClick={() => toggle(chip)}
          >
            {said.chips[chip]}
          </Pick>
        ))}
        <Pick icon={<BoxIcon />} on={cue?.box !== undefined} keys={keyOf("box", "B")} onClick={box}>
          {boxing ? said.boxDone : said.box}
        </Pick>
        {cue?.box !== undefined && !boxing && (
          <Pick icon={<X size={22} aria-hidden="true" />} onClick={() => edit.change(id, { box: undefined })}>
            {said.boxRemove}
          </Pick>
        )}
      </Line>
      <Line legend={said.function}>
        {functions.map((value) => (
          <Pick
            key={value}
            on={cue?.function === value}
            keys={keyOf(value, functionKeys[value])}
            onClick={() => choose(value)}
          >
            {said.functions[value]}
          </Pick>
        ))}
      </Line>
      <Line legend={said.emotion} keys={keyOf("emotion", "N")}>
        {offered.map((value) => (
          <Pick key={value} on={cue?.emotion === value} onClick={() => setEmotion(value)}>
            {value === "sentiment" ? words.labels.sentiment : words.labels.emotions[value]}
          </Pick>
        ))}
      </Line>
      {boxing &&
        cue?.box !== undefined &&
        over !== null &&
        createPortal(
          <CueBox
            facts={facts}
            mirrored={stage.current?.mirrored() ?? false}
            box={cue.box}
            label={said.boxLabel}
            onChange={(next) => edit.change(id, { box: next }, true)}
            onDone={() => setBoxing(false)}
          />,
          over,
        )}
    </div>
  );
}

const isFunction = (act: Act): act is CueFunction => (functions as readonly string[]).includes(act);

/** E, or the key that stands for it, held down: from where it went down to where it came up. */
function useHold(on: boolean, mark: (end: "start" | "end") => void): void {
  const latest = useRef(mark);
  latest.current = mark;
  const choices = useContext(KeyChoicesContext);
  useEffect(() => {
    const [row] = chosenRows(cueKeys, choices).filter(({ act }) => act === "hold");
    if (!on || row === undefined) return;
    let held = false;
    const listen = (event: KeyboardEvent) => {
      if (event.code !== row.code || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
      const typing = event.target instanceof Element && event.target.closest("input, textarea") !== null;
      if (event.type === "keydown" && !held && !typing && document.querySelector("dialog:modal") === null) {
        held = true;
        latest.current("start");
      } else if (event.type === "keyup" && held) {
        held = false;
        latest.current("end");
      }
    };
    addEventListener("keydown", listen);
    addEventListener("keyup", listen);
    return () => {
      removeEventListener("keydown", listen);
      removeEventListener("keyup", listen);
    };
  }, [on, choices]);
}

// The steps of one clip: answered ones folded into a line each, the current one with the space, and the one button that
// goes on or says what is still open.
import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { StudyRow } from "#client/outbox/database";
import { put } from "#client/outbox/put";
import { useWords } from "#client/words/words";
import { emotionIds } from "#schemas/labels";
import { useDb } from "../shell/here.ts";
import { type ClipAct, clipKeys } from "../shell/key-table.ts";
import { Signed } from "../shell/signed.tsx";
import frame from "../shell/work-frame.module.css";
import { Button } from "../ui/button.tsx";
import { useEnterGuard, useKeys } from "../ui/keys.ts";
import { Notice } from "../ui/notice.tsx";
import css from "./annotate.module.css";
import { Confidence } from "./confidence.tsx";
import type { OnClip } from "./cue-details.tsx";
import { Cues } from "./cues.tsx";
import { Emotions } from "./emotions.tsx";
import { Folded } from "./folded.tsx";
import { Sentiment } from "./sentiment.tsx";
import { firstOpen, openIn, type Step, steps } from "./steps.ts";
import type { InHand } from "./use-hand.ts";

interface PanelProps {
  readonly study: StudyRow;
  readonly inHand: InHand;
  /** Nothing is rated unseen; where the study asks for it, nothing before one whole view. */
  readonly mayRate: "yes" | "after-whole-view" | "when-shown";
  /** Where cues are marked on the clip, if the study wants it. */
  readonly clip: OnClip | undefined;
  readonly onStep: (step: Step | "watch") => void;
  readonly onSkip: () => void;
  readonly onAsk: () => void;
  readonly onHelp: () => void;
  readonly onBack: () => void;
  readonly onSent: () => void;
}

export function Panel(props: PanelProps) {
  const { study, inHand, mayRate, onStep } = props;
  const { hand, key } = inHand;
  const words = useWords();
  const db = useDb();
  const answer = useStore(hand.store, (state) => state.answer);
  const [chosen, setChosen] = useState<Step>(() => firstOpen(answer));
  const step: Step | "watch" = mayRate === "yes" ? chosen : "watch";
  const [sending, setSending] = useState<"no" | "yes" | "failed">("no");
  const panel = useRef<HTMLDivElement>(null);
  const ready = useEnterGuard(`${key} ${step}`);
  const open = step === "watch" ? 1 : step === "cues" ? openAnywhere(answer) : openIn(answer, step);

  useEffect(() => onStep(step), [step, onStep]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when the step changes
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>("[data-first]")?.focus({ preventScroll: true });
    panel.current?.querySelector("h2")?.scrollIntoView({ block: "start" });
    panel.current?.parentElement?.scrollTo(0, 0);
  }, [step]);

  const send = async () => {
    if (sending === "yes") return;
    setSending("yes");
    try {
      await put(db, hand.seal());
      props.onSent();
    } catch {
      setSending("failed");
    }
  };
  const goOn = () => {
    if (open > 0) return;
    if (step === "cues") void send();
    else setChosen(firstOpen(answer));
  };
  const acts: Record<ClipAct, () => void> = {
    "go-on": () => ready() && goOn(),
    skip: props.onSkip,
    help: props.onHelp,
    leave: props.onBack,
    clear: () => {
      if (step === "sentiment") hand.clear(step);
    },
  };
  useKeys(clipKeys, (act) => acts[act]());

  const short = step === "cues" && props.clip !== undefined;
  const before = step === "watch" ? [] : steps.slice(0, steps.indexOf(step));
  return (
    <div ref={panel} className={css["panel"]}>
      {inHand.stale && <Notice kind="warn" title={words.annotate.stale} />}
      {inHand.standing && <p className={css["note"]}>{words.annotate.changing}</p>}
      <div className={css[short ? "foldedRow" : "foldedColumn"]}>
        {before.map((one) => (
          <Folded key={one} step={one} answer={answer} short={short} onChange={() => setChosen(one)} />
        ))}
      </div>
      {mayRate === "after-whole-view" && (
        <div className={css["watch"]}>
          <h2 data-first tabIndex={-1}>
            {words.steps.watchFirst}
          </h2>
          <p>{words.steps.watchLead}</p>
        </div>
      )}
      {step !== "watch" && <Signed study={study} place={`step:${step}`} label={words.steps[step]} />}
      {step === "sentiment" && (
        <Sentiment study={study} value={answer.sentiment} onRate={(value) => hand.rate("sentiment", value)} />
      )}
      {step === "emotions" && (
        <Emotions
          study={study}
          hand={hand}
          answer={answer}
          order={study.emotionOrder ?? emotionIds}
          restIsZero={study.settings.restIsZero}
        />
      )}
      {step === "confidence" && (
        <Confidence
          value={answer.confidence}
          onRate={(value) => hand.rate("confidence", value)}
          onClear={() => hand.clear("confidence")}
        />
      )}
      {step === "cues" && <Cues hand={hand} answer={answer} clip={props.clip} onSend={goOn} />}
      {sending === "failed" && (
        <Notice kind="bad" title={words.annotate.notSaved}>
          {words.annotate.notSavedLead}
        </Notice>
      )}
      <div className={frame["foot"]}>
        <Button onClick={props.onSkip}>{words.annotate.skip}</Button>
        {step === "cues" && <Button onClick={props.onAsk}>{words.annotate.ask}</Button>}
        <MainButton
          step={step}
          open={open}
          busy={
            sending === "yes" ? words.annotate.sending : mayRate === "when-shown" ? words.common.loading : undefined
          }
          onClick={goOn}
        />
      </div>
    </div>
  );
}

const openAnywhere = (answer: Parameters<typeof openIn>[0]): number =>
  steps.reduce((sum, step) => sum + openIn(answer, step), 0);

/** The cursor stands in the text, where Enter alone begins a new line. */
const sendKeys = /Mac|iP/.test(navigator.platform) ? "⌘ ⏎" : "Ctrl ⏎";

const waitingKeys = { watch: undefined, sentiment: "1–7", emotions: "0–3", confidence: "0–100", cues: undefined };

function MainButton(props: {
  readonly step: Step | "watch";
  readonly open: number;
  /** What the page is doing, while nothing can be pressed. */
  readonly busy: string | undefined;
  readonly onClick: () => void;
}) {
  const words = useWords();
  const { step, open, busy, onClick } = props;
  const waiting = open > 0 || busy !== undefined;
  const keys = open > 0 ? waitingKeys[step] : step === "cues" ? sendKeys : "⏎";
  const text =
    busy ??
    (step === "watch"
      ? words.steps.watchWait
      : open > 0
        ? words.steps.stillOpen(open)
        : step === "cues"
          ? words.annotate.send
          : words.steps.goOn);
  return (
    <Button kind="main" wide waiting={waiting} onClick={onClick} {...(keys === undefined ? {} : { keys })}>
      {text}
    </Button>
  );
}

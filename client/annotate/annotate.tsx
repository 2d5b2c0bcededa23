// The annotator's clip: the stage on the left keeps its players from clip to clip, the panel asks its steps on the right.
import { useCallback, useRef, useState } from "react";
import type { ItemRow, StudyRow } from "#client/outbox/database";
import type { StageHandle } from "#client/player/stage-handle";
import type { StageState } from "#client/player/stimulus";
import { useWords } from "#client/words/words";
import type { SkipReason } from "#schemas/response";
import type { MediumFacts } from "#schemas/study";
import { Ask } from "../shell/ask.tsx";
import { Help } from "../shell/help.tsx";
import { useDb } from "../shell/here.ts";
import { isDone, keyOf } from "../shell/order.ts";
import type { Run } from "../shell/run.ts";
import { StageSlot, stimulusOf } from "../shell/stage-slot.tsx";
import { useSync } from "../shell/sync.ts";
import { SyncPanel } from "../shell/sync-panel.tsx";
import frame from "../shell/work-frame.module.css";
import { Chip } from "../ui/chip.tsx";
import { Notice } from "../ui/notice.tsx";
import { TopBar } from "../ui/top-bar.tsx";
import { Panel } from "./panel.tsx";
import { Skip } from "./skip.tsx";
import type { Step } from "./steps.ts";
import { useHand } from "./use-hand.ts";

interface AnnotateProps {
  readonly study: StudyRow;
  readonly run: Run;
  readonly media: ReadonlyMap<string, MediumFacts>;
  readonly current: { readonly item: ItemRow };
  readonly onBack: () => void;
}

export function Annotate({ study, run, media, current, onBack }: AnnotateProps) {
  const { item } = current;
  const at = run.states.findIndex((state) => keyOf(state.item) === keyOf(item));
  const inBlock = run.block?.states ?? [];
  return (
    <ClipScreen
      study={study}
      item={item}
      next={run.next?.item}
      media={media}
      progress={{
        at: at + 1,
        of: run.states.length,
        block: inBlock.map(isDone),
        now: inBlock.findIndex((state) => keyOf(state.item) === keyOf(item)),
      }}
      onDone={run.advance}
      onNotHere={run.putAway}
      onBack={onBack}
    />
  );
}

interface ClipScreenProps {
  readonly study: StudyRow;
  readonly item: ItemRow;
  readonly next: ItemRow | undefined;
  readonly media: ReadonlyMap<string, MediumFacts>;
  readonly progress?: { at: number; of: number; block: readonly boolean[]; now: number };
  /** The answer or the skip is saved. */
  readonly onDone: () => void;
  readonly onNotHere: () => void;
  readonly onBack: () => void;
}

export function ClipScreen(props: ClipScreenProps) {
  const { study, item, media } = props;
  const words = useWords();
  const db = useDb();
  const sync = useSync(db);
  const key = keyOf(item);
  const inHand = useHand(db, study, item);
  const [open, setOpen] = useState<"help" | "sync" | "ask" | "skip">();
  const [trouble, setTrouble] = useState<{ reason: SkipReason; text?: string }>();
  const [seen, setSeen] = useState<string>();
  const [step, setStep] = useState<Step | "watch">("watch");
  const stimulus = stimulusOf(item, media);
  const hand = useRef(inHand?.hand);
  hand.current = inHand?.hand;
  const [shown, setShown] = useState<string>();
  if (shown === key) inHand?.hand.timing.shown();

  const stage = useRef<StageHandle>(null);
  const [over, setOver] = useState<HTMLElement | null>(null);
  const onState = useCallback((state: StageState) => hand.current?.timing.playing(state === "playing"), []);
  const close = () => setOpen(undefined);
  const skip = (reason?: SkipReason, text?: string) => {
    setTrouble(reason === undefined ? undefined : { reason, ...(text === undefined ? {} : { text }) });
    setOpen("skip");
  };
  const about = { study: study.id, studyVersion: study.version, item: item.id, occasion: item.occasion };
  const spans = study.settings.cueSpans === true && stimulus?.modality === "video";
  const clip = spans ? { stage, facts: stimulus.medium.facts, over } : undefined;
  const captioned = item.caption !== undefined && study.settings.captions !== "hidden";
  return (
    <div className={frame["work"]}>
      <TopBar
        title={study.title}
        sync={sync}
        onSync={() => setOpen("sync")}
        onBack={props.onBack}
        onHelp={() => setOpen("help")}
        {...(props.progress === undefined ? {} : { progress: props.progress })}
      >
        {item.practice && <Chip>{words.work.practice}</Chip>}
      </TopBar>
      <main className={frame["main"]}>
        <section className={frame["left"]} aria-label={words.annotate.stage}>
          {stimulus === undefined ? (
            <Notice kind="warn" title={words.annotate.missing} />
          ) : (
            <StageSlot
              showing={key}
              stimulus={stimulus}
              next={stimulusOf(props.next, media)}
              speedsAllowed={!study.settings.speedsAtCues || step === "cues"}
              ref={stage}
              filmstrip={spans && step === "cues"}
              {...(spans ? { over: <div ref={setOver} /> } : {})}
              onFirstFrame={() => {
                hand.current?.timing.shown();
                setShown(key);
              }}
              onWholeView={() => setSeen(key)}
              onViewing={(viewing) => hand.current?.viewed(viewing)}
              onState={onState}
              onSkip={(reason, text) => skip(reason, text)}
              onNotHere={props.onNotHere}
              {...(captioned ? { caption: <p>{item.caption}</p> } : {})}
            />
          )}
        </section>
        <section className={frame["panel"]} aria-label={words.annotate.panel}>
          {inHand !== undefined && (
            <Panel
              key={key}
              study={study}
              inHand={inHand}
              mayRate={
                inHand.seen || seen === key
                  ? "yes"
                  : study.settings.wholeViewFirst
                    ? "after-whole-view"
                    : shown === key
                      ? "yes"
                      : "when-shown"
              }
              clip={clip}
              onStep={setStep}
              onSkip={() => skip()}
              onAsk={() => setOpen("ask")}
              onHelp={() => setOpen("help")}
              onBack={props.onBack}
              onSent={props.onDone}
            />
          )}
        </section>
      </main>
      {open === "help" && <Help onClose={close} onAsk={() => setOpen("ask")} study={study} screen="clip" />}
      {open === "sync" && <SyncPanel sync={sync} onClose={close} />}
      {open === "ask" && <Ask about={about} onClose={close} />}
      {open === "skip" && (
        <Skip
          about={about}
          {...(trouble === undefined ? {} : { first: trouble })}
          onClose={close}
          onKept={() => {
            close();
            props.onDone();
          }}
        />
      )}
    </div>
  );
}

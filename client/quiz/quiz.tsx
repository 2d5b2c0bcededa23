// The expert's question: one sign on the stage, four glosses beside it. A choice is sealed at once; for three seconds it
// can be taken back, while the next sign is made ready behind.
import { Flag as FlagIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ItemRow, StudyRow } from "#client/outbox/database";
import { useWords } from "#client/words/words";
import type { MediumFacts } from "#schemas/study";
import { Ask } from "../shell/ask.tsx";
import { Help } from "../shell/help.tsx";
import { useDb } from "../shell/here.ts";
import { type QuizAct, quizKeys } from "../shell/key-table.ts";
import { isDone, keyOf as placeOf } from "../shell/order.ts";
import type { Run } from "../shell/run.ts";
import { Signed } from "../shell/signed.tsx";
import { StageSlot, stimulusOf } from "../shell/stage-slot.tsx";
import { useSync } from "../shell/sync.ts";
import { SyncPanel } from "../shell/sync-panel.tsx";
import frame from "../shell/work-frame.module.css";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { useEnterGuard, useKeyLabel, useKeys } from "../ui/keys.ts";
import { Notice } from "../ui/notice.tsx";
import { TopBar } from "../ui/top-bar.tsx";
import { Flag } from "./flag.tsx";
import css from "./quiz.module.css";
import { Tiles } from "./tiles.tsx";
import { UndoBar } from "./undo-bar.tsx";
import { useChoice } from "./use-choice.ts";

interface QuizProps {
  readonly study: StudyRow;
  readonly run: Run;
  readonly media: ReadonlyMap<string, MediumFacts>;
  readonly current: { readonly item: ItemRow };
  readonly onBack: () => void;
}

export function Quiz({ study, run, media, current, onBack }: QuizProps) {
  const { item } = current;
  const words = useWords();
  const db = useDb();
  const sync = useSync(db);
  const key = placeOf(item);
  const keyOf = useKeyLabel();
  const [open, setOpen] = useState<"help" | "sync" | "ask" | "flag">();
  const [missed, setMissed] = useState(false);
  const [shown, setShown] = useState<string>();
  const panel = useRef<HTMLElement>(null);
  const choice = useChoice({ db, study, item, onGone: run.advance });
  const stimulus = stimulusOf(item, media);
  const ready = useEnterGuard(`${key} ${choice.state.phase}`);
  const close = () => setOpen(undefined);
  const at = run.states.findIndex((state) => placeOf(state.item) === key);
  const inBlock = run.block?.states ?? [];

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves with the question
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [key]);

  const acts: Record<QuizAct, () => void> = {
    "option-1": () => choice.choose(0),
    "option-2": () => choice.choose(1),
    "option-3": () => choice.choose(2),
    "option-4": () => choice.choose(3),
    "go-on": () => ready() && choice.goOn(),
    "take-back": () => void choice.undo(),
    flag: () => setOpen("flag"),
    help: () => setOpen("help"),
    leave: onBack,
  };
  useKeys(quizKeys, (act) => acts[act]());

  const about = { study: study.id, studyVersion: study.version, item: item.id, occasion: item.occasion };
  return (
    <div className={frame["work"]}>
      <TopBar
        title={study.title}
        progress={{
          at: at + 1,
          of: run.states.length,
          block: inBlock.map(isDone),
          now: inBlock.findIndex((state) => placeOf(state.item) === key),
        }}
        sync={sync}
        onSync={() => setOpen("sync")}
        onBack={onBack}
        onHelp={() => setOpen("help")}
      >
        {item.practice && <Chip>{words.work.practice}</Chip>}
      </TopBar>
      <main className={frame["main"]}>
        <section className={frame["left"]} aria-label={words.quiz.stage}>
          {stimulus === undefined ? (
            <Notice
              kind="warn"
              title={words.quiz.missing}
              actions={<Button onClick={run.putAway}>{words.quiz.next}</Button>}
            />
          ) : (
            <StageSlot
              showing={key}
              stimulus={stimulus}
              next={stimulusOf(run.next?.item, media)}
              onFirstFrame={() => {
                choice.timing.shown();
                setShown(key);
              }}
              onState={(state) => choice.timing.playing(state === "playing")}
              onViewing={(viewing) => choice.viewed(viewing)}
              onSkip={choice.skip}
              onNotHere={() => {
                setMissed(true);
                run.putAway();
              }}
            />
          )}
        </section>
        <section ref={panel} className={frame["panel"]} aria-label={words.quiz.panel}>
          <div className={css["head"]}>
            <h2 tabIndex={-1} lang={item.question === undefined ? undefined : "zh-Hans"}>
              {item.question ?? words.quiz.question}
            </h2>
            <span className={css["hint"]} aria-hidden="true">
              {keyOf("option-1", "1") === "1" && words.quiz.keys}
            </span>
          </div>
          <Signed study={study} place="question" label={words.quiz.question} />
          {missed && <Notice title={words.quiz.missing} />}
          <Tiles study={study} item={item} seen={shown === key} chosen={choice.state.option} onChoose={choice.choose} />
          {choice.state.phase === "failed" && <Notice kind="bad" title={words.quiz.notSaved} />}
          <UndoBar
            state={choice.state}
            advance={study.settings.advance}
            onUndo={() => void choice.undo()}
            onNext={choice.goOn}
          />
          <div className={css["foot"]}>
            <Button icon={<FlagIcon size={20} aria-hidden="true" />} onClick={() => setOpen("flag")}>
              {words.quiz.flag}
            </Button>
            <Button onClick={() => setOpen("ask")}>{words.quiz.ask}</Button>
            {study.settings.cannotTell && (
              <Button waiting={choice.state.phase !== "open"} onClick={() => choice.skip("cannot-tell")}>
                {words.quiz.cannotTell}
              </Button>
            )}
            <span className={frame["grow"]} />
            <Button onClick={() => choice.leave(run.pause)}>{words.quiz.break}</Button>
          </div>
        </section>
      </main>
      {open === "help" && <Help onClose={close} onAsk={() => setOpen("ask")} study={study} screen="question" />}
      {open === "sync" && <SyncPanel sync={sync} onClose={close} />}
      {open === "ask" && <Ask about={about} onClose={close} />}
      {open === "flag" && <Flag about={about} onClose={close} />}
    </div>
  );
}

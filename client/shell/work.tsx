// Work on one study: finds it in the person's pack and walks them through: what stands before the first item, the items,
// breaks, the end.
import { useLiveQuery } from "dexie-react-hooks";
import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { ItemRow, StudyRow } from "#client/outbox/database";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { begunIn, type Stage, stagesBefore } from "./begun.ts";
import { Break } from "./break.tsx";
import { End } from "./end.tsx";
import { useDb } from "./here.ts";
import { lazily } from "./lazily.ts";
import { useMediaFacts } from "./media-facts.ts";
import { Page, Waiting } from "./page.tsx";
import { shortOfPass } from "./pass-mark.ts";
import { useRun } from "./run.ts";

const [Annotate, readAnnotate] = lazily(async () => (await import("../annotate/annotate.tsx")).Annotate);
const [Begin, readBegin] = lazily(async () => (await import("./begin.tsx")).Begin);
const [Quiz, readQuiz] = lazily(async () => (await import("../quiz/quiz.tsx")).Quiz);
const PracticeAgain = lazy(() => import("./practice-again.tsx").then((loaded) => ({ default: loaded.PracticeAgain })));
const Practice = lazy(() => import("./practice.tsx").then((loaded) => ({ default: loaded.Practice })));

/** Reads the screens of a study ahead, while the person still looks at the list. */
export const readScreens = (protocol: StudyRow["protocol"]): Promise<unknown> =>
  Promise.all([readBegin(), protocol === "choice" ? readQuiz() : readAnnotate()]);

export function Work({ study: id, block }: { readonly study: string; readonly block?: number }) {
  const words = useWords();
  const db = useDb();
  const [, go] = useLocation();
  const study = useLiveQuery(async () => (await db.studies.get(id)) ?? null, [db, id]);
  if (study === undefined) return <Waiting />;
  if (study === null)
    return (
      <Page box>
        <Notice
          title={words.failure.notFound}
          actions={<Button onClick={() => go("/work")}>{words.bar.back}</Button>}
        />
      </Page>
    );
  return <Gate key={study.id} study={study} {...(block === undefined ? {} : { block })} />;
}

interface RunningProps {
  readonly study: StudyRow;
  readonly block?: number;
}

/** Nobody answers before they have read, agreed and had the chance to check. A new text of the consent asks again. */
function Gate({ study, block }: RunningProps) {
  const db = useDb();
  const [stages, setStages] = useState<readonly Stage[]>();
  const [again, setAgain] = useState(0);
  const { id, state, consent, instructions } = study;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these parts of the study stand before its items
  useEffect(() => {
    let gone = false;
    void stagesBefore(db, study).then((found) => !gone && setStages(found));
    return () => {
      gone = true;
    };
  }, [db, id, state, consent?.version, instructions === undefined]);
  if (stages === undefined) return <Waiting />;
  if (stages.length > 0)
    return (
      <Suspense fallback={<Waiting />}>
        <Begin study={study} stages={stages} onReady={() => setStages([])} />
      </Suspense>
    );
  return (
    <Running
      key={again}
      study={study}
      onAgain={() => setAgain(again + 1)}
      {...(block === undefined ? {} : { block })}
    />
  );
}

function Running({ study, block, onAgain }: RunningProps & { readonly onAgain: () => void }) {
  const words = useWords();
  const db = useDb();
  const [, go] = useLocation();
  const run = useRun(db, study, block);
  const media = useMediaFacts(study.id);
  /** A practice item that was answered just now: what is expected is shown before the next one. */
  const [told, setTold] = useState<ItemRow>();
  const past = useLiveQuery(async () => (await begunIn(db, study.id)).pastPracticeAt !== undefined, [db, study.id]);
  if (run === undefined || media === undefined || past === undefined) return <Waiting />;
  const back = () => go("/work");
  if (told !== undefined)
    return (
      <Suspense fallback={<Waiting />}>
        <Practice
          study={study}
          item={told}
          media={media}
          onBack={back}
          onGoOn={() => {
            setTold(undefined);
            run.advance();
          }}
        />
      </Suspense>
    );
  if (run.phase === "end") return <End study={study} states={run.states} />;
  if (run.phase === "break") return <Break study={study} run={run} />;
  if (run.phase === "withdrawn")
    return (
      <Page box bar={{ title: study.title, onBack: back }} study={study}>
        <Notice
          title={words.work.withdrawn}
          actions={
            <Button kind="main" onClick={run.goOn}>
              {words.steps.goOn}
            </Button>
          }
        >
          <p>{words.work.withdrawnLead}</p>
        </Notice>
      </Page>
    );
  if (run.phase === "none-here" || run.current === undefined)
    return (
      <Page box>
        <Notice
          kind="warn"
          title={study.protocol === "choice" ? words.quiz.noneHere : words.annotate.noneHere}
          actions={
            <>
              <Button kind="main" onClick={run.goOn}>
                {words.common.tryAgain}
              </Button>
              <Button onClick={back}>{words.bar.back}</Button>
            </>
          }
        >
          <p>{study.protocol === "choice" ? words.quiz.noneHereLead : words.annotate.noneHereLead}</p>
        </Notice>
      </Page>
    );
  const { item } = run.current;
  const short = item.practice || past ? undefined : shortOfPass(study, run.states);
  if (short !== undefined)
    return (
      <Suspense fallback={<Waiting />}>
        <PracticeAgain study={study} states={run.states} pass={short} onAgain={onAgain} onBack={back} />
      </Suspense>
    );
  const advance = item.expected === undefined ? run.advance : () => setTold(item);
  const props = { study, run: { ...run, advance }, media, current: run.current, onBack: back };
  return (
    <Suspense fallback={<Waiting />}>
      {study.protocol === "choice" ? <Quiz {...props} /> : <Annotate {...props} />}
    </Suspense>
  );
}

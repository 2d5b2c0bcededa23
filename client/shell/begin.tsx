// What stands before the first item of a study, one screen after the other: welcome with the instructions, consent, the
// set-up check. Only what has not been done yet; each can be opened again from the list of studies.
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { StudyRow } from "#client/outbox/database";
import { Button } from "../ui/button.tsx";
import { type Stage, setBegun } from "./begun.ts";
import { Consent } from "./consent.tsx";
import { useDb } from "./here.ts";
import { Instructions } from "./instructions.tsx";
import { Page } from "./page.tsx";
import { SetUp } from "./set-up.tsx";
import css from "./start.module.css";
import { useStartWords } from "./start-words.ts";
import { useSync } from "./sync.ts";

interface BeginProps {
  readonly study: StudyRow;
  readonly stages: readonly Stage[];
  readonly onReady: () => void;
}

export function Begin({ study, stages, onReady }: BeginProps) {
  const words = useStartWords();
  const db = useDb();
  const sync = useSync(db);
  const [, go] = useLocation();
  const [at, setAt] = useState(0);
  const stage = stages[at];
  const back = () => go("/work");
  const next = () => (at + 1 < stages.length ? setAt(at + 1) : onReady());
  return (
    <Page bar={{ title: study.title, sync, onBack: back }} study={study}>
      {stages.length > 1 && <p className={css["step"]}>{words.step(at + 1, stages.length)}</p>}
      {stage === "welcome" && <Welcome study={study} onDone={next} />}
      {stage === "consent" && study.consent !== undefined && (
        <Consent study={study} text={study.consent} onAgreed={next} onNotNow={back} />
      )}
      {stage === "set-up" && <SetUp study={study} onDone={next} />}
    </Page>
  );
}

function Welcome({ study, onDone }: { readonly study: StudyRow; readonly onDone: () => void }) {
  const words = useStartWords();
  const db = useDb();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  const done = async () => {
    await setBegun(db, study.id, { readAt: new Date().toISOString() });
    onDone();
  };
  return (
    <>
      <div className={css["head"]}>
        <h2 ref={heading} tabIndex={-1}>
          {words.welcome.title}
        </h2>
      </div>
      <div className={css["card"]}>
        <Instructions study={study} />
      </div>
      <div className={css["actions"]}>
        <Button kind="main" onClick={done}>
          {words.welcome.goOn}
        </Button>
      </div>
    </>
  );
}

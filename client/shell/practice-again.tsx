// A quiz's practice that missed the pass mark: says how many were as expected, and offers the practice again. The earlier
// practice answers are taken back, so that all that happened stays in the log. After some tries the person may go on, and
// the coordinator is told: nobody is held here, and nobody passes unseen.
import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import { seal } from "#client/capture/seal";
import type { StudyRow } from "#client/outbox/database";
import { put } from "#client/outbox/put";
import type { ItemState } from "#client/outbox/status";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { keyRow, useEnterGuard, useKeys } from "../ui/keys.ts";
import { Notice } from "../ui/notice.tsx";
import { Ask } from "./ask.tsx";
import { setBegun } from "./begun.ts";
import { useDb } from "./here.ts";
import { Page } from "./page.tsx";
import { type Pass, triesOf, triesToGoOn } from "./pass-mark.ts";
import css from "./shell.module.css";

interface PracticeAgainProps {
  readonly study: StudyRow;
  readonly states: readonly ItemState[];
  readonly pass: Pass;
  readonly onAgain: () => void;
  readonly onBack: () => void;
}

const keys = [keyRow("again", "Enter", "Enter")];

export function PracticeAgain({ study, states, pass, onAgain, onBack }: PracticeAgainProps) {
  const words = useWords();
  const db = useDb();
  const [state, setState] = useState<"open" | "working" | "failed">("open");
  const [asking, setAsking] = useState(false);
  const tries = useLiveQuery(() => triesOf(db, study.id, states), [db, study.id, states]) ?? 0;
  const told = words.practice.tell(pass.right, pass.of, tries);
  const ready = useEnterGuard("practice again");
  const goOn = async () => {
    if (state === "working") return;
    setState("working");
    try {
      await put(db, seal({ kind: "note", study: study.id, studyVersion: study.version, answer: { text: told } }));
      await setBegun(db, study.id, { pastPracticeAt: new Date().toISOString() });
    } catch {
      setState("failed");
    }
  };
  const again = async () => {
    if (state === "working") return;
    setState("working");
    try {
      for (const { item, response } of states) {
        if (!item.practice || response === undefined) continue;
        const about = { study: study.id, studyVersion: study.version, item: item.id, occasion: item.occasion };
        await put(db, seal({ kind: "retract", ...about, replaces: response.id, answer: {} }));
      }
      onAgain();
    } catch {
      setState("failed");
    }
  };
  useKeys(keys, () => ready() && void again());
  return (
    <Page box bar={{ title: study.title, onBack }} study={study}>
      <div className={css["head"]}>
        <h2>{words.practice.short(pass.right, pass.of)}</h2>
        <p className={css["soft"]}>{words.practice.shortLead(pass.needed)}</p>
      </div>
      {tries >= triesToGoOn && (
        <div>
          <p>{words.practice.tellLead}</p>
          <blockquote className={css["told"]}>{told}</blockquote>
        </div>
      )}
      {state === "failed" && <Notice kind="bad" title={words.annotate.notSaved} />}
      <div className={css["actions"]}>
        <Button kind="main" wide keys="⏎" onClick={() => void again()}>
          {words.practice.again}
        </Button>
        {tries >= triesToGoOn && <Button onClick={() => void goOn()}>{words.practice.goOnAnyway}</Button>}
        <Button onClick={() => setAsking(true)}>{words.quiz.ask}</Button>
      </div>
      {asking && <Ask about={{ study: study.id, studyVersion: study.version }} onClose={() => setAsking(false)} />}
    </Page>
  );
}

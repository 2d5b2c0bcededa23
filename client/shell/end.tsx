// The end of a study: how many answered and skipped, how many sent, and what still waits on this device.
import { useState } from "react";
import { useLocation } from "wouter";
import type { StudyRow } from "#client/outbox/database";
import type { ItemState } from "#client/outbox/status";
import { useFormats } from "#client/words/formats";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useDb } from "./here.ts";
import { Page } from "./page.tsx";
import css from "./shell.module.css";
import { useSync } from "./sync.ts";
import { SyncPanel } from "./sync-panel.tsx";

export function End({ study, states }: { readonly study: StudyRow; readonly states: readonly ItemState[] }) {
  const words = useWords();
  const formats = useFormats();
  const db = useDb();
  const sync = useSync(db);
  const [, go] = useLocation();
  const [open, setOpen] = useState(false);
  const done = states.filter((state) => state.state === "answered" || state.state === "skipped");
  const sent = done.filter((state) => state.sent).length;
  const facts = [
    [words.end.answered, done.filter((state) => state.state === "answered").length],
    [words.end.skipped, done.filter((state) => state.state === "skipped").length],
    [words.end.sent, sent],
    [words.end.waiting, done.length - sent],
  ] as const;
  return (
    <Page bar={{ title: study.title, sync, onSync: () => setOpen(true), onBack: () => go("/work") }}>
      <div className={css["head"]}>
        <h2>{words.end.title}</h2>
        <p className={css["soft"]}>{words.end.lead}</p>
      </div>
      <dl className={css["facts"]}>
        {facts.map(([word, value]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{formats.number(value)}</dd>
          </div>
        ))}
      </dl>
      {study.score !== undefined && (
        <Notice title={words.end.score(study.score.right, study.score.asked)}>
          <p>{words.end.scoreLead}</p>
        </Notice>
      )}
      {study.score === undefined && study.protocol === "choice" && study.settings.ownScore && (
        <Notice title={words.end.scoreLater} />
      )}
      {sync.waiting + sync.others > 0 && <Notice kind="warn" title={words.end.keepOpen} />}
      <div className={css["actions"]}>
        <Button kind="main" onClick={() => go("/work")}>
          {words.end.toWork}
        </Button>
        {study.protocol === "emotion" && <Button onClick={() => go(`/work/${study.id}/mine`)}>{words.end.mine}</Button>}
      </div>
      {open && <SyncPanel sync={sync} onClose={() => setOpen(false)} />}
    </Page>
  );
}

// Between two blocks, or when the person asks for it: what is done, whether it is sent, thanks by a calm screen.
import { useState } from "react";
import { useLocation } from "wouter";
import type { StudyRow } from "#client/outbox/database";
import { useFormats } from "#client/words/formats";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { keyRow, useEnterGuard, useKeys } from "../ui/keys.ts";
import { useDb } from "./here.ts";
import { isDone } from "./order.ts";
import { Page } from "./page.tsx";
import type { Run } from "./run.ts";
import css from "./shell.module.css";
import { useSync } from "./sync.ts";
import { SyncPanel } from "./sync-panel.tsx";

const keys = [keyRow("go-on", "Enter", "Enter")];

export function Break({ study, run }: { readonly study: StudyRow; readonly run: Run }) {
  const words = useWords();
  const formats = useFormats();
  const db = useDb();
  const sync = useSync(db);
  const [, go] = useLocation();
  const [open, setOpen] = useState(false);
  const [since] = useState(() => Date.now() - run.blockSince);
  const ready = useEnterGuard("break");
  useKeys(keys, () => ready() && run.goOn());
  const done = run.block?.states.filter(isDone).length ?? 0;
  return (
    <Page box bar={{ title: study.title, sync, onSync: () => setOpen(true), onBack: () => go("/work") }}>
      <div className={css["head"]}>
        <h2>{words.break.title}</h2>
        <p className={css["soft"]}>{words.break.lead}</p>
        <p className={css["numbers"]}>
          {words.break.done(done)} · {formats.duration(since)}
        </p>
      </div>
      <div className={css["actions"]}>
        <Button kind="main" wide keys="⏎" onClick={run.goOn}>
          {words.break.goOn}
        </Button>
        <Button onClick={() => go("/work")}>{words.break.stop}</Button>
      </div>
      {open && <SyncPanel sync={sync} onClose={() => setOpen(false)} />}
    </Page>
  );
}

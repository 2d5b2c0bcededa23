// A new version of the app waits until the person agrees: it is offered on the plain screens, never beside an item.
import { useState, useSyncExternalStore } from "react";
import { useRoute } from "wouter";
import { useWords } from "#client/words/words";
import type { WorkerUpdates } from "#client/worker/register";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import css from "./shell.module.css";

export function Update({ updates }: { readonly updates: WorkerUpdates }) {
  const words = useWords();
  const waiting = useSyncExternalStore(updates.subscribe, updates.waiting);
  const [later, setLater] = useState(false);
  const [atWork] = useRoute("/work/:study/*?");
  if (!waiting || later || atWork) return null;
  return (
    <aside className={css["update"]} aria-label={words.update.title}>
      <Notice
        title={words.update.title}
        actions={
          <>
            <Button kind="main" onClick={() => void updates.apply()}>
              {words.update.now}
            </Button>
            <Button onClick={() => setLater(true)}>{words.update.later}</Button>
          </>
        }
      >
        <p>{words.update.lead}</p>
      </Notice>
    </aside>
  );
}

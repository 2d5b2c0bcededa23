// Leaving this computer: what has been sent may go, what has not stays here and goes up by itself, or leaves as a file too.
import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import { useLocation } from "wouter";
import { metaOf } from "#client/outbox/database";
import { signOut } from "#client/outbox/people";
import { unsentFile } from "#client/outbox/unsent-file";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useDb, useHere } from "./here.ts";
import { type OneFile, saveOrOffer } from "./save-file.ts";
import { SaveFiles } from "./save-files.tsx";
import type { SyncHere } from "./sync.ts";

export function Leave({ sync, onClose }: { readonly sync: SyncHere; readonly onClose: () => void }) {
  const words = useWords();
  const db = useDb();
  const { leave } = useHere();
  const [, go] = useLocation();
  const shared = useLiveQuery(() => metaOf(db, "shared"), [db]);
  const [files, setFiles] = useState<readonly OneFile[]>([]);
  const unsent = sync.waiting + sync.others + sync.stuck;
  const save = async () => {
    const offered = saveOrOffer(await unsentFile(db));
    if (offered.length > 0) setFiles(offered);
    else await out("keep");
  };
  const out = async (choice: "send" | "keep") => {
    await signOut(db, choice);
    leave();
    go("/", { replace: true });
  };
  return (
    <Dialog
      title={words.work.signOutAsk}
      onClose={onClose}
      actions={
        <>
          <Button kind="main" onClick={() => void out(files.length > 0 ? "keep" : "send")}>
            {words.work.signOut}
          </Button>
          {unsent > 0 && files.length === 0 && <Button onClick={() => void save()}>{words.sync.saveFile}</Button>}
          <Button onClick={onClose}>{words.common.cancel}</Button>
        </>
      }
    >
      <p>{words.work.signOutLead}</p>
      {sync.waiting > 0 && <p>{words.sync.explainWaiting(sync.waiting)}</p>}
      {sync.others > 0 && <p>{words.sync.explainOthers(sync.others)}</p>}
      {shared && <p>{words.work.signOutShared}</p>}
      <SaveFiles files={files} />
    </Dialog>
  );
}

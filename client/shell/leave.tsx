// Leaving this computer: what has been sent may go, what has not stays here and goes up by itself, or leaves as a file too.
import { useLiveQuery } from "dexie-react-hooks";
import { useLocation } from "wouter";
import { metaOf } from "#client/outbox/database";
import { signOut } from "#client/outbox/people";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useDb, useHere } from "./here.ts";
import { saveFile } from "./save-file.ts";

export function Leave({ unsent, onClose }: { readonly unsent: number; readonly onClose: () => void }) {
  const words = useWords();
  const db = useDb();
  const { leave } = useHere();
  const [, go] = useLocation();
  const shared = useLiveQuery(() => metaOf(db, "shared"), [db]);
  const out = async (choice: "send" | "file") => {
    const { file } = await signOut(db, choice);
    if (file !== undefined) saveFile(file);
    leave();
    go("/", { replace: true });
  };
  return (
    <Dialog
      title={words.work.signOutAsk}
      onClose={onClose}
      actions={
        <>
          <Button kind="main" onClick={() => void out("send")}>
            {words.work.signOut}
          </Button>
          {unsent > 0 && <Button onClick={() => void out("file")}>{words.sync.saveFile}</Button>}
          <Button onClick={onClose}>{words.common.cancel}</Button>
        </>
      }
    >
      <p>{words.work.signOutLead}</p>
      {unsent > 0 && <p>{words.sync.explainWaiting(unsent)}</p>}
      {shared && <p>{words.work.signOutShared}</p>}
    </Dialog>
  );
}

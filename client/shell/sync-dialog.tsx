// Where the person's answers are, in sentences, and what can be done about those not sent.
import { useState } from "react";
import { unsentFile } from "#client/outbox/unsent-file";
import { useFormats } from "#client/words/formats";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useDb, useHere } from "./here.ts";
import { PinSet } from "./pin.tsx";
import { saveFile } from "./save-file.ts";
import { StuckList } from "./stuck-list.tsx";
import type { SyncHere } from "./sync.ts";

export function SyncDialog({ sync, onClose }: { readonly sync: SyncHere; readonly onClose: () => void }) {
  const words = useWords();
  const formats = useFormats();
  const db = useDb();
  const { delivery } = useHere();
  const [openedAt] = useState(() => Date.now());
  const save = async () => saveFile(await unsentFile(db));
  return (
    <Dialog
      title={words.sync.title}
      onClose={onClose}
      actions={
        sync.waiting + sync.stuck > 0 && (
          <>
            {delivery && <Button onClick={() => void delivery.runNow()}>{words.sync.sendNow}</Button>}
            <Button kind="quiet" onClick={save}>
              {words.sync.saveFile}
            </Button>
          </>
        )
      }
    >
      {sync.waiting === 0 && sync.stuck === 0 && <p>{words.sync.allSent}</p>}
      {sync.waiting > 0 && <p>{words.sync.explainWaiting(sync.waiting)}</p>}
      {sync.waiting > 0 && sync.oldestAt !== null && (
        <p>{words.sync.oldest(formats.duration(openedAt - Date.parse(sync.oldestAt)))}</p>
      )}
      {sync.stuck > 0 && <p>{words.sync.explainStuck(sync.stuck)}</p>}
      {sync.stuck > 0 && <StuckList />}
      {sync.paused && <p>{words.sync.paused}</p>}
      <PinSet />
    </Dialog>
  );
}

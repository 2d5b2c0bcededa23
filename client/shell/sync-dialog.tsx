// Where the person's answers are, in sentences, and what can be done about those not sent.
import { useState } from "react";
import { unsentFile } from "#client/outbox/unsent-file";
import { useFormats } from "#client/words/formats";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useDb, useHere } from "./here.ts";
import { PinSet } from "./pin.tsx";
import { type OneFile, saveOrOffer } from "./save-file.ts";
import { SaveFiles } from "./save-files.tsx";
import css from "./shell.module.css";
import { StuckList } from "./stuck-list.tsx";
import type { SyncHere } from "./sync.ts";

export function SyncDialog({ sync, onClose }: { readonly sync: SyncHere; readonly onClose: () => void }) {
  const words = useWords();
  const formats = useFormats();
  const db = useDb();
  const { delivery } = useHere();
  const [openedAt] = useState(() => Date.now());
  const [files, setFiles] = useState<readonly OneFile[]>([]);
  const all = sync.waiting + sync.others + sync.stuck;
  const save = async () => setFiles(saveOrOffer(await unsentFile(db)));
  return (
    <Dialog title={words.sync.title} onClose={onClose}>
      {all === 0 && <p>{words.sync.allSent}</p>}
      {sync.waiting > 0 && <p>{words.sync.explainWaiting(sync.waiting)}</p>}
      {sync.others > 0 && <p>{words.sync.explainOthers(sync.others)}</p>}
      {sync.waiting + sync.others > 0 && sync.oldestAt !== null && (
        <p>{words.sync.oldest(formats.duration(openedAt - Date.parse(sync.oldestAt)))}</p>
      )}
      {sync.stuck > 0 && <p>{words.sync.explainStuck(sync.stuck)}</p>}
      {sync.stuck > 0 && <StuckList />}
      {sync.paused && <p>{words.sync.paused}</p>}
      {all > 0 && (
        <div className={css["actions"]}>
          {delivery && <Button onClick={() => void delivery.runNow()}>{words.sync.sendNow}</Button>}
          <Button kind="quiet" onClick={save}>
            {words.sync.saveFile}
          </Button>
        </div>
      )}
      <SaveFiles files={files} />
      <PinSet />
    </Dialog>
  );
}

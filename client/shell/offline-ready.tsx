// Whether the person may pull the plug: how many videos and pictures stand on this device, and the way to fetch the rest.
import { useLiveQuery } from "dexie-react-hooks";
import { CircleCheck, Download } from "lucide-react";
import { useState } from "react";
import { keepStorage, mediaReady, storeMedia } from "#client/outbox/media";
import { useFormats } from "#client/words/formats";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useDb } from "./here.ts";
import css from "./shell.module.css";
import { Meter } from "./study-card.tsx";

export function OfflineReady() {
  const words = useWords();
  const formats = useFormats();
  const db = useDb();
  const ready = useLiveQuery(() => mediaReady(db), [db]);
  const [state, setState] = useState<"idle" | "storing" | "no-room" | "failed">("idle");
  if (ready === undefined || ready.of === 0) return null;
  const all = ready.files === ready.of;

  const store = async () => {
    if (state === "storing") return;
    setState("storing");
    try {
      const { usage, quota } = await keepStorage();
      if (usage !== undefined && quota !== undefined && quota - usage < ready.bytesOf - ready.bytes) {
        setState("no-room");
        return;
      }
      const after = await storeMedia(db);
      setState(after.stopped === "full" ? "no-room" : after.stopped === undefined ? "idle" : "failed");
    } catch {
      setState("failed");
    }
  };

  return (
    <section className={css["study"]} aria-label={words.work.offlineDone}>
      <Meter done={ready.bytes} of={ready.bytesOf} />
      <p className={css["numbers"]} role="status">
        {words.work.offline(
          ready.files,
          ready.of,
          words.work.gb(formats.bytes(ready.bytes), formats.bytes(ready.bytesOf)),
        )}
      </p>
      {all ? (
        <p className={css["actions"]}>
          <CircleCheck size={20} aria-hidden="true" /> {words.work.offlineDone}
        </p>
      ) : (
        <div className={css["actions"]}>
          <Button icon={<Download size={20} aria-hidden="true" />} waiting={state === "storing"} onClick={store}>
            {state === "storing" ? words.work.storing : words.work.store}
          </Button>
        </div>
      )}
      {state === "no-room" && <Notice kind="warn" title={words.work.noRoom} />}
      {state === "failed" && <Notice kind="warn" title={words.work.storeFailed} />}
    </section>
  );
}

// Whether the person may pull the plug: how many videos and pictures stand on this device, and the way to fetch the rest.
import { useLiveQuery } from "dexie-react-hooks";
import { CircleCheck, Download, Pause } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { PersonDatabase } from "#client/outbox/database";
import { keepStorage, keepsMedia, setKeepsMedia, storeMedia } from "#client/outbox/media";
import { mediaReady } from "#client/outbox/media-ready";
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
  const appHere = useAppHere();
  const [state, setState] = useState<"idle" | "storing" | "no-room" | "failed">("idle");
  const running = useRef<AbortController>(undefined);

  const store = async () => {
    if (running.current !== undefined) return;
    const own = new AbortController();
    running.current = own;
    setState("storing");
    const ended = await storeAll(db, own.signal);
    if (running.current === own) running.current = undefined;
    if (ended !== "paused" || running.current === undefined) setState(ended === "paused" ? "idle" : ended);
  };
  const pause = () => {
    running.current?.abort();
    running.current = undefined;
    setState("idle");
    void setKeepsMedia(db, false);
  };
  const start = useRef(store);
  start.current = store;
  const missing = ready !== undefined && ready.files < ready.of;
  useEffect(() => {
    if (missing)
      void keepsMedia(db).then((keeps) => {
        if (keeps) void start.current();
      });
  }, [db, missing]);
  useEffect(() => () => running.current?.abort(), []);
  if (ready === undefined || ready.of === 0) return null;

  return (
    <section className={css["study"]} aria-label={words.work.offlineDone}>
      <Meter done={ready.bytes} of={ready.bytesOf} />
      <p className={css["ready"]} role="status">
        {!missing && appHere && <CircleCheck size={20} aria-hidden="true" />}
        <span className={css["numbers"]}>
          {appHere
            ? words.work.offline(
                ready.files,
                ready.of,
                words.work.gb(formats.bytes(ready.bytes), formats.bytes(ready.bytesOf)),
              )
            : words.common.loading}
        </span>
      </p>
      {missing && (
        <div className={css["actions"]}>
          {state === "storing" ? (
            <Button icon={<Pause size={20} aria-hidden="true" />} onClick={pause}>
              {words.work.pauseStoring}
            </Button>
          ) : (
            <Button
              icon={<Download size={20} aria-hidden="true" />}
              onClick={() => void setKeepsMedia(db, true).then(store)}
            >
              {words.work.store}
            </Button>
          )}
        </div>
      )}
      {state === "no-room" && <Notice kind="warn" title={words.work.noRoom} />}
      {state === "failed" && <Notice kind="warn" title={words.work.storeFailed} />}
    </section>
  );
}

/** The app itself is on this device too, so that the page opens again with no network. */
function useAppHere(): boolean {
  const worker = import.meta.env.PROD ? navigator.serviceWorker : undefined;
  const [here, setHere] = useState(worker === undefined || worker.controller !== null);
  useEffect(() => {
    if (!here) void worker?.ready.then(() => setHere(true));
  }, [worker, here]);
  return here;
}

async function storeAll(db: PersonDatabase, signal: AbortSignal): Promise<"idle" | "no-room" | "failed" | "paused"> {
  try {
    const { usage, quota } = await keepStorage();
    const { bytes, bytesOf } = await mediaReady(db);
    if (usage !== undefined && quota !== undefined && quota - usage < bytesOf - bytes) return "no-room";
    const { stopped } = await storeMedia(db, undefined, signal);
    return stopped === undefined ? "idle" : stopped === "full" ? "no-room" : stopped === "paused" ? "paused" : "failed";
  } catch {
    return "failed";
  }
}

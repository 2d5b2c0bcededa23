// The last part of the set-up check: how much of the study works without a network, and the way to save the block that
// comes next first.
import { useLiveQuery } from "dexie-react-hooks";
import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { PersonDatabase, StudyRow } from "#client/outbox/database";
import { keepStorage, storeMedia } from "#client/outbox/media";
import { itemStates } from "#client/outbox/status";
import { useFormats } from "#client/words/formats";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useDb } from "./here.ts";
import { blocksOf, nextBlock } from "./order.ts";
import { Check } from "./set-up-checks.tsx";
import css from "./start.module.css";
import { useStartWords } from "./start-words.ts";
import { Meter } from "./study-card.tsx";

interface Stored {
  readonly files: number;
  readonly of: number;
  readonly bytes: number;
  readonly bytesOf: number;
  /** Every medium of the block that comes next is here. */
  readonly block: boolean;
}

async function storedOf(db: PersonDatabase, study: StudyRow): Promise<Stored> {
  const states = await itemStates(db, study.id);
  const rows = (await db.media.toArray()).filter((row) => row.studies.includes(study.id));
  const here = rows.filter((row) => row.stored === 1);
  const sum = (list: typeof rows) => list.reduce((bytes, row) => bytes + row.bytes, 0);
  const next = nextBlock(blocksOf(states, study.settings.breakEvery), 1);
  return {
    files: here.length,
    of: rows.length,
    bytes: sum(here),
    bytesOf: sum(rows),
    block: (next?.states ?? []).every((state) => state.ready),
  };
}

export function StorageCheck({ study }: { readonly study: StudyRow }) {
  const words = useStartWords().setUp;
  const formats = useFormats();
  const db = useDb();
  const stored = useLiveQuery(() => storedOf(db, study), [db, study]);
  const [state, setState] = useState<"idle" | "saving" | "no-room" | "failed">("idle");
  const running = useRef<AbortController>(undefined);
  const whole = stored?.block === true;
  useEffect(() => {
    if (whole) running.current?.abort();
  }, [whole]);
  useEffect(() => () => running.current?.abort(), []);
  const save = async () => {
    const own = new AbortController();
    running.current = own;
    setState("saving");
    try {
      await keepStorage();
      const { stopped } = await storeMedia(db, undefined, own.signal);
      setState(stopped === undefined || stopped === "paused" ? "idle" : stopped === "full" ? "no-room" : "failed");
    } catch {
      setState("failed");
    }
  };
  if (stored === undefined || stored.of === 0) return null;
  const size = words.of(formats.bytes(stored.bytes), formats.bytes(stored.bytesOf));
  return (
    <Check title={words.storage} good={whole ? words.blockSaved : undefined}>
      <Meter done={stored.bytes} of={stored.bytesOf} />
      <p className={css["numbers"]}>{words.ready(stored.files, stored.of, size)}</p>
      {!whole && (
        <div className={css["actions"]}>
          <Button
            icon={<Download size={20} aria-hidden="true" />}
            waiting={state === "saving"}
            onClick={() => void save()}
          >
            {state === "saving" ? words.saving : words.saveBlock}
          </Button>
        </div>
      )}
      {state === "no-room" && <Notice kind="warn" title={words.noRoom} />}
      {state === "failed" && <Notice kind="warn" title={words.failed} />}
    </Check>
  );
}

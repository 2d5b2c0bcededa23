// The check before work begins: does video play here, do the keys arrive, is there a camera, what is stored. Each part
// says what it found; none has to be done.
import { useEffect, useRef, useState } from "react";
import type { StudyRow } from "#client/outbox/database";
import { Button } from "../ui/button.tsx";
import { setBegun } from "./begun.ts";
import { useDb } from "./here.ts";
import { CameraCheck, KeyCheck, VideoCheck } from "./set-up-checks.tsx";
import { StorageCheck } from "./set-up-storage.tsx";
import css from "./start.module.css";
import { useStartWords } from "./start-words.ts";

interface Found {
  readonly video?: boolean;
  readonly keys?: boolean;
  readonly camera?: boolean;
}

export function SetUp({ study, onDone }: { readonly study: StudyRow; readonly onDone: () => void }) {
  const words = useStartWords().setUp;
  const db = useDb();
  const [found, setFound] = useState<Found>({});
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  const note = (more: Found) => setFound((before) => ({ ...before, ...more }));
  const done = async () => {
    await setBegun(db, study.id, { checkedAt: new Date().toISOString(), ...found });
    onDone();
  };
  return (
    <>
      <div className={css["head"]}>
        <h2 ref={heading} tabIndex={-1}>
          {words.title}
        </h2>
        <p className={css["soft"]}>{words.lead}</p>
      </div>
      <div className={css["checks"]}>
        <VideoCheck onFound={(video) => note({ video })} />
        <KeyCheck protocol={study.protocol} onFound={() => note({ keys: true })} />
        <CameraCheck onFound={(camera) => note({ camera })} />
        <StorageCheck study={study} />
      </div>
      <div className={css["actions"]}>
        <Button kind="main" onClick={done}>
          {found.video === undefined && found.keys === undefined ? words.skip : words.done}
        </Button>
      </div>
    </>
  );
}

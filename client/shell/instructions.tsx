// What a study asks its people to do, in their language and signed where there is a video; under it the dated additions
// that answer somebody's question, newest first.
import { useEffect, useState } from "react";
import type { StudyRow } from "#client/outbox/database";
import { useFormats } from "#client/words/formats";
import { useSaid } from "#client/words/texts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { begunIn, setBegun } from "./begun.ts";
import { useDb } from "./here.ts";
import { SignSlot } from "./sign-slot.tsx";
import css from "./start.module.css";
import { useStartWords } from "./start-words.ts";

export function Instructions({ study }: { readonly study: StudyRow }) {
  const words = useStartWords().instructions;
  const formats = useFormats();
  const say = useSaid();
  const db = useDb();
  const [before, setBefore] = useState<string | null>();
  useEffect(() => {
    let gone = false;
    void begunIn(db, study.id).then(async ({ readAt }) => {
      if (!gone) setBefore(readAt ?? null);
      if (readAt !== undefined) await setBegun(db, study.id, { readAt: new Date().toISOString() });
    });
    return () => {
      gone = true;
    };
  }, [db, study.id]);
  const said = study.instructions && say(study.instructions);
  const added = [...(study.announcements ?? [])].reverse();
  return (
    <div className={css["told"]}>
      <SignSlot study={study} place="instructions" label={words.title} />
      {said === undefined ? (
        <p>{words.none}</p>
      ) : (
        <p className={css["text"]} lang={said.lang} dir="auto">
          {said.text}
        </p>
      )}
      {added.map(({ at, texts }) => {
        const { text, lang } = say(texts);
        return (
          <section key={at + text} className={css["added"]} aria-label={words.added(formats.date(at))}>
            <p className={css["addedAt"]}>
              <time dateTime={at}>{words.added(formats.date(at))}</time>
              {typeof before === "string" && at > before && <Chip>{words.fresh}</Chip>}
            </p>
            <p className={css["text"]} lang={lang} dir="auto">
              {text}
            </p>
          </section>
        );
      })}
    </div>
  );
}

export function InstructionsDialog({ study, onClose }: { readonly study: StudyRow; readonly onClose: () => void }) {
  const words = useStartWords();
  return (
    <Dialog
      title={words.instructions.title}
      onClose={onClose}
      actions={
        <Button kind="main" onClick={onClose}>
          {words.setUp.done}
        </Button>
      }
    >
      <Instructions study={study} />
    </Dialog>
  );
}

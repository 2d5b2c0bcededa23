// A dated addition to the instructions, for everybody in the study; it may answer one person's question.
import { useState } from "react";
import * as z from "zod/mini";
import { languages as allLanguages } from "#schemas/basics";
import type { StudyDetail } from "#schemas/desk";
import type { Inbox } from "#schemas/set-up";
import type { Texts } from "#schemas/texts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { useProblemText } from "./problem-text.ts";
import { useAct } from "./reading.tsx";
import { InEach } from "./texts.tsx";
import { useDeskWords } from "./words.ts";

interface AnnounceProps {
  readonly study: StudyDetail;
  readonly note?: Inbox["notes"][number];
  readonly onClose: () => void;
}

export function Announce({ study, note, onClose }: AnnounceProps) {
  const { setUp, common } = useDeskWords();
  const words = setUp.inbox;
  const say = useProblemText();
  const [texts, setTexts] = useState<Texts>({});
  const [tried, setTried] = useState(false);
  const deciding = useAct(z.unknown());
  const told = Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ""));
  const empty = Object.keys(told).length === 0;
  const send = () => {
    setTried(true);
    if (empty || deciding.isPending) return;
    deciding.mutate(
      {
        path: `/api/studies/${encodeURIComponent(study.id)}/decisions`,
        body: { kind: "announce", texts: told, ...(note === undefined ? {} : { note: note.response }) },
      },
      { onSuccess: onClose },
    );
  };
  const title = note === undefined ? words.announceTitle : words.replyTitle(note.code ?? words.unknown);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="main" waiting={deciding.isPending} onClick={send}>
            {words.send}
          </Button>
        </>
      }
    >
      {note !== undefined && note.text !== null && <blockquote>{note.text}</blockquote>}
      <p>{words.replyHint}</p>
      <InEach
        label={setUp.texts.sectionText}
        languages={allLanguages.filter((one) => study.definition.languages.includes(one))}
        value={texts}
        most={4000}
        rows={4}
        onChange={setTexts}
      />
      {tried && empty && <Notice kind="warn" title={words.replyMissing} />}
      {deciding.error !== null && <Notice kind="bad" title={say(deciding.error)} />}
    </Dialog>
  );
}

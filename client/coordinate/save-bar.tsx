// Saves a change of a study: a draft at once, any other with a reason, as a new version. Says what is not saved yet.
import { useState } from "react";
import type { StudyDetail } from "#schemas/desk";
import { type StudyChange, studyChanged } from "#schemas/set-up";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import css from "./new-study.module.css";
import { useProblemText } from "./problem-text.ts";
import { useAct } from "./reading.tsx";
import { useDeskWords } from "./words.ts";

interface SaveBarProps {
  readonly study: StudyDetail;
  /** What is to be changed; undefined where something is still wrong, then `missing` says what. */
  readonly change: StudyChange | undefined;
  readonly missing?: string;
  readonly dirty: boolean;
  readonly onSaved: () => void;
  readonly onUndo: () => void;
}

export function SaveBar({ study, change, missing, dirty, onSaved, onUndo }: SaveBarProps) {
  const { setUp, common } = useDeskWords();
  const words = setUp.save;
  const say = useProblemText();
  const saving = useAct(studyChanged);
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const draft = study.state === "draft";
  const send = (more: StudyChange) => {
    if (saving.isPending) return;
    saving.mutate(
      { path: `/api/studies/${encodeURIComponent(study.id)}/versions`, body: more },
      {
        onSuccess: () => {
          setAsking(false);
          setReason("");
          setTried(false);
          onSaved();
        },
      },
    );
  };
  const save = () => {
    setTried(true);
    if (change === undefined) return;
    if (draft) send(change);
    else {
      setTried(false);
      setAsking(true);
    }
  };
  const fault = saving.error !== null && <Notice kind="bad" title={say(saving.error)} />;
  return (
    <div className={css["flow"]}>
      <div className={css["picks"]}>
        <Button kind={dirty ? "main" : "plain"} waiting={saving.isPending} disabled={!dirty} onClick={save}>
          {draft ? words.save : words.saveVersion}
        </Button>
        {dirty && <Button onClick={onUndo}>{words.undo}</Button>}
        <span role="status">
          {dirty
            ? words.unsaved
            : saving.data === undefined
              ? ""
              : saving.data.changed.length === 0
                ? words.nothing
                : words.saved(saving.data.version)}
        </span>
      </div>
      {dirty && tried && change === undefined && missing !== undefined && <Notice kind="warn" title={missing} />}
      {!asking && fault}
      {asking && change !== undefined && (
        <Dialog
          title={words.why}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{common.cancel}</Button>
              <Button
                kind="main"
                waiting={saving.isPending}
                onClick={() => {
                  setTried(true);
                  if (reason.trim() !== "") send({ ...change, reason: reason.trim() });
                }}
              >
                {words.saveVersion}
              </Button>
            </>
          }
        >
          <p>{words.whyText}</p>
          <TextField
            label={common.reason}
            hint={common.reasonHint}
            value={reason}
            maxLength={2000}
            onChange={(event) => setReason(event.target.value)}
            {...(tried && reason.trim() === "" ? { error: common.reasonMissing } : {})}
          />
          {fault}
        </Dialog>
      )}
    </div>
  );
}

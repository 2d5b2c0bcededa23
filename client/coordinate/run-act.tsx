// An act on a run: it needs a reason and a second press, and stays in the record with who did it and when.
import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { useProblemText } from "./problem-text.ts";
import { useAct } from "./reading.tsx";
import { useDeskWords } from "./words.ts";

interface RunActProps {
  /** Address of the run. */
  readonly at: string;
  readonly title: string;
  readonly text: string;
  readonly act: string;
  /** Undefined while something is still missing; then `missing` says what. */
  readonly wish: { readonly kind: string; readonly item?: string; readonly option?: string | null } | undefined;
  readonly missing?: string;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

export function RunActDialog({ at, title, text, act, wish, missing, children, onClose }: RunActProps) {
  const words = useDeskWords();
  const say = useProblemText();
  const [reason, setReason] = useState("");
  const [told, setTold] = useState<string>();
  const acting = useAct(z.unknown());
  const go = () => {
    const lacks = wish === undefined ? missing : reason.trim() === "" ? words.common.reasonMissing : undefined;
    setTold(lacks);
    if (lacks !== undefined || wish === undefined || acting.isPending) return;
    acting.mutate({ path: `${at}/acts`, body: { ...wish, reason: reason.trim() } }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button kind="main" onClick={go} aria-busy={acting.isPending}>
            {act}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {children}
      <TextField
        label={words.common.reason}
        value={reason}
        maxLength={2000}
        onChange={(event) => setReason(event.target.value)}
        {...(told === undefined ? {} : { error: told })}
      />
      {acting.error !== null && <Notice kind="bad" title={say(acting.error)} />}
    </Dialog>
  );
}

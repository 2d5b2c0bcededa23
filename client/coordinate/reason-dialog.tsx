// A decision or an act on a run: it needs a reason and a second press, says what it will do before it does it, and stays
// in the record with who did it and when. Nothing that changes figures happens in one click.
import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { useProblemText } from "./problem-text.ts";
import { useAct } from "./reading.tsx";
import { useDeskWords } from "./words.ts";

/** The fields that its kind asks for; id, time and author are the server's. */
type Wish = { readonly kind: string } & Readonly<Record<string, unknown>>;

interface ReasonedActProps {
  /** The address that takes the act. */
  readonly to: string;
  readonly title: string;
  readonly text?: string;
  readonly act: string;
  /** Undefined while something is still missing; then `missing` says what. */
  readonly wish: Wish | undefined;
  readonly missing?: string;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** A decision of a study. */
export function ReasonDialog({ study, ...rest }: Omit<ReasonedActProps, "to"> & { readonly study: string }) {
  return <ReasonedAct to={`/api/studies/${encodeURIComponent(study)}/decisions`} {...rest} />;
}

export function ReasonedAct({ to, title, text, act, wish, missing, children, onClose }: ReasonedActProps) {
  const words = useDeskWords();
  const say = useProblemText();
  const [reason, setReason] = useState("");
  const [told, setTold] = useState<string>();
  const deciding = useAct(z.unknown());
  const decide = () => {
    const lacks = wish === undefined ? missing : reason.trim() === "" ? words.common.reasonMissing : undefined;
    setTold(lacks);
    if (lacks !== undefined || wish === undefined || deciding.isPending) return;
    deciding.mutate({ path: to, body: { ...wish, reason: reason.trim() } }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button kind="main" onClick={decide} aria-busy={deciding.isPending}>
            {act}
          </Button>
        </>
      }
    >
      {text !== undefined && <p>{text}</p>}
      {children}
      <TextField
        label={words.common.reason}
        hint={words.common.reasonHint}
        value={reason}
        maxLength={2000}
        onChange={(event) => setReason(event.target.value)}
        {...(told === undefined ? {} : { error: told })}
      />
      {deciding.error !== null && <Notice kind="bad" title={say(deciding.error)} />}
    </Dialog>
  );
}

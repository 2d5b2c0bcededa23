// Asks for a reason out of a list, with words beside it: for a skip and for a flag. Nothing is chosen beforehand.
import { useState } from "react";
import { cleanText } from "#client/capture/text";
import type { TakeOf } from "#client/outbox/recordings";
import { useWords } from "#client/words/words";
import { textLimit } from "#schemas/response";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { RadioRow } from "../ui/radio-row.tsx";
import { SignedNote } from "./signed-note.tsx";

interface ReasonProps<Value extends string> {
  readonly texts: {
    readonly title: string;
    readonly lead: string;
    readonly reasons: Readonly<Record<Value, string>>;
    readonly words: string;
    readonly submit: string;
    readonly waits: string;
  };
  readonly reasons: readonly Value[];
  /** Filled in by trouble with the video; the person still presses the button. */
  readonly first?: { readonly reason: Value; readonly text?: string };
  /** The reason that needs words, and what the button says until they are there. */
  readonly needsWords?: { readonly reason: Value; readonly waits: string; readonly label: string };
  /** Where what is signed belongs on this device. */
  readonly take: TakeOf;
  readonly onSubmit: (given: { reason: Value; text?: string; recording?: string }) => Promise<void>;
  readonly onClose: () => void;
}

export function Reason<Value extends string>(props: ReasonProps<Value>) {
  const { texts, needsWords } = props;
  const words = useWords();
  const [reason, setReason] = useState<Value | undefined>(props.first?.reason);
  const [text, setText] = useState(props.first?.text ?? "");
  const [recording, setRecording] = useState<string>();
  const [state, setState] = useState<"open" | "saving" | "failed">("open");
  const wordsNeeded = reason !== undefined && reason === needsWords?.reason;
  const waits =
    reason === undefined
      ? texts.waits
      : wordsNeeded && text.trim() === "" && recording === undefined
        ? needsWords.waits
        : undefined;
  const submit = async () => {
    if (reason === undefined || state === "saving") return;
    setState("saving");
    const said = cleanText(text.trim(), textLimit);
    try {
      await props.onSubmit({
        reason,
        ...(said === "" ? {} : { text: said }),
        ...(recording === undefined ? {} : { recording }),
      });
    } catch {
      setState("failed");
    }
  };
  return (
    <Dialog
      title={texts.title}
      onClose={props.onClose}
      actions={
        <>
          <Button kind="main" waiting={waits !== undefined || state === "saving"} onClick={submit}>
            {waits ?? texts.submit}
          </Button>
          <Button onClick={props.onClose}>{words.common.cancel}</Button>
        </>
      }
    >
      <p>{texts.lead}</p>
      <RadioRow
        legend={texts.title}
        hideLegend
        options={props.reasons.map((value) => ({ value, label: texts.reasons[value] }))}
        value={reason}
        onChange={setReason}
      />
      <TextField
        label={wordsNeeded ? needsWords.label : texts.words}
        rows={2}
        maxLength={textLimit}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <SignedNote of={props.take} value={recording} onChange={setRecording} />
      {state === "failed" && <Notice kind="bad" title={words.annotate.notSaved} />}
    </Dialog>
  );
}

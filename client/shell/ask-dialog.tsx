// A question to the coordinator, kept as a note in the same log as the answers.
import { useState } from "react";
import { seal } from "#client/capture/seal";
import { cleanText } from "#client/capture/text";
import { put } from "#client/outbox/put";
import { useWords } from "#client/words/words";
import { textLimit } from "#schemas/response";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { useDb } from "./here.ts";
import { SignedNote } from "./signed-note.tsx";

/** The item that a note, a flag or a skip is about. */
interface About {
  readonly study: string;
  readonly studyVersion: number;
  readonly item?: string;
  readonly occasion?: number;
}

/** Where a take belongs on this device. */
const placeOf = ({ study, item, occasion }: About) => ({
  study,
  ...(item === undefined ? {} : { item }),
  ...(occasion === undefined ? {} : { occasion }),
});

export function AskDialog({ about, onClose }: { readonly about: About; readonly onClose: () => void }) {
  const words = useWords();
  const db = useDb();
  const [text, setText] = useState("");
  const [state, setState] = useState<"open" | "saving" | "kept" | "failed">("open");
  const [recording, setRecording] = useState<string>();
  const empty = text.trim() === "" && recording === undefined;
  const send = async () => {
    if (state === "saving") return;
    setState("saving");
    try {
      const said = cleanText(text.trim(), textLimit);
      const answer = {
        ...(said === "" ? {} : { text: said }),
        ...(recording === undefined ? {} : { recording }),
      };
      await put(db, seal({ kind: "note", ...about, answer }));
      setState("kept");
    } catch {
      setState("failed");
    }
  };
  if (state === "kept")
    return (
      <Dialog
        title={words.ask.title}
        onClose={onClose}
        actions={
          <Button kind="main" onClick={onClose}>
            {words.common.done}
          </Button>
        }
      >
        <Notice kind="good" title={words.ask.kept} />
      </Dialog>
    );
  return (
    <Dialog
      title={words.ask.title}
      onClose={onClose}
      actions={
        <>
          <Button kind="main" waiting={empty || state === "saving"} onClick={send}>
            {empty ? words.ask.waits : words.ask.submit}
          </Button>
          <Button onClick={onClose}>{words.common.cancel}</Button>
        </>
      }
    >
      <p>{words.ask.lead}</p>
      <TextField
        label={words.ask.words}
        rows={4}
        maxLength={textLimit}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <SignedNote of={{ ...placeOf(about), place: "ask" }} value={recording} onChange={setRecording} />
      {state === "failed" && <Notice kind="bad" title={words.annotate.notSaved} />}
    </Dialog>
  );
}

// Signing instead of writing: a quiet button beside a text field, and what was signed as one line that can be taken off.
// The recorder itself is loaded when it is first wanted.
import { useLiveQuery } from "dexie-react-hooks";
import { Video, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { dropTake, type TakeOf } from "#client/outbox/recordings";
import { useFormats } from "#client/words/formats";
import { useWords } from "#client/words/words";
import { Button, IconButton } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { useDb } from "./here.ts";
import css from "./shell.module.css";

const AnswerRecorder = lazy(() =>
  import("../player/answer-recorder.tsx").then((loaded) => ({ default: loaded.AnswerRecorder })),
);

interface SignedNoteProps {
  readonly of: TakeOf;
  readonly value: string | undefined;
  readonly onChange: (recording: string | undefined) => void;
  /** Where the screen has a key of its own for it. */
  readonly keys?: string | undefined;
  readonly opened?: { readonly open: boolean; readonly set: (open: boolean) => void };
}

export function SignedNote({ of, value, onChange, keys, opened }: SignedNoteProps) {
  const words = useWords().recorder;
  const formats = useFormats();
  const db = useDb();
  const [own, setOwn] = useState(false);
  const row = useLiveQuery(() => (value === undefined ? undefined : db.recordings.get(value)), [db, value]);
  const open = opened?.open ?? own;
  const set = opened?.set ?? setOwn;
  const remove = () => {
    if (value !== undefined) void dropTake(db, value);
    onChange(undefined);
  };
  return (
    <div>
      {value === undefined ? (
        <Button
          kind="quiet"
          icon={<Video size={20} aria-hidden="true" />}
          onClick={() => set(true)}
          {...(keys === undefined ? {} : { keys })}
        >
          {words.signIt}
        </Button>
      ) : (
        <div className={css["signed"]}>
          <Chip icon={<Video size={18} aria-hidden="true" />}>
            {words.signed(row === undefined ? "" : formats.number(Math.round(row.durationMs / 1000)))}
          </Chip>
          <IconButton label={words.remove} icon={<X size={20} aria-hidden="true" />} onClick={remove} />
        </div>
      )}
      {open && (
        <Suspense>
          <AnswerRecorder
            db={db}
            of={of}
            onClose={() => set(false)}
            onUse={({ id }) => {
              onChange(id);
              set(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

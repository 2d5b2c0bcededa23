// Step four: what showed it, in the person's own words, as many notes as they want; it may stay empty.
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { v7 } from "uuid";
import type { Hand } from "#client/capture/hand";
import { useWords } from "#client/words/words";
import { type EmotionAnswer, textLimit } from "#schemas/response";
import { Button, IconButton } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import css from "./annotate.module.css";

interface CuesProps {
  readonly hand: Hand;
  readonly answer: EmotionAnswer;
  /** Ctrl or Cmd with Enter, from within the text. */
  readonly onSend: () => void;
}

export function Cues({ hand, answer, onSend }: CuesProps) {
  const words = useWords();
  const [rows, setRows] = useState<readonly string[]>(() =>
    answer.cues.length > 0 ? answer.cues.map((cue) => cue.id) : [v7()],
  );
  const textOf = (id: string): string => answer.cues.find((cue) => cue.id === id)?.text ?? "";
  const write = (id: string, text: string) => {
    const known = answer.cues.some((cue) => cue.id === id);
    if (text === "") hand.removeCue(id);
    else if (known) hand.changeCue(id, { text });
    else hand.addCue({ id, text });
  };
  const remove = (id: string) => {
    hand.removeCue(id);
    setRows(rows.length > 1 ? rows.filter((row) => row !== id) : [v7()]);
  };
  return (
    <div className={css["step"]}>
      <h2>{words.steps.cues}</h2>
      <p className={css["lead"]}>
        {words.steps.cuesLead} {words.steps.cuesOptional}
      </p>
      <div className={css["cues"]}>
        {rows.map((id, at) => (
          <div key={id} className={css["cue"]}>
            <TextField
              label={words.steps.cue(at + 1)}
              hideLabel
              rows={rows.length > 2 ? 2 : 3}
              maxLength={textLimit}
              value={textOf(id)}
              {...(at === 0 ? { "data-first": true } : {})}
              onChange={(event) => write(id, event.target.value)}
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing) return;
                if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.repeat) onSend();
                if (event.key === "Escape") event.currentTarget.blur();
              }}
            />
            {(rows.length > 1 || textOf(id) !== "") && (
              <IconButton
                label={`${words.steps.removeCue}: ${words.steps.cue(at + 1)}`}
                icon={<X size={20} aria-hidden="true" />}
                onClick={() => remove(id)}
              />
            )}
          </div>
        ))}
      </div>
      <div>
        <Button kind="quiet" icon={<Plus size={20} aria-hidden="true" />} onClick={() => setRows([...rows, v7()])}>
          {words.steps.addCue}
        </Button>
      </div>
    </div>
  );
}

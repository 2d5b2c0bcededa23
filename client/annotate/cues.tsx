// Step four: what showed it, in the person's own words or signed, as many notes as they want; it may stay empty. Where the
// study wants more, the note in hand also says when and where.
import { Plus, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { v7 } from "uuid";
import type { Hand } from "#client/capture/hand";
import { useFormats } from "#client/words/formats";
import { useWords } from "#client/words/words";
import { type Cue, type EmotionAnswer, textLimit } from "#schemas/response";
import { SignedNote } from "../shell/signed-note.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { keyRow, useKeys } from "../ui/keys.ts";
import css from "./annotate.module.css";
import type { OnClip } from "./cue-details.tsx";
import { cueEdit } from "./cue-edit.ts";

const CueDetails = lazy(() => import("./cue-details.tsx").then((loaded) => ({ default: loaded.CueDetails })));

interface CuesProps {
  readonly hand: Hand;
  readonly answer: EmotionAnswer;
  /** Where the study asks when and where a cue shows: the clip that it is marked on. */
  readonly clip: OnClip | undefined;
  /** Ctrl or Cmd with Enter, from within the text. */
  readonly onSend: () => void;
}

const signKeys = [keyRow("sign", "KeyW", "W")];

export function Cues({ hand, answer, clip, onSend }: CuesProps) {
  const words = useWords();
  const [rows, setRows] = useState<readonly string[]>(() =>
    answer.cues.length > 0 ? answer.cues.map((cue) => cue.id) : [v7()],
  );
  const [edit] = useState(() => cueEdit(hand));
  const [inHand, setInHand] = useState(rows[rows.length - 1] as string);
  const [signing, setSigning] = useState<string>();
  useKeys(signKeys, () => setSigning(inHand), clip === undefined);
  const all = [...rows, ...answer.cues.map(({ id }) => id).filter((id) => !rows.includes(id))];
  const current = all.includes(inHand) ? inHand : (all[all.length - 1] as string);
  const add = () => {
    const id = v7();
    setRows([...all, id]);
    setInHand(id);
  };
  const remove = (id: string) => {
    edit.remove(id);
    setRows(all.length > 1 ? all.filter((row) => row !== id) : [v7()]);
  };
  return (
    <div className={css["step"]}>
      <h2>{words.steps.cues}</h2>
      <p className={css["lead"]}>
        {clip === undefined ? words.steps.cuesLead : words.cue.keysHint} {words.steps.cuesOptional}
      </p>
      <div className={css["cues"]}>
        {all.map((id, at) => {
          const cue = answer.cues.find((one) => one.id === id);
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: only notes which one has the focus
            <div key={id} className={css["cueRow"]} onFocus={() => setInHand(id)}>
              <div className={css["cue"]}>
                <TextField
                  label={words.steps.cue(at + 1)}
                  hideLabel
                  rows={all.length > 2 || clip !== undefined ? 2 : 3}
                  maxLength={textLimit}
                  value={cue?.text ?? ""}
                  {...(at === 0 ? { "data-first": true } : {})}
                  onChange={(event) => edit.change(id, { text: event.target.value }, cue?.text !== undefined)}
                  onKeyDown={(event) => {
                    if (event.nativeEvent.isComposing) return;
                    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.repeat) onSend();
                    if (event.key === "Escape") event.currentTarget.blur();
                  }}
                />
                {(all.length > 1 || cue !== undefined) && (
                  <IconButton
                    label={`${words.steps.removeCue}: ${words.steps.cue(at + 1)}`}
                    icon={<X size={20} aria-hidden="true" />}
                    onClick={() => remove(id)}
                  />
                )}
              </div>
              {(id === current || cue?.recording !== undefined) && (
                <SignedNote
                  of={{ ...hand.key, place: "cue" }}
                  value={cue?.recording}
                  onChange={(recording) => edit.change(id, { recording })}
                  keys="W"
                  opened={{ open: signing === id, set: (open) => setSigning(open ? id : undefined) }}
                />
              )}
              {clip !== undefined &&
                (id === current ? (
                  <Suspense>
                    <CueDetails
                      id={id}
                      cue={cue}
                      answer={answer}
                      edit={edit}
                      clip={clip}
                      onSign={() => setSigning(id)}
                    />
                  </Suspense>
                ) : (
                  <Says cue={cue} />
                ))}
            </div>
          );
        })}
      </div>
      <div>
        <Button kind="quiet" icon={<Plus size={20} aria-hidden="true" />} onClick={add}>
          {words.steps.addCue}
        </Button>
      </div>
    </div>
  );
}

/** A cue that is not in hand, in one line. */
function Says({ cue }: { readonly cue: Cue | undefined }) {
  const words = useWords();
  const formats = useFormats();
  if (cue === undefined) return null;
  const second = (ms: number | undefined) => (ms === undefined ? "…" : formats.number(ms / 1000, 1));
  const parts = [
    cue.startMs === undefined ? undefined : words.cue.span(second(cue.startMs), second(cue.endMs)),
    ...(cue.chips ?? []).map((chip) => words.cue.chips[chip]),
    cue.function && words.cue.functions[cue.function],
    cue.emotion && (cue.emotion === "sentiment" ? words.labels.sentiment : words.labels.emotions[cue.emotion]),
  ];
  return <p className={css["note"]}>{parts.filter(Boolean).join(" · ")}</p>;
}

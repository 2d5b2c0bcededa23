// Step four: what showed it, in the person's own words or signed, as many notes as they want; it may stay empty. Where the
// study wants more, the note in hand also says when and where.
import { Plus, X } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { v7 } from "uuid";
import type { Hand } from "#client/capture/hand";
import { useFormats } from "#client/words/formats";
import { useWords } from "#client/words/words";
import type { Cue, EmotionAnswer } from "#schemas/response";
import { cueKeys } from "../shell/key-table.ts";
import { SignedNote } from "../shell/signed-note.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { useKeyLabel, useKeys } from "../ui/keys.ts";
import css from "./annotate.module.css";
import type { OnClip } from "./cue-details.tsx";
import { cueEdit } from "./cue-edit.ts";
import own from "./cues.module.css";

const CueDetails = lazy(() => import("./cue-details.tsx").then((loaded) => ({ default: loaded.CueDetails })));

interface CuesProps {
  readonly hand: Hand;
  readonly answer: EmotionAnswer;
  /** Where the study asks when and where a cue shows: the clip that it is marked on. */
  readonly clip: OnClip | undefined;
  /** Ctrl or Cmd with Enter, from within the text. */
  readonly onSend: () => void;
}

const signKeys = cueKeys.filter(({ act }) => act === "sign");

export function Cues({ hand, answer, clip, onSend }: CuesProps) {
  const words = useWords();
  const formats = useFormats();
  const keyOf = useKeyLabel();
  const [rows, setRows] = useState<readonly string[]>(() =>
    answer.cues.length > 0 ? answer.cues.map((cue) => cue.id) : [v7()],
  );
  const [edit] = useState(() => cueEdit(hand));
  const [inHand, setInHand] = useState(rows[rows.length - 1] as string);
  const [signing, setSigning] = useState<string>();
  useKeys(signKeys, () => setSigning(inHand), clip === undefined);
  const all = [...rows, ...answer.cues.map(({ id }) => id).filter((id) => !rows.includes(id))];
  const current = all.includes(inHand) ? inHand : (all[all.length - 1] as string);
  const place = useRef<HTMLDivElement>(null);
  const added = useRef<string>(undefined);
  // The words of a new one have the focus.
  useEffect(() => {
    if (added.current !== inHand) return;
    added.current = undefined;
    [...(place.current?.querySelectorAll("textarea") ?? [])].at(-1)?.focus();
  }, [inHand]);
  const add = () => {
    const id = v7();
    added.current = id;
    setRows([...all, id]);
    setInHand(id);
  };
  const remove = (id: string) => {
    edit.remove(id);
    setRows(all.length > 1 ? all.filter((row) => row !== id) : [v7()]);
  };
  const marked = clip !== undefined;
  const shown = marked ? all.filter((id) => id === current) : all;
  const addButton = (
    <Button kind="quiet" icon={<Plus size={20} aria-hidden="true" />} onClick={add}>
      {words.steps.addCue}
    </Button>
  );
  return (
    <div className={marked ? own["tight"] : css["step"]}>
      <div className={css["head"]}>
        <div className={css["grow"]}>
          <h2>{words.steps.cues}</h2>
          <p className={marked ? own["hint"] : css["lead"]}>
            {marked ? words.cue.keysHint : `${words.steps.cuesLead} ${words.steps.cuesOptional}`}
          </p>
        </div>
        {marked && addButton}
      </div>
      {marked && all.length > 1 && (
        <div className={own["others"]}>
          {all.map((id, at) => (
            <button
              key={id}
              type="button"
              className={own["other"]}
              aria-pressed={id === current}
              onClick={() => setInHand(id)}
            >
              {[at + 1, summary(answer.cues.find((cue) => cue.id === id))].filter(Boolean).join(" · ")}
            </button>
          ))}
        </div>
      )}
      <div ref={place} className={css["cues"]}>
        {shown.map((id) => {
          const cue = answer.cues.find((one) => one.id === id);
          const name = words.steps.cue(all.indexOf(id) + 1);
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: only notes which one has the focus
            <div key={id} className={css["cueRow"]} onFocus={() => setInHand(id)}>
              <div className={own["words"]}>
                <TextField
                  label={name}
                  hideLabel
                  rows={marked ? 1 : all.length > 2 ? 2 : 3}
                  value={cue?.text ?? ""}
                  {...(id === shown[0] ? { "data-first": true } : {})}
                  onChange={(event) => edit.change(id, { text: event.target.value }, cue?.text !== undefined)}
                  onKeyDown={(event) => {
                    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
                    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.repeat) onSend();
                    if (event.key === "Escape") event.currentTarget.blur();
                  }}
                />
                {(id === current || cue?.recording !== undefined) && (
                  <SignedNote
                    of={{ ...hand.key, place: "cue" }}
                    value={cue?.recording}
                    onChange={(recording) => edit.change(id, { recording })}
                    keys={keyOf("sign", "W")}
                    opened={{ open: signing === id, set: (open) => setSigning(open ? id : undefined) }}
                  />
                )}
                {(all.length > 1 || cue !== undefined) && (
                  <IconButton
                    label={`${words.steps.removeCue}: ${name}`}
                    icon={<X size={20} aria-hidden="true" />}
                    onClick={() => remove(id)}
                  />
                )}
              </div>
              {marked && (
                <Suspense fallback={<div className={own["details"]} />}>
                  <CueDetails id={id} cue={cue} answer={answer} edit={edit} clip={clip} onSign={() => setSigning(id)} />
                </Suspense>
              )}
            </div>
          );
        })}
      </div>
      {!marked && <div>{addButton}</div>}
    </div>
  );

  /** A cue in one line. */
  function summary(cue: Cue | undefined): string {
    if (cue === undefined) return "";
    const second = (ms: number | undefined) => (ms === undefined ? "…" : formats.number(ms / 1000, 1));
    return [
      cue.startMs === undefined ? undefined : words.cue.span(second(cue.startMs), second(cue.endMs)),
      ...(cue.chips ?? []).map((chip) => words.cue.chips[chip]),
      cue.function && words.cue.functions[cue.function],
      cue.emotion && (cue.emotion === "sentiment" ? words.labels.sentiment : words.labels.emotions[cue.emotion]),
    ]
      .filter(Boolean)
      .join(" · ");
  }
}

// The still frame of a sign video and who signs it: the frame is found by moving through the video.
// A plain element without controls: nothing is watched here, each move of the slider is one seek.
import { useRef, useState } from "react";
import type { SignVideo } from "#schemas/texts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import css from "./new-study.module.css";
import { useDeskWords } from "./words.ts";

interface SignEditProps {
  readonly name: string;
  readonly sign: SignVideo;
  readonly onUse: (sign: SignVideo) => void;
  readonly onClose: () => void;
}

const step = 0.04;

export function SignEdit({ name, sign, onUse, onClose }: SignEditProps) {
  const { setUp, common } = useDeskWords();
  const words = setUp.signs;
  const video = useRef<HTMLVideoElement>(null);
  const [seconds, setSeconds] = useState(sign.freezeMs / 1000);
  const [length, setLength] = useState<number>();
  const [credit, setCredit] = useState(sign.credit ?? "");
  const show = (at: number) => {
    const clean = Math.max(0, Math.min(at, length ?? at));
    setSeconds(clean);
    if (video.current !== null) video.current.currentTime = clean + 0.001;
  };
  const use = () => {
    const { credit: _, ...rest } = sign;
    const freezeMs = Math.min(Math.round(seconds * 1000), Math.floor((length ?? seconds) * 1000));
    onUse({ ...rest, freezeMs, ...(credit.trim() === "" ? {} : { credit: credit.trim() }) });
  };
  return (
    <Dialog
      title={words.editTitle(name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="main" onClick={use}>
            {words.keep}
          </Button>
        </>
      }
    >
      <div className={css["flow"]}>
        <video
          ref={video}
          className={css["frame"]}
          src={`/media/${sign.media}`}
          muted
          playsInline
          preload="auto"
          aria-label={name}
          onLoadedMetadata={(event) => {
            const { duration } = event.currentTarget;
            if (Number.isFinite(duration)) setLength(duration);
            event.currentTarget.currentTime = seconds + 0.001;
          }}
        />
        <Field
          label={words.freeze}
          hint={words.freezeHint}
          type="range"
          min={0}
          max={length ?? 0}
          step={step}
          value={seconds}
          aria-valuetext={seconds.toFixed(2)}
          onChange={(event) => show(Number(event.target.value))}
        />
        <Field
          label={words.credit}
          hint={words.creditHint}
          value={credit}
          maxLength={200}
          onChange={(event) => setCredit(event.target.value)}
        />
      </div>
    </Dialog>
  );
}

// Position in the clip: a native range input, so that touch, arrows and readers of the screen work by themselves; an
// arrow is one frame, Page keys ten. Follows the picture without re-rendering what stands around it.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useSyncExternalStore } from "react";
import type { PlayerWords } from "../words/player-en.ts";
import { secondsText } from "./numbers.ts";
import type { Span } from "./playback.ts";
import type { Look, Projector } from "./projector.ts";
import css from "./stage.module.css";

interface SeekBarProps {
  readonly projector: Projector;
  readonly words: PlayerWords;
  readonly look: Look;
}

const framesOfKey: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
};

export function SeekBar({ projector, words, look }: SeekBarProps) {
  const input = useRef<HTMLInputElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const { firstMs, lastMs, span, spanFrom } = look;
  const lengthMs = Math.max(1, lastMs - firstMs);

  useEffect(() => {
    const follow = () => {
      const range = input.current;
      if (range === null) return;
      const at = projector.position.get() - firstMs;
      range.value = String(Math.round(at));
      range.setAttribute("aria-valuetext", words.timeSpoken(secondsText(at), secondsText(lengthMs)));
      range.style.setProperty("--part", String(Math.min(1, Math.max(0, at / lengthMs))));
    };
    follow();
    return projector.position.subscribe(follow);
  }, [projector, words, firstMs, lengthMs]);

  useEffect(() => {
    const from = span?.from ?? spanFrom;
    track.current?.style.setProperty("--from", String(((from ?? firstMs) - firstMs) / lengthMs));
    track.current?.style.setProperty("--to", String(((span?.to ?? from ?? firstMs) - firstMs) / lengthMs));
  }, [span, spanFrom, firstMs, lengthMs]);

  const keyed = (event: KeyboardEvent) => {
    const frames = framesOfKey[event.key];
    if (frames !== undefined) projector.step(frames);
    else if (event.key === "Home") projector.seek(firstMs);
    else if (event.key === "End") projector.seek(lastMs);
    else return;
    event.preventDefault();
  };

  return (
    <div ref={track} className={css["track"]} data-span={span !== undefined || spanFrom !== undefined || undefined}>
      <input
        ref={input}
        type="range"
        min={0}
        max={Math.round(lengthMs)}
        step={1}
        defaultValue={0}
        aria-label={words.position}
        onInput={(event) => projector.seek(firstMs + Number(event.currentTarget.value))}
        onKeyDown={keyed}
      />
      {span !== undefined &&
        spanEnds.map((end) => <SpanEnd key={end} end={end} projector={projector} words={words} look={look} />)}
    </div>
  );
}

const spanEnds = ["from", "to"] as const;

/** One end of the short loop: drag it, or move it with arrows a frame and Page keys ten frames at a time. */
function SpanEnd({ end, projector, words, look }: SeekBarProps & { readonly end: keyof Span }) {
  const { firstMs, lastMs, span } = look;
  const at = (span?.[end] ?? firstMs) - firstMs;
  const dragged = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (box === undefined) return;
    projector.setSpanEnd(end, firstMs + ((event.clientX - box.left - 9) / (box.width - 18)) * (lastMs - firstMs));
  };
  return (
    <div
      className={css["spanEnd"]}
      data-end={end}
      role="slider"
      tabIndex={0}
      aria-label={end === "from" ? words.loopStart : words.loopEnd}
      aria-valuemin={0}
      aria-valuemax={Math.round(lastMs - firstMs)}
      aria-valuenow={Math.round(at)}
      aria-valuetext={words.timeSpoken(secondsText(at), secondsText(lastMs - firstMs))}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={dragged}
      onKeyDown={(event) => {
        const frames = framesOfKey[event.key];
        if (frames === undefined) return;
        event.preventDefault();
        projector.moveSpan(end, frames);
      }}
    />
  );
}

/** "2.9 / 4.8 s" */
export function TimeReadout({ projector, words, look }: SeekBarProps) {
  const at = useSyncExternalStore(projector.position.subscribe, () =>
    secondsText(projector.position.get() - look.firstMs),
  );
  return <span className={css["time"]}>{words.time(at, secondsText(look.lastMs - look.firstMs))}</span>;
}

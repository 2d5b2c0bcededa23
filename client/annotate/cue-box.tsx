// A box on the paused picture: drawn with the pointer, or moved by arrows and sized by Shift and arrows. Its numbers are
// shares of the unmirrored picture, whatever the size or mirroring of the stage.
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { Cue } from "#schemas/response";
import type { MediumFacts } from "#schemas/study";
import css from "./cues.module.css";

type Box = NonNullable<Cue["box"]>;

interface CueBoxProps {
  readonly facts: MediumFacts;
  readonly mirrored: boolean;
  readonly box: Box;
  readonly label: string;
  readonly onChange: (box: Box) => void;
  readonly onDone: () => void;
}

const step = 0.01;
const least = 0.02;
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};
const inside = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
const round = (value: number): number => Math.round(value * 10_000) / 10_000;

export function CueBox({ facts, mirrored, box, label, onChange, onDone }: CueBoxProps) {
  const picture = useRef<HTMLDivElement>(null);
  const [from, setFrom] = useState<readonly [number, number]>();
  useEffect(() => picture.current?.querySelector("button")?.focus(), []);
  const [x, y, width, height] = box;
  const left = mirrored ? 1 - x - width : x;

  const put = (shownLeft: number, top: number, w: number, h: number) => {
    const wide = inside(w, least, 1);
    const high = inside(h, least, 1);
    const at = inside(shownLeft, 0, 1 - wide);
    const stored = mirrored ? 1 - at - wide : at;
    onChange([round(stored), round(inside(top, 0, 1 - high)), round(wide), round(high)]);
  };
  const keyed = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (arrow !== undefined) {
      if (event.shiftKey) put(left, y, width + arrow[0], height + arrow[1]);
      else put(left + arrow[0], y + arrow[1], width, height);
    } else if (event.key === "Enter" || event.key === "Escape") onDone();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const pointAt = (event: PointerEvent): readonly [number, number] => {
    const area = picture.current?.getBoundingClientRect();
    if (area === undefined) return [0, 0];
    return [
      inside((event.clientX - area.left) / area.width, 0, 1),
      inside((event.clientY - area.top) / area.height, 0, 1),
    ];
  };
  const drawn = (event: PointerEvent) => {
    if (from === undefined) return;
    const to = pointAt(event);
    put(Math.min(from[0], to[0]), Math.min(from[1], to[1]), Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  };
  const percent = (value: number) => `${value * 100}%`;
  return (
    <div className={css["over"]}>
      <div
        ref={picture}
        className={css["picture"]}
        style={{ "--ratio": facts.width / facts.height } as CSSProperties}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setFrom(pointAt(event));
        }}
        onPointerMove={drawn}
        onPointerUp={() => setFrom(undefined)}
        onPointerCancel={() => setFrom(undefined)}
      >
        <button
          type="button"
          className={css["box"]}
          aria-label={label}
          style={{ left: percent(left), top: percent(y), width: percent(width), height: percent(height) }}
          onKeyDown={keyed}
        />
      </div>
    </div>
  );
}

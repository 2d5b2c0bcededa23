// The edge between picture and panel: drag it, or move it with arrows; the width of the picture is kept in this browser.
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from "react";
import { useWords } from "#client/words/words";
import { useStageWidth } from "../ui/preferences.ts";
import css from "./work-frame.module.css";

const least = 360;
const step = 20;
const panelLeast = 420;

export function StageGrip() {
  const words = useWords().player;
  const grip = useRef<HTMLDivElement>(null);
  const [kept, keep] = useStageWidth();
  const [now, setNow] = useState(0);
  const [most, setMost] = useState(0);
  useLayoutEffect(() => {
    const main = grip.current?.parentElement?.parentElement;
    if (kept === undefined) main?.style.removeProperty("--stage-width");
    else main?.style.setProperty("--stage-width", `${kept}px`);
  }, [kept]);
  useLayoutEffect(() => {
    const left = grip.current?.parentElement;
    if (left === null || left === undefined) return;
    const watch = new ResizeObserver(() => {
      const { paddingLeft, paddingRight } = getComputedStyle(left);
      const around = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      setNow(Math.round(left.clientWidth - around));
      setMost(Math.round((left.parentElement?.clientWidth ?? 0) - panelLeast - around));
    });
    watch.observe(left);
    return () => watch.disconnect();
  }, []);
  const put = (width: number) => keep(Math.round(Math.min(Math.max(width, least), Math.max(least, most))));
  const keyed = (event: KeyboardEvent) => {
    const from = kept === undefined ? now : Math.min(kept, Math.max(least, most));
    const to = { ArrowLeft: from - step, ArrowRight: from + step, Home: least, End: most }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    put(to);
  };
  const dragged = (event: PointerEvent<HTMLDivElement>) => {
    const left = event.currentTarget.parentElement?.getBoundingClientRect();
    if (left === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    put(now + event.clientX - left.right);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      ref={grip}
      className={css["grip"]}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={words.size}
      aria-valuemin={least}
      aria-valuemax={Math.max(least, most)}
      aria-valuenow={now}
      aria-valuetext={words.pixels(now)}
      title={words.size}
      onKeyDown={keyed}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={dragged}
      onDoubleClick={() => keep(undefined)}
    />
  );
}

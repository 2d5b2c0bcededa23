// Pointer on the stage: drag moves a zoomed picture, Ctrl and wheel (or a pinch on a touchpad) zoom. The same is done by
// the buttons of the second row.
import type { Projector } from "./projector.ts";
import { panBy, zoomBy } from "./zoom.ts";

export function attachPointer(frame: HTMLElement, projector: Projector): () => void {
  const life = new AbortController();
  const { signal } = life;
  let from: { x: number; y: number } | undefined;
  frame.addEventListener(
    "pointerdown",
    (event) => {
      const onControl = event.target instanceof Element && event.target.closest("button") !== null;
      if (onControl || event.button !== 0 || projector.look.get().zoom.scale <= 1) return;
      from = { x: event.clientX, y: event.clientY };
      frame.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  frame.addEventListener(
    "pointermove",
    (event) => {
      if (from === undefined) return;
      const dx = (from.x - event.clientX) / frame.clientWidth;
      const dy = (from.y - event.clientY) / frame.clientHeight;
      from = { x: event.clientX, y: event.clientY };
      projector.zoom(panBy(projector.look.get().zoom, dx, dy));
    },
    { signal },
  );
  for (const type of ["pointerup", "pointercancel"])
    frame.addEventListener(
      type,
      () => {
        from = undefined;
      },
      { signal },
    );
  frame.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      projector.zoom(zoomBy(projector.look.get().zoom, Math.exp(-event.deltaY / 300)));
    },
    { signal, passive: false },
  );
  return () => life.abort();
}

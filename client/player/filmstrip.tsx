// Shows the strip over the seek bar; a press goes to that place. The seek bar does the same by keys.
import { type PointerEvent, useEffect, useRef } from "react";
import type { Look, Projector } from "./projector.ts";
import css from "./stage.module.css";

interface FilmstripProps {
  readonly projector: Projector;
  readonly look: Look;
}

export function Filmstrip({ projector, look }: FilmstripProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    host.current?.replaceChildren(projector.strip.canvas);
  }, [projector]);
  const pressed = (event: PointerEvent) => {
    const box = projector.strip.canvas.getBoundingClientRect();
    projector.seek(look.firstMs + ((event.clientX - box.left) / box.width) * (look.lastMs - look.firstMs));
  };
  return <div ref={host} className={css["strip"]} aria-hidden="true" onPointerDown={pressed} />;
}

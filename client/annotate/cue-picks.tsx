// The small choices of a cue: a named line of buttons, and tiles with a drawn sign over their word.
import type { ReactNode } from "react";
import { names } from "../ui/button.tsx";
import css from "./cues.module.css";

interface LineProps {
  readonly legend: string;
  readonly keys?: string | undefined;
  /** The name stands over its choices, not before them. */
  readonly over?: boolean;
  readonly children: ReactNode;
}

export function Line({ legend, keys, over = false, children }: LineProps) {
  return (
    <fieldset className={names(css["line"], over && css["lineOver"])}>
      <legend>
        {legend}
        <Key>{keys}</Key>
      </legend>
      <div className={over ? css["tiles"] : css["picks"]}>{children}</div>
    </fieldset>
  );
}

interface PickProps {
  readonly on?: boolean;
  readonly off?: boolean;
  readonly keys?: string | undefined;
  readonly icon?: ReactNode;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function Pick({ on, off, keys, icon, onClick, children }: PickProps) {
  return (
    <button
      type="button"
      className={names(css["pick"], icon !== undefined && css["tile"], off && css["off"])}
      aria-pressed={on}
      aria-disabled={off || undefined}
      onClick={onClick}
    >
      {icon}
      <span>{children}</span>
      <Key>{keys}</Key>
    </button>
  );
}

const Key = ({ children }: { readonly children: string | undefined }) =>
  children === undefined ? null : (
    <i aria-hidden="true">
      <kbd>{children}</kbd>
    </i>
  );

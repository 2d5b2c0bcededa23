// Buttons. `main` is the one accent-coloured thing on a screen; while it may not be pressed it shows what is still
// open instead (`waiting`), stays focusable and does nothing.
import type { ButtonHTMLAttributes, ReactNode } from "react";
import css from "./ui.module.css";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: "main" | "plain" | "quiet";
  readonly waiting?: boolean;
  readonly wide?: boolean;
  readonly icon?: ReactNode;
  readonly keys?: string;
}

export const names = (...parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join(" ");

export function Button({
  kind = "plain",
  waiting = false,
  wide = false,
  icon,
  keys,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={waiting || undefined}
      className={names(
        css["button"],
        kind === "main" && !waiting && css["main"],
        kind === "quiet" && css["quiet"],
        waiting && css["wait"],
        wide && css["wide"],
        className,
      )}
      onClick={waiting ? (event) => event.preventDefault() : onClick}
    >
      {icon}
      <span>{children}</span>
      {keys !== undefined && <Kbd>{keys}</Kbd>}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly pressed?: boolean;
  readonly filled?: boolean;
  readonly off?: boolean;
}

/** A button of 44 px that shows only an icon; its words are its name and its tooltip. */
export function IconButton({ label, icon, pressed, filled, off, className, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={off || undefined}
      className={names(css["icon"], filled && css["filled"], className)}
      onClick={off ? undefined : onClick}
    >
      {icon}
    </button>
  );
}

/** A key to press. Hidden from readers of the screen: the control's own words say what it does. */
const Kbd = ({ children }: { readonly children: ReactNode }) => (
  <span aria-hidden="true">
    <kbd className={css["kbd"]}>{children}</kbd>
  </span>
);

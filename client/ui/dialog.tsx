// A modal dialog on the browser's own <dialog>: focus is kept inside and goes back where it came from; Esc closes.
import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useWords } from "#client/words/words";
import { IconButton } from "./button.tsx";
import css from "./ui.module.css";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** Shown as long as it is rendered: `{open && <Dialog …>}`. */
export function Dialog({ title, onClose, children, actions }: DialogProps) {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    shown?.querySelector<HTMLElement>("h2")?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [before]);
  return (
    <dialog
      ref={dialog}
      className={css["dialog"]}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className={css["dialogHead"]}>
        <h2 id={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton label={words.common.close} icon={<X size={22} aria-hidden="true" />} onClick={onClose} />
      </div>
      <div className={css["dialogBody"]}>
        {children}
        {actions !== undefined && <div className={css["actions"]}>{actions}</div>}
      </div>
    </dialog>
  );
}

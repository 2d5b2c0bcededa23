// A labelled text field, one line or several, with hint and error tied to it for readers of the screen.
import { CircleAlert } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from "react";
import { names } from "./button.tsx";
import css from "./ui.module.css";

interface Common {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string;
  readonly hideLabel?: boolean;
}

type FieldProps = Common & InputHTMLAttributes<HTMLInputElement> & { readonly inputRef?: Ref<HTMLInputElement> };
type TextFieldProps = Common &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { readonly inputRef?: Ref<HTMLTextAreaElement> };

const describedBy = (id: string, hint: ReactNode, error: string | undefined): string | undefined =>
  [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(" ") || undefined;

function Around({ id, label, hint, error, hideLabel, children }: Common & { id: string; children: ReactNode }) {
  return (
    <div className={css["field"]}>
      <label htmlFor={id} className={hideLabel ? css["srOnly"] : undefined}>
        {label}
      </label>
      {hint !== undefined && (
        <p className={css["hint"]} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error !== undefined && (
        <p className={css["error"]} id={`${id}-error`}>
          <CircleAlert size={16} aria-hidden="true" /> {error}
        </p>
      )}
    </div>
  );
}

export function Field({ label, hint, error, hideLabel, inputRef, className, ...rest }: FieldProps) {
  const made = useId();
  const id = rest.id ?? made;
  return (
    <Around
      id={id}
      label={label}
      hint={hint}
      {...(error === undefined ? {} : { error })}
      hideLabel={hideLabel ?? false}
    >
      <input
        {...rest}
        id={id}
        ref={inputRef}
        className={names(css["input"], className)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </Around>
  );
}

export function TextField({ label, hint, error, hideLabel, inputRef, className, ...rest }: TextFieldProps) {
  const made = useId();
  const id = rest.id ?? made;
  return (
    <Around
      id={id}
      label={label}
      hint={hint}
      {...(error === undefined ? {} : { error })}
      hideLabel={hideLabel ?? false}
    >
      <textarea
        rows={3}
        {...rest}
        id={id}
        ref={inputRef}
        className={names(css["input"], className)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </Around>
  );
}

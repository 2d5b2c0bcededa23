// A labelled text field, one line or several, with hint and error tied to it for readers of the screen.
import { CircleAlert } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from "react";
import { names } from "./button.tsx";
import css from "./ui.module.css";

interface Common {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly hideLabel?: boolean | undefined;
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

/** What frame and field share, whichever element it is. */
function useParts({
  id,
  label,
  hint,
  error,
  hideLabel,
  className,
}: Common & { id?: string | undefined; className?: string | undefined }) {
  const made = useId();
  const own = id ?? made;
  return {
    around: { id: own, label, hint, hideLabel: hideLabel ?? false, error },
    field: {
      id: own,
      className: names(css["input"], className),
      "aria-invalid": error !== undefined || undefined,
      "aria-describedby": describedBy(own, hint, error),
    },
  };
}

export function Field({ label, hint, error, hideLabel, inputRef, ...rest }: FieldProps) {
  const { around, field } = useParts({ label, hint, error, hideLabel, ...rest });
  return (
    <Around {...around}>
      <input {...rest} {...field} ref={inputRef} />
    </Around>
  );
}

export function TextField({ label, hint, error, hideLabel, inputRef, ...rest }: TextFieldProps) {
  const { around, field } = useParts({ label, hint, error, hideLabel, ...rest });
  return (
    <Around {...around}>
      <textarea rows={3} {...rest} {...field} ref={inputRef} />
    </Around>
  );
}

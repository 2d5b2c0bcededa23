// A person's own PIN on a shared browser: asked for at the door, offered at the start, set or removed from the sync panel.
import { useLiveQuery } from "dexie-react-hooks";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { dropPin, hasPin, isPin, openByPin, setPin, WrongPin } from "#client/outbox/pin";
import { useFormats } from "#client/words/formats";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { useDb } from "./here.ts";
import { useHereWords } from "./here-words.ts";
import css from "./shell.module.css";

const digits = { type: "password", inputMode: "numeric", autoComplete: "off", maxLength: 12 } as const;

/** Milliseconds until a moment, each second anew. */
function useLeft(until: number): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const look = () => setLeft(Math.max(0, until - Date.now()));
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

export function PinOpen({ person, onOpened }: { readonly person: string; readonly onOpened: () => void }) {
  const words = useHereWords().pin;
  const formats = useFormats();
  const [pin, choose] = useState("");
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState(false);
  const [until, setUntil] = useState(0);
  const left = useLeft(until);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const open = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || left > 0 || !isPin(pin)) return;
    setBusy(true);
    try {
      await openByPin(person, pin);
      onOpened();
    } catch (fault) {
      setWrong(true);
      if (fault instanceof WrongPin && fault.waitMs > 0) setUntil(Date.now() + fault.waitMs);
      choose("");
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  const error =
    left > 0 ? words.wait(formats.duration(Math.ceil(left / 1000) * 1000)) : wrong ? words.wrong : undefined;
  return (
    <form className={css["pin"]} onSubmit={open}>
      <Field
        {...digits}
        inputRef={input}
        label={words.label}
        hint={words.lead}
        value={pin}
        onChange={(event) => choose(event.target.value)}
        {...(error === undefined ? {} : { error })}
      />
      <Button type="submit" kind="main" waiting={busy || left > 0 || !isPin(pin)}>
        {busy ? words.checking : words.open}
      </Button>
    </form>
  );
}

interface PinFieldProps {
  readonly value: string;
  readonly onChange: (pin: string) => void;
}

/** Optional: empty is right too. */
export function PinField({ value, onChange }: PinFieldProps) {
  const words = useHereWords().pin;
  return (
    <Field
      {...digits}
      autoComplete="new-password"
      label={words.choose}
      hint={words.hint}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      {...(value === "" || isPin(value) ? {} : { error: words.shape })}
    />
  );
}

export function PinSet() {
  const words = useHereWords().pin;
  const db = useDb();
  const set = useLiveQuery(() => hasPin(db.person), [db]);
  const [pin, choose] = useState("");
  const [busy, setBusy] = useState(false);
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !isPin(pin)) return;
    setBusy(true);
    await setPin(db.person, pin).finally(() => setBusy(false));
    choose("");
  };
  if (set === undefined) return null;
  return (
    <section className={css["apart"]} aria-label={words.title}>
      <h3>{words.title}</h3>
      <p role="status">{set ? words.set : words.none}</p>
      <form className={css["pin"]} onSubmit={keep}>
        <Field
          {...digits}
          autoComplete="new-password"
          label={words.fresh}
          hint={words.hint}
          value={pin}
          onChange={(event) => choose(event.target.value)}
        />
        <div className={css["actions"]}>
          <Button type="submit" waiting={busy || !isPin(pin)}>
            {words.keep}
          </Button>
          {set && (
            <Button kind="quiet" onClick={() => void dropPin(db.person)}>
              {words.drop}
            </Button>
          )}
        </div>
      </form>
      <p className={css["small"]}>{words.honest}</p>
    </section>
  );
}

// A coordinator's two ways in: the one-time link where name and password are chosen, and the sign-in afterwards.
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { signIn, takeSetupLink } from "./access.ts";
import { faultWords } from "./fault-words.ts";
import { Page } from "./page.tsx";
import css from "./shell.module.css";
import { useTokenOnce } from "./token.ts";

const leastPassword = 10;

export function Setup() {
  const words = useWords();
  const token = useTokenOnce();
  if (token === "")
    return (
      <Page box>
        <Notice kind="bad" title={words.join.noToken} />
      </Page>
    );
  return (
    <Entry
      texts={words.setup}
      hint={words.setup.passwordHint}
      least={leastPassword}
      autoComplete="new-password"
      send={(name, password) => takeSetupLink({ token, name, password })}
    />
  );
}

export function SignIn() {
  const words = useWords();
  return (
    <Entry
      texts={words.signIn}
      least={1}
      autoComplete="current-password"
      send={(name, password) => signIn({ name, password })}
    />
  );
}

interface EntryProps {
  readonly texts: Record<"title" | "lead" | "name" | "password" | "submit" | "waits", string>;
  readonly hint?: string;
  readonly least: number;
  readonly autoComplete: string;
  readonly send: (name: string, password: string) => Promise<void>;
}

function Entry({ texts, hint, least, autoComplete, send }: EntryProps) {
  const words = useWords();
  const [, go] = useLocation();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>();
  const ready = name.trim() !== "" && password.length >= least;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || busy) return;
    setBusy(true);
    setFault(undefined);
    try {
      await send(name.trim(), password);
      go("/desk", { replace: true });
    } catch (problem) {
      setFault(problem);
      setBusy(false);
    }
  };
  return (
    <Page box>
      <form onSubmit={submit} className={css["form"]}>
        <div className={css["head"]}>
          <h2>{texts.title}</h2>
          <p className={css["soft"]}>{texts.lead}</p>
        </div>
        <Field
          label={texts.name}
          value={name}
          autoComplete="username"
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label={texts.password}
          type="password"
          value={password}
          autoComplete={autoComplete}
          onChange={(event) => setPassword(event.target.value)}
          {...(hint === undefined ? {} : { hint })}
        />
        {fault !== undefined && <Notice kind="bad" title={faultWords(words, fault)} />}
        <div className={css["actions"]}>
          <Button kind="main" wide type="submit" waiting={!ready || busy}>
            {ready ? texts.submit : texts.waits}
          </Button>
        </div>
      </form>
    </Page>
  );
}

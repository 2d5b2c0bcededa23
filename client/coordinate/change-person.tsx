// A person's name and the language in which they are asked. The code stays: it stands in exports.
import { useState } from "react";
import * as z from "zod/mini";
import type { Language } from "#schemas/basics";
import type { DeskPerson } from "#schemas/desk";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { RadioRow } from "../ui/radio-row.tsx";
import { useProblemText } from "./problem-text.ts";
import { useAct } from "./reading.tsx";
import { useDeskWords } from "./words.ts";

interface ChangePersonProps {
  /** Address of the study's people. */
  readonly at: string;
  readonly person: DeskPerson;
  readonly languages: readonly Language[];
  readonly onClose: () => void;
}

export function ChangePerson({ at, person, languages, onClose }: ChangePersonProps) {
  const words = useDeskWords();
  const say = useProblemText();
  const [name, setName] = useState(person.name ?? "");
  const [language, setLanguage] = useState<Language>(person.language);
  const changing = useAct(z.unknown());
  const change = () => {
    if (changing.isPending) return;
    changing.mutate(
      { path: `${at}/${encodeURIComponent(person.person)}`, method: "PATCH", body: { name: name.trim(), language } },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog
      title={words.people.changeTitle(person.code)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button kind="main" onClick={change} aria-busy={changing.isPending}>
            {words.people.changeNow}
          </Button>
        </>
      }
    >
      <p>{words.people.changeText}</p>
      <Field
        label={words.people.addName}
        value={name}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <RadioRow
        legend={words.people.language}
        segmented
        value={language}
        onChange={setLanguage}
        options={[...new Set([...languages, person.language])].map((value) => ({
          value,
          label: words.common.languages[value],
        }))}
      />
      {changing.error !== null && <Notice kind="bad" title={say(changing.error)} />}
    </Dialog>
  );
}

// One more person in a study: a code that may stand in exports, a name that may be left out, a role, a seat, a
// language. Role and language are never chosen beforehand.
import { useState } from "react";
import type { Language } from "#schemas/basics";
import { newLink, type StudyDetail } from "#schemas/desk";
import { type Role, type Seat, seats } from "#schemas/person";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { RadioRow } from "../ui/radio-row.tsx";
import { useProblemText } from "./problem-text.ts";
import { useAct } from "./reading.tsx";
import { useDeskWords } from "./words.ts";

interface AddPersonProps {
  readonly study: StudyDetail;
  readonly onClose: () => void;
  readonly onMade: (code: string, link: string) => void;
}

export function AddPerson({ study, onClose, onMade }: AddPersonProps) {
  const words = useDeskWords();
  const say = useProblemText();
  const [code, setCode] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>();
  const [seat, setSeat] = useState<Seat>();
  const [language, setLanguage] = useState<Language>();
  const [tried, setTried] = useState(false);
  const adding = useAct(newLink);
  const roles: readonly Role[] = study.protocol === "choice" ? ["expert"] : ["annotator", "adjudicator"];
  const codeFault =
    code.trim() === ""
      ? words.people.codeMissing
      : /^[A-Za-z0-9._-]+$/.test(code.trim())
        ? undefined
        : words.people.codeShape;
  const ready = codeFault === undefined && role !== undefined && seat !== undefined && language !== undefined;
  const add = () => {
    setTried(true);
    if (!ready || adding.isPending) return;
    adding.mutate(
      {
        path: `/api/studies/${encodeURIComponent(study.id)}/people`,
        body: { code: code.trim(), ...(name.trim() === "" ? {} : { name: name.trim() }), role, seat, language },
      },
      { onSuccess: ({ link }) => onMade(code.trim(), link) },
    );
  };
  return (
    <Dialog
      title={words.people.addTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button kind="main" onClick={add}>
            {words.people.addNow}
          </Button>
        </>
      }
    >
      <Field
        label={words.people.addCode}
        hint={words.people.addHint}
        value={code}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setCode(event.target.value)}
        {...(tried && codeFault !== undefined ? { error: codeFault } : {})}
      />
      <Field
        label={words.people.addName}
        value={name}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <RadioRow
        legend={words.people.role}
        segmented
        value={role}
        onChange={setRole}
        options={roles.map((value) => ({ value, label: words.common.roles[value] }))}
      />
      <RadioRow
        legend={words.people.seat}
        value={seat}
        onChange={setSeat}
        options={seats.map((value) => ({
          value,
          label: `${words.common.seats[value]}: ${words.people.seatHints[value]}`,
        }))}
      />
      <RadioRow
        legend={words.people.language}
        segmented
        value={language}
        onChange={setLanguage}
        options={study.definition.languages.map((value) => ({ value, label: words.common.languages[value] }))}
      />
      {tried && codeFault === undefined && !ready && <Notice kind="warn" title={words.people.addMissing} />}
      {adding.error !== null && <Notice kind="bad" title={say(adding.error)} />}
    </Dialog>
  );
}

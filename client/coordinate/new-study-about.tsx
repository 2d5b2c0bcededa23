// What an emotion study is, where its files do not say it. Nothing is chosen beforehand but the time zone of this browser.
import { useState } from "react";
import { type Language, languages } from "#schemas/basics";
import { type AboutStudy, aboutStudy } from "#schemas/new-study";
import { type CaptionCondition, captionConditions } from "#schemas/study";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { RadioRow, Toggle } from "../ui/radio-row.tsx";
import { Box } from "./box.tsx";
import css from "./new-study.module.css";
import { useDeskWords } from "./words.ts";

interface AboutFormProps {
  /** A table of clips is there: it may hold captions. */
  readonly table: boolean;
  readonly onLook: (about: AboutStudy) => void;
}

const idFrom = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);

export function AboutForm({ table, onLook }: AboutFormProps) {
  const desk = useDeskWords();
  const words = desk.newStudy;
  const [title, setTitle] = useState("");
  const [typedId, setId] = useState<string>();
  const [signLanguage, setSignLanguage] = useState("");
  const [chosen, setChosen] = useState<readonly Language[]>([]);
  const [captions, setCaptions] = useState<CaptionCondition | "none">();
  const [tried, setTried] = useState(false);
  const id = typedId ?? idFrom(title);
  const told = aboutStudy.safeParse({
    ...{ id, title: title.trim(), languages: chosen, signLanguage: signLanguage.trim() },
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(captions === undefined || captions === "none" ? {} : { captions }),
  });
  const ready = told.success && (!table || captions !== undefined);
  const idShape = /^[A-Za-z0-9._~-]*$/.test(id);
  const lacks = (bad: boolean, text = words.needed) => (tried && bad ? { error: text } : {});
  return (
    <Box title={words.about} wide>
      <div className={css["form"]}>
        <Field
          label={words.name}
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.target.value)}
          {...lacks(title.trim() === "")}
        />
        <Field
          label={words.id}
          value={id}
          maxLength={60}
          spellCheck={false}
          onChange={(event) => setId(event.target.value)}
          {...lacks(id === "" || !idShape, idShape ? words.needed : words.idShape)}
        />
        <Field
          label={words.signLanguage}
          value={signLanguage}
          maxLength={20}
          spellCheck={false}
          onChange={(event) => setSignLanguage(event.target.value)}
          {...lacks(signLanguage.trim().length < 2)}
        />
        <fieldset className={css["form"]}>
          <legend>{words.languages}</legend>
          {languages.map((language) => (
            <Toggle
              key={language}
              label={desk.common.languages[language]}
              checked={chosen.includes(language)}
              onChange={(on) => setChosen(languages.filter((one) => (one === language ? on : chosen.includes(one))))}
            />
          ))}
          {tried && chosen.length === 0 && <p>{words.needed}</p>}
        </fieldset>
        {table && (
          <RadioRow
            legend={words.captions}
            value={captions}
            onChange={setCaptions}
            options={(["none", ...captionConditions] as const).map((value) => ({
              value,
              label: words.captionHints[value],
            }))}
          />
        )}
        {tried && table && captions === undefined && <p>{words.needed}</p>}
        <div>
          <Button
            kind="main"
            onClick={() => {
              setTried(true);
              if (ready && told.success) onLook(told.data);
            }}
          >
            {words.look}
          </Button>
        </div>
      </div>
    </Box>
  );
}

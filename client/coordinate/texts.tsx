// Instructions and consent, written by screen in each language of the study. Nothing of the app has to be known: the
// consent's version goes up by itself when its words change.
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useState } from "react";
import { languages as allLanguages, type Language } from "#schemas/basics";
import { approvalEnded, type Consent } from "#schemas/consent";
import type { StudyDetail } from "#schemas/desk";
import type { StudyChange } from "#schemas/set-up";
import type { Texts } from "#schemas/texts";
import { Button, IconButton } from "../ui/button.tsx";
import { Field, TextField } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Toggle } from "../ui/radio-row.tsx";
import { setUpEn } from "../words/set-up-en.ts";
import { setUpZhHans } from "../words/set-up-zh-Hans.ts";
import { Box } from "./box.tsx";
import desk from "./desk.module.css";
import css from "./new-study.module.css";
import { same } from "./same.ts";
import { SaveBar } from "./save-bar.tsx";
import { useDeskWords } from "./words.ts";

type Section = Consent["sections"][number];
interface Form {
  readonly instructions: Texts;
  readonly asks: boolean;
  readonly sections: readonly Section[];
  readonly about: Readonly<Record<"board" | "number" | "expires" | "contact", string>>;
}

function formOf({ definition }: StudyDetail): Form {
  const { instructions = {}, consent } = definition;
  const { board = "", number = "", expires = "", contact = "" } = consent ?? {};
  return {
    instructions,
    asks: consent !== undefined,
    sections: consent?.sections ?? [],
    about: { board, number, expires, contact },
  };
}

const said = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== "")) as Texts;
const empty = (texts: Texts): boolean => Object.keys(said(texts)).length === 0;

function changeOf({ instructions, asks, sections, about }: Form): StudyChange | undefined {
  const clean = sections.map(({ id, title, text }) => ({ id, title: said(title), text: said(text) }));
  if (asks && (clean.length === 0 || clean.some(({ title, text }) => empty(title) || empty(text)))) return undefined;
  const told = Object.fromEntries(
    Object.entries(about).flatMap(([name, text]) => (text.trim() === "" ? [] : [[name, text.trim()]])),
  );
  return {
    instructions: empty(instructions) ? null : said(instructions),
    consent: asks ? { sections: clean, ...told } : null,
  };
}

const freshId = (sections: readonly Section[]): string => {
  for (let k = sections.length + 1; ; k++) if (!sections.some(({ id }) => id === `part-${k}`)) return `part-${k}`;
};

export function TextsScreen({ study }: { readonly study: StudyDetail }) {
  const { setUp } = useDeskWords();
  const words = setUp.texts;
  const [edited, setForm] = useState<Form>();
  const before = formOf(study);
  const form = edited ?? before;
  const dirty = !same(form, before);
  const languages = allLanguages.filter((one) => study.definition.languages.includes(one));
  const consent = study.definition.consent;
  const { expires } = form.about;
  const ended = expires !== "" && approvalEnded({ expires }, study.definition.timeZone, new Date());
  const about = (name: keyof Form["about"], label: string, type = "text") => (
    <Field
      label={label}
      type={type}
      value={form.about[name]}
      maxLength={name === "contact" ? 300 : 200}
      onChange={(event) => setForm({ ...form, about: { ...form.about, [name]: event.target.value } })}
    />
  );
  return (
    <>
      <Box title={words.instructions} sub={words.instructionsSub} wide>
        <div className={css["form"]}>
          <InEach
            label={words.instructions}
            languages={languages}
            value={form.instructions}
            most={8000}
            rows={8}
            onChange={(instructions) => setForm({ ...form, instructions })}
          />
        </div>
      </Box>
      <Box title={words.consent} sub={words.consentSub} wide>
        <div className={css["form"]}>
          <Toggle label={words.asks} checked={form.asks} onChange={(asks) => setForm({ ...form, asks })} />
          {consent !== undefined && <p className={desk["soft"]}>{words.version(consent.version)}</p>}
          {form.asks && form.sections.length === 0 && (
            <div className={css["picks"]}>
              <Button onClick={() => setForm({ ...form, sections: drafted(languages) })}>{words.draft}</Button>
              <span className={desk["soft"]}>{words.draftHint}</span>
            </div>
          )}
          {form.asks && (
            <>
              <Sections
                languages={languages}
                sections={form.sections}
                onChange={(sections) => setForm({ ...form, sections })}
              />
              <p className={desk["soft"]}>{words.switches}</p>
              {about("board", words.board)}
              {about("number", words.number)}
              {about("expires", words.expires, "date")}
              {ended && <Notice kind="warn" title={words.expired} />}
              {about("contact", words.contact)}
            </>
          )}
        </div>
      </Box>
      <Box title={setUp.save.save} sub={setUp.sub[study.state]} wide>
        <SaveBar
          study={study}
          change={changeOf(form)}
          missing={words.missing}
          dirty={dirty}
          onSaved={() => setForm(undefined)}
          onUndo={() => setForm(undefined)}
        />
      </Box>
    </>
  );
}

function drafted(languages: readonly Language[]): Section[] {
  const of = { en: setUpEn, "zh-Hans": setUpZhHans };
  return setUpEn.texts.sections.map((_, k) => {
    const part = (which: 0 | 1) =>
      Object.fromEntries(
        languages.map((language) => [language, of[language].texts.sections[k]?.[which] ?? ""]),
      ) as Texts;
    return { id: `part-${k + 1}`, title: part(0), text: part(1) };
  });
}

interface SectionsProps {
  readonly languages: readonly Language[];
  readonly sections: readonly Section[];
  readonly onChange: (sections: readonly Section[]) => void;
}

function Sections({ languages, sections, onChange }: SectionsProps) {
  const words = useDeskWords().setUp.texts;
  const put = (at: number, section: Section) => onChange(sections.map((one, k) => (k === at ? section : one)));
  const move = (at: number, to: number) => {
    const next = [...sections];
    next.splice(to, 0, ...next.splice(at, 1));
    onChange(next);
  };
  return (
    <>
      {sections.map((section, at) => (
        <fieldset key={section.id} className={css["part"]}>
          <legend>{words.section(at + 1)}</legend>
          <InEach
            label={words.sectionTitle}
            languages={languages}
            value={section.title}
            most={200}
            onChange={(title) => put(at, { ...section, title })}
          />
          <InEach
            label={words.sectionText}
            languages={languages}
            value={section.text}
            most={4000}
            rows={4}
            onChange={(text) => put(at, { ...section, text })}
          />
          <div className={css["picks"]}>
            {at > 0 && (
              <IconButton
                label={`${words.up}: ${words.section(at + 1)}`}
                icon={<ArrowUp size={20} aria-hidden="true" />}
                onClick={() => move(at, at - 1)}
              />
            )}
            {at < sections.length - 1 && (
              <IconButton
                label={`${words.down}: ${words.section(at + 1)}`}
                icon={<ArrowDown size={20} aria-hidden="true" />}
                onClick={() => move(at, at + 1)}
              />
            )}
            <IconButton
              label={`${words.remove}: ${words.section(at + 1)}`}
              icon={<Trash2 size={20} aria-hidden="true" />}
              onClick={() => onChange(sections.filter((_, k) => k !== at))}
            />
          </div>
        </fieldset>
      ))}
      <div>
        <Button onClick={() => onChange([...sections, { id: freshId(sections), title: {}, text: {} }])}>
          {words.add}
        </Button>
      </div>
    </>
  );
}

interface InEachProps {
  readonly label: string;
  readonly languages: readonly Language[];
  readonly value: Texts;
  readonly most: number;
  readonly rows?: number;
  readonly onChange: (value: Texts) => void;
}

/** One text field for each language of the study. */
export function InEach({ label, languages, value, most, rows, onChange }: InEachProps) {
  const { setUp, common } = useDeskWords();
  return languages.map((language) => {
    const shared = {
      label: languages.length === 1 ? label : setUp.texts.in(label, common.languages[language]),
      value: value[language] ?? "",
      maxLength: most,
      lang: language,
    };
    const put = (text: string) => onChange({ ...value, [language]: text });
    return rows === undefined ? (
      <Field key={language} {...shared} onChange={(event) => put(event.target.value)} />
    ) : (
      <TextField key={language} {...shared} rows={rows} onChange={(event) => put(event.target.value)} />
    );
  });
}

// What a person agrees to before taking part: sections in plain words and signed, who answers for the study, and four
// switches that are off until the person turns them on. Agreeing is a response like any other: it works offline.
import { useEffect, useRef, useState } from "react";
import { type Sealed, seal } from "#client/capture/seal";
import type { StudyRow } from "#client/outbox/database";
import { put } from "#client/outbox/put";
import { useFormats } from "#client/words/formats";
import { useSaid } from "#client/words/texts";
import type { About } from "#schemas/about";
import { approvalEnded, type ConsentSwitch, type Consent as ConsentText, consentSwitches } from "#schemas/consent";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Toggle } from "../ui/radio-row.tsx";
import { aboutIn, keepAbout } from "./about-kept.ts";
import { AboutYou } from "./about-you.tsx";
import { Ask } from "./ask.tsx";
import { type Agreed, lastConsent } from "./begun.ts";
import { useDb } from "./here.ts";
import { SignSlot } from "./sign-slot.tsx";
import css from "./start.module.css";
import { useStartWords } from "./start-words.ts";

type Switches = Record<ConsentSwitch, boolean>;

interface ConsentProps {
  readonly study: StudyRow;
  readonly text: ConsentText;
  readonly onAgreed: () => void;
  readonly onNotNow: () => void;
}

/** Undefined while it is read; null where nothing was agreed to yet. */
function useAgreed(study: string): Agreed | null | undefined {
  const db = useDb();
  const [agreed, setAgreed] = useState<Agreed | null>();
  useEffect(() => {
    let gone = false;
    void lastConsent(db, study).then((found) => !gone && setAgreed(found ?? null));
    return () => {
      gone = true;
    };
  }, [db, study]);
  return agreed;
}

export function Consent(props: ConsentProps) {
  const agreed = useAgreed(props.study.id);
  return agreed === undefined ? null : <Asked {...props} agreed={agreed ?? undefined} />;
}

function Asked({ study, text, agreed, onAgreed, onNotNow }: ConsentProps & { readonly agreed: Agreed | undefined }) {
  const words = useStartWords();
  const say = useSaid();
  const db = useDb();
  const [switches, setSwitches] = useState<Switches>(
    () => Object.fromEntries(consentSwitches.map((name) => [name, agreed?.switches[name] === true])) as Switches,
  );
  const [state, setState] = useState<"open" | "saving" | "failed">("open");
  const [asking, setAsking] = useState(false);
  /** Undefined until the person touches it: then nothing is said anew. */
  const [about, setAbout] = useState<About>();
  const [before, setBefore] = useState<About>({});
  const sealed = useRef<{ of: Switches; record: Sealed }>(undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const inForce = agreed?.version === text.version;
  const ended = approvalEnded(text, study.timeZone ?? "UTC", new Date());
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  useEffect(() => {
    let gone = false;
    void aboutIn(db, study.id).then((said) => !gone && setBefore(said));
    return () => {
      gone = true;
    };
  }, [db, study.id]);
  const agree = async () => {
    if (state === "saving") return;
    setState("saving");
    if (sealed.current?.of !== switches) {
      const answer = { version: text.version, switches: { ...switches } };
      const record = seal({ kind: "consent", study: study.id, studyVersion: study.version, answer });
      sealed.current = { of: switches, record };
    }
    try {
      await put(db, sealed.current.record);
      if (about !== undefined) await keepAbout(db, study.id, about);
      onAgreed();
    } catch {
      setState("failed");
    }
  };
  return (
    <>
      <div className={css["head"]}>
        <h2 ref={heading} tabIndex={-1}>
          {words.consent.title}
        </h2>
        {agreed !== undefined && <p className={css["soft"]}>{inForce ? words.consent.reading : words.consent.again}</p>}
      </div>
      {text.sections.map((section) => {
        const title = say(section.title);
        const said = say(section.text);
        return (
          <section key={section.id} className={css["section"]} aria-labelledby={`consent-${section.id}`}>
            <div className={css["words"]}>
              <h3 id={`consent-${section.id}`} lang={title.lang} dir="auto">
                {title.text}
              </h3>
              <p className={css["text"]} lang={said.lang} dir="auto">
                {said.text}
              </p>
            </div>
            <SignSlot study={study} place={`consent:${section.id}`} label={title.text} />
          </section>
        );
      })}
      <Answerable text={text} />
      {ended && (
        <Notice kind={agreed === undefined ? "bad" : "warn"} title={words.consent.expired}>
          <p>{agreed === undefined ? words.consent.nobodyNew : words.consent.goOnAnyway}</p>
        </Notice>
      )}
      <fieldset className={css["switches"]}>
        <legend>
          <h3>{words.consent.alsoTitle}</h3>
        </legend>
        {agreed === undefined && <p className={css["soft"]}>{words.consent.alsoLead}</p>}
        {consentSwitches.map((name) => (
          <Toggle
            key={name}
            label={words.consent.switches[name]}
            checked={switches[name]}
            onChange={(on) => setSwitches({ ...switches, [name]: on })}
          />
        ))}
      </fieldset>
      <AboutYou value={about ?? before} onChange={setAbout} />
      {state === "failed" && <Notice kind="bad" title={words.consent.failed} />}
      <div className={css["actions"]}>
        {(agreed !== undefined || !ended) && (
          <Button kind="main" waiting={state === "saving"} onClick={agree}>
            {state === "saving" ? words.consent.saving : inForce ? words.consent.change : words.consent.agree}
          </Button>
        )}
        <Button onClick={() => setAsking(true)}>{words.consent.ask}</Button>
        <Button kind="quiet" onClick={onNotNow}>
          {words.notNow}
        </Button>
      </div>
      {asking && <Ask about={{ study: study.id, studyVersion: study.version }} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Who answers for the study, where that is said. */
function Answerable({ text }: { readonly text: ConsentText }) {
  const words = useStartWords().consent;
  const formats = useFormats();
  const { board, number, expires, contact, version } = text;
  const facts = [
    [words.board, board],
    [words.number, number],
    [words.expires, expires && formats.date(`${expires}T12:00:00`)],
    [words.contact, contact],
  ].filter((fact): fact is [string, string] => fact[1] !== undefined);
  return (
    <dl className={css["answerable"]}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
      <div>
        <dt>{words.ofStudy}</dt>
        <dd>{words.version(version)}</dd>
      </div>
    </dl>
  );
}

// From a draft to an open study, step by step: what is done, what is left, and the way to each. The study can be opened
// with something left, but not without being told.

import { useMemo, useState } from "react";
import { Link } from "wouter";
import type { Language } from "#schemas/basics";
import { approvalEnded } from "#schemas/consent";
import { deskPeople, type StudyDetail } from "#schemas/desk";
import { studySigns, trial } from "#schemas/set-up";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { RadioRow } from "../ui/radio-row.tsx";
import ui from "../ui/ui.module.css";
import { Box } from "./box.tsx";
import desk from "./desk.module.css";
import css from "./new-study.module.css";
import { useProblemText } from "./problem-text.ts";
import { useAct, useRead } from "./reading.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { placesOf } from "./sign-places.ts";
import { isOld, useHashes } from "./use-hashes.ts";
import { type CoordinateWords, useDeskWords } from "./words.ts";

const tried = 12;

/** What speaks against opening it now, in words. */
function lacks(study: StudyDetail, people: number, { setUp }: CoordinateWords): string[] {
  const { consent, instructions } = study.definition;
  const ended = consent !== undefined && approvalEnded(consent, study.definition.timeZone, new Date());
  return [
    study.unplayed > 0 && setUp.open.unplayed(study.unplayed),
    people === 0 && setUp.open.noPeople,
    consent === undefined && setUp.open.noConsent,
    ended && setUp.open.expired,
    instructions === undefined && setUp.open.noInstructions,
  ].filter((words) => words !== false);
}

/** How many people take part beside its coordinators; 1 until it is known, so that nothing is warned of too soon. */
function usePeople(study: StudyDetail): number {
  const query = useRead(`/api/studies/${encodeURIComponent(study.id)}/people`, deskPeople, {
    when: study.role === "coordinator",
  });
  const people = query.data?.people.filter(({ role, removedAt }) => role !== "coordinator" && removedAt === null);
  return people?.length ?? 1;
}

export function SetUpScreen({ study }: { readonly study: StudyDetail }) {
  const words = useDeskWords();
  const { setUp } = words;
  const at = `/desk/${study.id}`;
  const signs = useRead(`/api/studies/${encodeURIComponent(study.id)}/signs`, studySigns);
  const [opening, setOpening] = useState(false);
  const { definition } = study;
  const people = usePeople(study);
  const places = useMemo(() => placesOf(definition), [definition]);
  const hashes = useHashes(places);
  const missing = lacks(study, people, words);
  const signed = signs.data?.signs ?? [];
  const number = signed.length;
  const old = signed.filter((sign) => isOld(sign, hashes)).length;
  const template = setUp.settings.templates[definition.template ?? "none"];
  const steps = [
    {
      title: setUp.files.title,
      says: `${setUp.files.here(study.items, study.practice)}; ${study.unplayed > 0 ? setUp.files.unplayed(study.unplayed) : setUp.files.played}`,
      state: study.unplayed > 0 ? setUp.todo : setUp.done,
      to: "play",
      act: setUp.files.act,
    },
    {
      title: setUp.settings.title,
      says: `${setUp.settings.template}: ${template}`,
      state: setUp.look,
      to: "settings",
      act: setUp.settings.act,
    },
    {
      title: setUp.texts.title,
      says: setUp.texts.have(definition.instructions !== undefined, definition.consent?.version ?? null),
      state: definition.instructions !== undefined && definition.consent !== undefined ? setUp.done : setUp.todo,
      to: "texts",
      act: setUp.texts.act,
    },
    {
      title: setUp.signs.title,
      says: number === 0 ? setUp.signs.none : setUp.signs.have(number, old),
      state: number === 0 ? setUp.optional : old > 0 ? setUp.todo : setUp.done,
      to: "signs",
      act: setUp.signs.act,
    },
    {
      title: setUp.people.title,
      says: people === 0 ? setUp.people.none : setUp.people.here(people),
      state: people === 0 ? setUp.todo : setUp.done,
      to: "people",
      act: setUp.people.act,
    },
  ];
  return (
    <>
      <Box title={setUp.title} sub={setUp.sub[study.state]} wide>
        <ol className={css["steps"]}>
          {steps.map((step, k) => (
            <li key={step.to}>
              <div>
                <h3>
                  <span className={desk["soft"]}>{setUp.step(k + 1)}</span> {step.title}
                </h3>
                <p>{step.says}</p>
                <p className={step.state === setUp.todo ? desk["warnText"] : desk["soft"]}>{step.state}</p>
              </div>
              <Link className={ui["button"]} href={`${at}/${step.to}`}>
                {step.act}
              </Link>
              {step.to === "play" && (
                <Link className={ui["button"]} href={`${at}/more`}>
                  {setUp.more.act}
                </Link>
              )}
            </li>
          ))}
        </ol>
      </Box>
      <Trial study={study} step={steps.length + 1} />
      <Box title={`${setUp.step(steps.length + 2)}: ${setUp.open.title}`} wide>
        {study.state === "open" ? (
          <p>{setUp.open.isOpen}</p>
        ) : (
          <div className={css["flow"]}>
            {missing.length > 0 && <Lacking missing={missing} />}
            <div>
              <Button kind="main" onClick={() => setOpening(true)}>
                {study.state === "draft" ? setUp.open.act : words.study.openAgain}
              </Button>
            </div>
          </div>
        )}
      </Box>
      {opening && (
        <ReasonDialog
          study={study.id}
          title={words.study.openTitle}
          text={words.study.openText}
          act={setUp.open.act}
          wish={{ kind: "state", state: "open" }}
          onClose={() => setOpening(false)}
        >
          {missing.length > 0 && <Lacking missing={missing} />}
        </ReasonDialog>
      )}
    </>
  );
}

function Lacking({ missing }: { readonly missing: readonly string[] }) {
  const words = useDeskWords().setUp.open;
  return (
    <Notice kind="warn" title={words.warn}>
      <ul className={css["lines"]}>
        {missing.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{words.anyway}</p>
    </Notice>
  );
}

/** Opening by another way shows the same warnings. */
export function OpenWarnings({ study }: { readonly study: StudyDetail }) {
  const words = useDeskWords();
  const missing = lacks(study, usePeople(study), words);
  return missing.length === 0 ? null : <Lacking missing={missing} />;
}

function Trial({ study, step }: { readonly study: StudyDetail; readonly step: number }) {
  const { setUp, common } = useDeskWords();
  const words = setUp.trial;
  const say = useProblemText();
  const { languages } = study.definition;
  const [language, setLanguage] = useState<Language | undefined>(languages.length === 1 ? languages[0] : undefined);
  const making = useAct(trial);
  const path = `/api/studies/${encodeURIComponent(study.id)}/trial`;
  return (
    <Box title={`${setUp.step(step)}: ${words.title}`} sub={words.sub(tried)} wide>
      <div className={css["flow"]}>
        <RadioRow
          legend={words.language}
          segmented
          value={language}
          onChange={setLanguage}
          options={languages.map((value) => ({ value, label: common.languages[value] }))}
        />
        <div className={css["picks"]}>
          <Button
            waiting={making.isPending || language === undefined}
            onClick={() => making.mutate({ path, body: { language } })}
          >
            {making.data === undefined ? words.make : words.again}
          </Button>
          {making.data !== undefined && (
            <a className={ui["button"]} href={making.data.link} target="_blank" rel="noopener noreferrer">
              {words.open}
            </a>
          )}
        </div>
        <div role="status">{making.data !== undefined && <p>{words.made(making.data.items)}</p>}</div>
        {making.error !== null && <Notice kind="bad" title={say(making.error)} />}
      </div>
    </Box>
  );
}

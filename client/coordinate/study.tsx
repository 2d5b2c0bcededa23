// One study at a glance: what it is, its settings, its media and credits, and every decision. Opening and closing it
// is a decision with a reason.
import { useState } from "react";
import { deskItems, deskPeople, type StudyDetail } from "#schemas/desk";
import { type StudyMedium, studyMedia } from "#schemas/set-up";
import { Button } from "../ui/button.tsx";
import { useFormats } from "../words/formats.ts";
import boxes from "./box.module.css";
import { Answer, Box, Empty, Table } from "./box.tsx";
import { decisionText } from "./decision-text.ts";
import css from "./desk.module.css";
import frame from "./frame.module.css";
import { useRead } from "./reading.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { OpenWarnings } from "./set-up.tsx";
import cells from "./table.module.css";
import { useDeskWords, useLabelName } from "./words.ts";

export function StudyScreen({ study }: { readonly study: StudyDetail }) {
  return (
    <>
      <div className={frame["side"]}>
        <Facts study={study} />
        <Decisions study={study} />
      </div>
      <Settings study={study} />
      <Media study={study} />
    </>
  );
}

function Facts({ study }: { readonly study: StudyDetail }) {
  const words = useDeskWords();
  const formats = useFormats();
  const [asking, setAsking] = useState(false);
  const opens = study.state !== "open";
  const act = study.state === "draft" ? words.study.openNow : opens ? words.study.openAgain : words.study.closeNow;
  const { definition } = study;
  const rows = [
    [words.study.protocol, words.common.protocols[study.protocol]],
    [words.studies.state, words.common.states[study.state]],
    [words.study.version, formats.number(study.version)],
    [words.study.created, formats.dateTime(study.createdAt)],
    [words.study.items, words.study.itemsOf(study.items, study.practice)],
    [words.studies.people, formats.number(study.people)],
    [words.study.answers, words.study.answersOf(study.answered, study.skipped, study.asked)],
    [words.studies.last, study.lastAt === null ? words.common.notYet : formats.dateTime(study.lastAt)],
    [words.study.languages, definition.languages.map((language) => words.common.languages[language]).join(", ")],
    [words.study.signLanguage, definition.signLanguage],
    [words.study.timeZone, definition.timeZone],
  ] as const;
  return (
    <Box
      title={words.study.facts}
      sub={words.common.position(study.position.epoch, study.position.seq)}
      actions={study.role === "coordinator" && <Button onClick={() => setAsking(true)}>{act}</Button>}
    >
      <FactList rows={rows} />
      {asking && (
        <ReasonDialog
          study={study.id}
          title={opens ? words.study.openTitle : words.study.closeTitle}
          text={opens ? words.study.openText : words.study.closeText}
          act={act}
          wish={{ kind: "state", state: opens ? "open" : "closed" }}
          onClose={() => setAsking(false)}
        >
          {opens && <OpenWarnings study={study} />}
        </ReasonDialog>
      )}
    </Box>
  );
}

const FactList = ({ rows }: { readonly rows: readonly (readonly [string, string])[] }) => (
  <dl className={boxes["facts"]}>
    {rows.map(([name, value]) => (
      <div key={name} className={boxes["fact"]}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

function Settings({ study }: { readonly study: StudyDetail }) {
  const words = useDeskWords();
  const { settings } = study.definition;
  const yes = (on: boolean) => (on ? words.study.yes : words.study.no);
  const shared = [
    [words.study.perItem, settings.perItem === "all" ? words.study.everybody : String(settings.perItem)],
    [words.study.order, words.study.orders[settings.order]],
    [words.study.breakEvery, words.study.breakItems(settings.breakEvery)],
  ] as const;
  const own =
    study.protocol === "choice"
      ? ([
          [words.study.cannotTell, yes(settings.cannotTell)],
          [words.study.advance, words.study.advances[settings.advance]],
          [words.study.ownScore, yes(settings.ownScore)],
        ] as const)
      : ([
          [
            words.study.captions,
            settings.captions === undefined ? words.common.none : words.study.captionConditions[settings.captions],
          ],
          [words.study.wholeViewFirst, yes(settings.wholeViewFirst)],
          [words.study.speedsAtCues, yes(settings.speedsAtCues)],
          [words.study.restIsZero, yes(settings.restIsZero)],
          [words.study.shuffleEmotions, yes(settings.shuffleEmotions)],
          [words.study.faces, yes(settings.faces)],
        ] as const);
  return (
    <Box title={words.study.settings} sub={words.study.settingsSub}>
      <FactList rows={[...shared, ...own]} />
    </Box>
  );
}

function Decisions({ study }: { readonly study: StudyDetail }) {
  const words = useDeskWords();
  const formats = useFormats();
  const label = useLabelName();
  const at = `/api/studies/${encodeURIComponent(study.id)}`;
  const some = study.decisions.length > 0;
  const people = useRead(`${at}/people`, deskPeople, { when: some && study.role === "coordinator" });
  const items = useRead(`${at}/items`, deskItems, { when: some });
  const names = {
    label,
    person: (id: string) => people.data?.people.find((one) => one.person === id)?.code ?? id,
    item: (id: string) => items.data?.items.find((one) => one.id === id)?.name ?? id,
  };
  return (
    <Box title={words.study.log} sub={words.study.logSub}>
      {study.decisions.length === 0 ? (
        <p className={css["soft"]}>{words.study.logEmpty}</p>
      ) : (
        <Table caption={words.study.log} hideCaption>
          <thead>
            <tr>
              <th scope="col">{words.study.when}</th>
              <th scope="col" className={cells["text"]}>
                {words.study.who}
              </th>
              <th scope="col" className={cells["text"]}>
                {words.study.what}
              </th>
              <th scope="col" className={cells["text"]}>
                {words.common.reason}
              </th>
            </tr>
          </thead>
          <tbody>
            {study.decisions.map((row) => (
              <tr key={row.decision.id}>
                <td>{formats.dateTime(row.decision.at)}</td>
                <td className={cells["text"]}>{row.byName ?? row.decision.by}</td>
                <td className={cells["text"]}>{decisionText(row.decision, words, names)}</td>
                <td className={cells["text"]}>{row.decision.reason ?? ""}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Box>
  );
}

function Media({ study }: { readonly study: StudyDetail }) {
  const words = useDeskWords();
  const query = useRead(`/api/studies/${encodeURIComponent(study.id)}/media`, studyMedia);
  const count = query.data?.media.length;
  return (
    <Box title={words.study.media} {...(count === undefined ? {} : { sub: words.study.mediaSub(count) })} wide>
      <Answer query={query}>
        {({ media }) =>
          media.length === 0 ? <Empty title={words.common.none} /> : <MediaTable study={study} media={media} />
        }
      </Answer>
    </Box>
  );
}

function MediaTable({ study, media }: { readonly study: StudyDetail; readonly media: readonly StudyMedium[] }) {
  const words = useDeskWords();
  const formats = useFormats();
  const [shown, setShown] = useState(30);
  const [retiring, setRetiring] = useState<string>();
  const mayRetire = study.role === "coordinator";
  const items = useRead(`/api/studies/${encodeURIComponent(study.id)}/items`, deskItems, {
    when: retiring !== undefined,
  });
  const medium = media.find(({ name }) => name === retiring);
  const item = items.data?.items.find((one) => !one.retired && one.media === medium?.facts.hash);
  const rest = media.length - shown;
  const head = [words.study.mediaKind, words.study.mediaRights, words.study.mediaCredit, words.study.mediaPlayed];
  return (
    <>
      <Table caption={words.study.media} hideCaption>
        <thead>
          <tr>
            <th scope="col">{words.study.mediaName}</th>
            <th scope="col">{words.study.mediaSize}</th>
            {head.map((name) => (
              <th key={name} scope="col" className={cells["text"]}>
                {name}
              </th>
            ))}
            {mayRetire && <th scope="col">{words.people.actions}</th>}
          </tr>
        </thead>
        <tbody>
          {media.slice(0, shown).map((one) => (
            <tr key={one.name}>
              <th scope="row" className={cells["text"]}>
                {one.name}
              </th>
              <td>{formats.bytes(one.facts.bytes)}</td>
              <td className={cells["text"]}>{one.facts.type}</td>
              <td className={cells["text"]}>{words.study.rights[one.rights]}</td>
              <td className={cells["text"]}>
                {one.credit ?? <span className={css["soft"]}>{words.study.noCredit}</span>}
              </td>
              <td className={`${cells["text"]} ${one.playedAt === null ? css["warnText"] : css["soft"]}`}>
                {one.playedAt === null ? words.study.notPlayed : formats.date(one.playedAt)}
              </td>
              {mayRetire && (
                <td>
                  {one.name.startsWith("help/") ? null : one.retiredAt === null ? (
                    <Button
                      className={css["small"]}
                      aria-label={`${words.study.retire}: ${one.name}`}
                      onClick={() => setRetiring(one.name)}
                    >
                      {words.study.retire}
                    </Button>
                  ) : (
                    words.study.retired(formats.date(one.retiredAt))
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
      {retiring !== undefined && item !== undefined && (
        <ReasonDialog
          study={study.id}
          title={words.study.retireTitle(retiring)}
          text={words.study.retireText}
          act={words.study.retire}
          wish={{ kind: "retire", item: item.id }}
          onClose={() => setRetiring(undefined)}
        />
      )}
      {rest > 0 && <Button onClick={() => setShown(media.length)}>{words.common.more(rest)}</Button>}
    </>
  );
}

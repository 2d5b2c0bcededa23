// After a practice item: the person's answer beside what the coordinator expects and why, with the sign still there to
// look at again. Nothing of it is counted, nothing is right or wrong here but the comparison.
import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useRef } from "react";
import type { ItemRow, StudyRow } from "#client/outbox/database";
import { standingHere } from "#client/outbox/standing-here";
import { useWords } from "#client/words/words";
import type { Expected } from "#schemas/expected";
import { emotionIds } from "#schemas/labels";
import type { Response } from "#schemas/response";
import type { MediumFacts } from "#schemas/study";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { keyRow, useEnterGuard, useKeys } from "../ui/keys.ts";
import { Notice } from "../ui/notice.tsx";
import { TopBar } from "../ui/top-bar.tsx";
import { useDb } from "./here.ts";
import { keyOf } from "./order.ts";
import css from "./practice.module.css";
import { StageSlot, stimulusOf } from "./stage-slot.tsx";
import frame from "./work-frame.module.css";

interface PracticeProps {
  readonly study: StudyRow;
  readonly item: ItemRow;
  readonly media: ReadonlyMap<string, MediumFacts>;
  readonly onGoOn: () => void;
  readonly onBack: () => void;
}

const keys = [
  keyRow<"go-on" | "leave">("go-on", "Enter", "Enter"),
  keyRow<"go-on" | "leave">("go-on", "NumpadEnter", "Enter"),
  keyRow<"go-on" | "leave">("leave", "Escape", "Esc"),
];

export function Practice({ study, item, media, onGoOn, onBack }: PracticeProps) {
  const words = useWords();
  const db = useDb();
  const heading = useRef<HTMLHeadingElement>(null);
  const stimulus = stimulusOf(item, media);
  const standing = useLiveQuery(
    () => standingHere(db, study.id, item.id, item.occasion),
    [db, study.id, item.id, item.occasion],
  );
  const ready = useEnterGuard(`practice ${keyOf(item)}`);
  useKeys(keys, (act) => (act === "leave" ? onBack() : ready() && onGoOn()));
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  const { expected } = item;
  if (expected === undefined) return null;
  return (
    <div className={frame["work"]}>
      <TopBar title={study.title} onBack={onBack}>
        <Chip>{words.work.practice}</Chip>
      </TopBar>
      <main className={frame["main"]}>
        <section className={frame["left"]} aria-label={words.quiz.stage}>
          {stimulus !== undefined && (
            <StageSlot
              showing={`practice ${keyOf(item)}`}
              stimulus={stimulus}
              next={undefined}
              autoplay={false}
              {...(item.caption === undefined ? {} : { caption: <p>{item.caption}</p> })}
            />
          )}
        </section>
        <section className={frame["panel"]} aria-label={words.practice.title}>
          <h2 ref={heading} tabIndex={-1} className={css["title"]}>
            {words.practice.title}
          </h2>
          {standing !== undefined && <Compared item={item} expected={expected} given={standing.response} />}
          {expected.reason !== undefined && (
            <div className={css["reason"]}>
              <h3>{words.practice.reason}</h3>
              <p dir="auto">{expected.reason}</p>
            </div>
          )}
          <p className={css["note"]}>{words.practice.note}</p>
          <div className={frame["foot"]}>
            <Button kind="main" wide keys="⏎" onClick={onGoOn}>
              {words.practice.goOn}
            </Button>
          </div>
        </section>
      </main>
    </div>
  );
}

interface Line {
  readonly label: string;
  readonly yours: string | undefined;
  readonly expected: string;
  readonly same: boolean;
}

function Compared(props: {
  readonly item: ItemRow;
  readonly expected: Expected;
  readonly given: Response | undefined;
}) {
  const { item, expected, given } = props;
  const words = useWords();
  const lines = useLines(item, expected, given);
  const same = lines.every((line) => line.same);
  const skipped = given === undefined || given.kind === "skip";
  const gloss = item.options !== undefined;
  return (
    <>
      {lines.length > 0 && (
        <Notice
          kind={!skipped && same ? "good" : "info"}
          title={skipped ? words.practice.skipped : same ? words.practice.same : words.practice.differs}
        />
      )}
      {lines.length > 0 && (
        <table className={css["table"]}>
          <caption className={css["srOnly"]}>{words.practice.compare}</caption>
          <thead>
            <tr>
              <th scope="col">{words.practice.label}</th>
              <th scope="col">{words.practice.yours}</th>
              <th scope="col">{words.practice.expected}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.label}>
                <th scope="row">{line.label}</th>
                <td lang={gloss ? "zh-Hans" : undefined}>{line.yours ?? words.practice.nothing}</td>
                <td lang={gloss ? "zh-Hans" : undefined}>
                  <b>{line.expected}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** What is compared, label by label, in words. */
function useLines(item: ItemRow, expected: Expected, given: Response | undefined): Line[] {
  const words = useWords();
  const lines: Line[] = [];
  if (expected.option !== undefined) {
    const yours = given?.kind === "choice" ? given.answer.option : undefined;
    lines.push({
      label: item.question ?? words.quiz.question,
      yours: yours === undefined ? undefined : (item.options?.[yours] ?? yours),
      expected: item.options?.[expected.option] ?? expected.option,
      same: yours === expected.option,
    });
  }
  const answer = given?.kind === "emotion" ? given.answer : undefined;
  const { sentimentValues, intensity } = words.labels;
  const say = <T extends string>(names: Record<T, string>, value: number | undefined) =>
    value === undefined ? undefined : (names[String(value) as T] ?? String(value));
  if (expected.sentiment !== undefined) {
    const yours = answer?.sentiment;
    lines.push({
      label: words.labels.sentiment,
      yours: say(sentimentValues, yours),
      expected: say(sentimentValues, expected.sentiment) as string,
      same: yours === expected.sentiment,
    });
  }
  for (const emotion of emotionIds) {
    const wanted = expected.emotions?.[emotion];
    if (wanted === undefined) continue;
    const yours = answer?.emotions[emotion];
    lines.push({
      label: words.labels.emotions[emotion],
      yours: say(intensity, yours),
      expected: say(intensity, wanted) as string,
      same: yours === wanted,
    });
  }
  return lines;
}

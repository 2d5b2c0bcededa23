// How far each person is, live: answered, skipped and open add up to asked; what waits on devices; what is missing.
import { type Progress, type ProgressPerson, progress, type StudyDetail } from "#schemas/desk";
import { useFormats } from "../words/formats.ts";
import { useLanguage } from "../words/words.ts";
import { Answer, Box, Empty, Explain, Table } from "./box.tsx";
import charts from "./chart.module.css";
import css from "./desk.module.css";
import { HintsBox } from "./hints.tsx";
import { agoText, percentText } from "./numbers.ts";
import { useRead } from "./reading.tsx";
import cells from "./table.module.css";
import { useDeskWords } from "./words.ts";

type Counts = Pick<
  ProgressPerson,
  "asked" | "answered" | "skipped" | "open" | "waiting" | "gaps" | "flags" | "conflicts"
>;
const fields = ["asked", "answered", "skipped", "open", "waiting", "gaps", "flags", "conflicts"] as const;

function totalOf(people: readonly Counts[]): Counts {
  const total: Counts = { asked: 0, answered: 0, skipped: 0, open: 0, waiting: 0, gaps: 0, flags: 0, conflicts: 0 };
  return people.reduce<Counts>(
    (sum, row) => Object.fromEntries(fields.map((field) => [field, (sum[field] ?? 0) + (row[field] ?? 0)])) as Counts,
    total,
  );
}

/** Share of what is asked that is answered or skipped; null where nothing is asked. */
const doneShare = ({ asked, answered, skipped }: Pick<Counts, "asked" | "answered" | "skipped">) =>
  asked === 0 ? null : (answered + skipped) / asked;

export function ProgressScreen({ study }: { readonly study: StudyDetail }) {
  const words = useDeskWords();
  const query = useRead(`/api/studies/${encodeURIComponent(study.id)}/progress`, progress, { every: 10_000 });
  return (
    <>
      <Answer query={query}>{(data) => <ProgressBoxes data={data} title={words.progress.title} />}</Answer>
      <HintsBox study={study} />
    </>
  );
}

function ProgressBoxes({ data, title }: { readonly data: Progress; readonly title: string }) {
  const words = useDeskWords();
  const people = data.people.filter((row) => row.asked > 0 || row.role === "annotator" || row.role === "expert");
  const total = totalOf(people);
  const skips = new Map<string, number>();
  for (const row of people) {
    for (const [reason, number] of Object.entries(row.skips)) skips.set(reason, (skips.get(reason) ?? 0) + number);
  }
  return (
    <>
      <Box title={title} sub={words.progress.sub(people.length, total.asked)} wide>
        {people.length === 0 ? (
          <Empty title={words.progress.empty} />
        ) : (
          <PeopleByCount people={people} total={total} now={Date.parse(data.serverTime)} />
        )}
        <Explain>{words.progress.explain}</Explain>
      </Box>
      {total.skipped > 0 && <Skips skips={skips} />}
      {people.some((row) => row.attention !== undefined) && <Attention people={people} />}
    </>
  );
}

function Skips({ skips }: { readonly skips: ReadonlyMap<string, number> }) {
  const words = useDeskWords();
  const formats = useFormats();
  const names: Record<string, string> = words.common.skipReasons;
  return (
    <Box title={words.progress.skips} sub={words.progress.skipsSub} wide>
      <Table caption={words.progress.skips} hideCaption>
        <thead>
          <tr>
            <th scope="col">{words.progress.reason}</th>
            <th scope="col">{words.progress.number}</th>
          </tr>
        </thead>
        <tbody>
          {[...skips]
            .filter(([, number]) => number > 0)
            .sort((a, b) => b[1] - a[1])
            .map(([reason, number]) => (
              <tr key={reason}>
                <th scope="row" className={cells["text"]}>
                  {names[reason] ?? reason}
                </th>
                <td>{formats.number(number)}</td>
              </tr>
            ))}
        </tbody>
      </Table>
    </Box>
  );
}

function Attention({ people }: { readonly people: readonly ProgressPerson[] }) {
  const words = useDeskWords();
  const formats = useFormats();
  const told = words.progress.attention;
  return (
    <Box title={told.title} sub={told.sub} wide>
      <Table caption={told.title} hideCaption>
        <thead>
          <tr>
            {[words.progress.code, told.passed, told.failed, told.open].map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map(
            ({ person, code, attention }) =>
              attention !== undefined && (
                <tr key={person}>
                  <th scope="row" className={cells["text"]}>
                    {code}
                  </th>
                  <td>{formats.number(attention.passed)}</td>
                  <td className={attention.failed > 0 ? css["warnText"] : css["soft"]}>
                    {formats.number(attention.failed)}
                  </td>
                  <td>{formats.number(attention.open)}</td>
                </tr>
              ),
          )}
        </tbody>
      </Table>
      <Explain>{told.explain}</Explain>
    </Box>
  );
}

interface PeopleByCountProps {
  readonly people: readonly ProgressPerson[];
  readonly total: Counts;
  readonly now: number;
}

function PeopleByCount({ people, total, now }: PeopleByCountProps) {
  const words = useDeskWords();
  const { language } = useLanguage();
  const ago = (at: string | null, none: string) => (at === null ? none : agoText(at, now, language));
  const oldest = people
    .map((row) => row.oldestWaitingAt)
    .filter((at) => at !== null)
    .sort()[0];
  return (
    <Table caption={words.progress.title} hideCaption>
      <thead>
        <tr>
          <th scope="col">{words.progress.code}</th>
          <th scope="col" className={cells["text"]}>
            {words.progress.role}
          </th>
          <th scope="col">{words.progress.asked}</th>
          <th scope="col">{words.progress.answered}</th>
          <th scope="col">{words.progress.skipped}</th>
          <th scope="col">{words.progress.open}</th>
          <th scope="col">{words.progress.share}</th>
          <th scope="col">{words.progress.waiting}</th>
          <th scope="col">{words.progress.oldest}</th>
          <th scope="col">{words.progress.gaps}</th>
          <th scope="col">{words.progress.flags}</th>
          <th scope="col">{words.progress.conflicts}</th>
          <th scope="col">{words.progress.lastSeen}</th>
        </tr>
      </thead>
      <tbody>
        {people.map((row) => (
          <tr key={row.person}>
            <th scope="row" className={cells["text"]}>
              {row.code}
              {row.seat !== "panel" && <span className={css["soft"]}> · {words.common.seats[row.seat]}</span>}
            </th>
            <td className={cells["text"]}>{words.common.roles[row.role]}</td>
            <CountCells counts={row} oldest={ago(row.oldestWaitingAt, words.common.none)} />
            <td>{ago(row.lastSeenAt, words.common.never)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{words.progress.all}</th>
          <td />
          <CountCells counts={total} oldest={ago(oldest ?? null, words.common.none)} />
          <td />
        </tr>
      </tfoot>
    </Table>
  );
}

function CountCells({ counts, oldest }: { readonly counts: Counts; readonly oldest: string }) {
  const words = useDeskWords();
  const formats = useFormats();
  const share = doneShare(counts);
  const warn = (number: number) => (number > 0 ? css["warnText"] : css["soft"]);
  return (
    <>
      <td>{formats.number(counts.asked)}</td>
      <td>{formats.number(counts.answered)}</td>
      <td>{formats.number(counts.skipped)}</td>
      <td>{formats.number(counts.open)}</td>
      <td>
        {share === null ? (
          <span className={css["soft"]}>{words.progress.nothingAsked}</span>
        ) : (
          <span className={charts["share"]}>
            <span className={charts["meter"]} aria-hidden="true">
              <i style={{ width: `${(100 * counts.answered) / counts.asked}%` }} />
              <i style={{ width: `${(100 * counts.skipped) / counts.asked}%` }} />
            </span>
            {percentText(share)}
          </span>
        )}
      </td>
      <td className={warn(counts.waiting)}>{formats.number(counts.waiting)}</td>
      <td className={css["soft"]}>{oldest}</td>
      <td className={warn(counts.gaps)}>{formats.number(counts.gaps)}</td>
      <td className={warn(counts.flags)}>{formats.number(counts.flags)}</td>
      <td className={warn(counts.conflicts ?? 0)}>{formats.number(counts.conflicts ?? 0)}</td>
    </>
  );
}

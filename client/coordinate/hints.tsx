// What a coordinator may want to ask people about: fast answers, clips not watched through, lines at one place. Told as
// questions; nothing is left out by them.
import type { StudyDetail } from "#schemas/desk";
import { type Hints, hints, lineFrom, type PersonHints } from "#schemas/hints";
import { useFormats } from "../words/formats.ts";
import { Answer, Box, Explain, Table } from "./box.tsx";
import css from "./desk.module.css";
import { useFigureWords } from "./figure-words.ts";
import { dash, percentText } from "./numbers.ts";
import { useRead } from "./reading.tsx";
import cells from "./table.module.css";
import { useDeskWords } from "./words.ts";

export function HintsBox({ study }: { readonly study: StudyDetail }) {
  const words = useDeskWords();
  const query = useRead(`/api/studies/${encodeURIComponent(study.id)}/hints`, hints);
  return (
    <Box title={words.progress.hints.title} sub={words.progress.hints.sub} wide>
      <Answer query={query}>{(data) => <HintsOf data={data} quiz={study.protocol === "choice"} />}</Answer>
      <Explain>{words.progress.hints.explain}</Explain>
    </Box>
  );
}

function HintsOf({ data, quiz }: { readonly data: Hints; readonly quiz: boolean }) {
  const words = useDeskWords();
  const formats = useFormats();
  const figures = useFigureWords();
  if (data.people.length === 0) return <p className={css["soft"]}>{words.progress.hints.empty}</p>;
  const unchosen = data.items.filter(({ neverChosen }) => neverChosen.length > 0);
  const never = unchosen.reduce((sum, { neverChosen }) => sum + neverChosen.length, 0);
  return (
    <>
      <PeopleTable people={data.people} quiz={quiz} />
      {!quiz && data.cues.iou !== null && (
        <p>{words.progress.hints.cues(percentText(data.cues.iou), data.cues.pairs, data.cues.clips)}</p>
      )}
      {quiz && (
        <p>
          {words.progress.hints.never(never, unchosen.length)}{" "}
          {words.progress.hints.places(data.places.map((count) => formats.number(count)).join(" · "))}{" "}
          {data.keyPlaces !== undefined &&
            figures.keyPlaces(
              data.keyPlaces
                .map(({ asked, right }) => `${percentText(asked === 0 ? null : right / asked)} (${right} / ${asked})`)
                .join(" · "),
            )}
        </p>
      )}
    </>
  );
}

function PeopleTable({ people, quiz }: { readonly people: readonly PersonHints[]; readonly quiz: boolean }) {
  const words = useDeskWords();
  const { hints: told } = words.progress;
  const formats = useFormats();
  const head = [told.answers, told.median, told.underSecond, told.underHalf, told.notWatched];
  const own = quiz ? [told.line] : [told.equalCards, told.constant];
  return (
    <Table caption={told.title} hideCaption>
      <thead>
        <tr>
          <th scope="col">{told.person}</th>
          {[...head, ...own].map((name) => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((row) => (
          <tr key={row.person}>
            <th scope="row" className={cells["text"]}>
              {row.person}
            </th>
            <td>{formats.number(row.answers)}</td>
            <td>{row.medianMs === null ? dash : told.seconds((row.medianMs / 1000).toFixed(1))}</td>
            <Count n={row.underSecond} />
            <Count n={row.underHalf} />
            <Count n={row.notWatched} />
            {quiz ? (
              <Count n={row.longestLine} marked={row.longestLine >= lineFrom} />
            ) : (
              <>
                <Count n={row.equalCards} />
                <td>{row.constantConfidence === null ? dash : formats.number(row.constantConfidence)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Count({ n, marked = n > 0 }: { readonly n: number; readonly marked?: boolean }) {
  return <td className={marked ? css["warnText"] : css["soft"]}>{useFormats().number(n)}</td>;
}

// All studies of this coordinator, what waits in each, and the next step where there is none yet.
import { Link, useLocation } from "wouter";
import { type StudyRow, studyList } from "#schemas/desk";
import { Button } from "../ui/button.tsx";
import { useFormats } from "../words/formats.ts";
import { Answer, Box, Empty, Explain, Table } from "./box.tsx";
import css from "./desk.module.css";
import { useRead } from "./reading.tsx";
import cells from "./table.module.css";
import { type CoordinateWords, useDeskWords } from "./words.ts";

export function StudiesScreen({ guard }: { readonly guard: (fault: Error | null) => boolean }) {
  const words = useDeskWords();
  const [, go] = useLocation();
  const query = useRead("/api/studies", studyList, { every: 10_000 });
  if (guard(query.error)) return null;
  return (
    <Box
      title={words.studies.title}
      sub={words.studies.sub}
      wide
      actions={<Button onClick={() => go("/desk/!new")}>{words.newStudy.open}</Button>}
    >
      <Answer query={query}>
        {({ studies }) => (studies.length === 0 ? <NoStudy /> : <StudyTable studies={studies} />)}
      </Answer>
    </Box>
  );
}

function NoStudy() {
  const words = useDeskWords();
  return (
    <Empty title={words.studies.empty}>
      <p>{words.studies.emptyStep}</p>
      <code>npx countersign study import my-study/</code>
      <p>{words.studies.emptyDemo}</p>
      <code>npx countersign demo</code>
    </Empty>
  );
}

/** What waits, in words. The most chosen option of a quiz is no label, so its ties wait for nobody. */
function needsText(row: StudyRow, words: CoordinateWords): string {
  const { ties, devices, flags, held, notes } = row.needs;
  const parts = [
    notes > 0 && words.studies.notes(notes),
    row.protocol === "emotion" && ties > 0 && words.studies.ties(ties),
    devices > 0 && words.studies.devices(devices),
    flags > 0 && words.studies.flags(flags),
    held > 0 && words.studies.held(held),
  ].filter((part) => part !== false);
  return parts.length === 0 ? words.studies.nothingWaits : parts.join(" · ");
}

function StudyTable({ studies }: { readonly studies: readonly StudyRow[] }) {
  const words = useDeskWords();
  const formats = useFormats();
  return (
    <>
      <Table caption={words.studies.title} hideCaption>
        <thead>
          <tr>
            <th scope="col">{words.studies.study}</th>
            <th scope="col" className={cells["text"]}>
              {words.studies.state}
            </th>
            <th scope="col" className={cells["text"]}>
              {words.studies.kind}
            </th>
            <th scope="col">{words.studies.people}</th>
            <th scope="col">{words.studies.items}</th>
            <th scope="col">{words.studies.answered}</th>
            <th scope="col" className={cells["text"]}>
              {words.studies.needsYou}
            </th>
            <th scope="col">{words.studies.last}</th>
          </tr>
        </thead>
        <tbody>
          {studies.map((row) => {
            const needs = needsText(row, words);
            return (
              <tr key={row.id}>
                <th scope="row" className={cells["text"]}>
                  <Link href={`/desk/${row.id}`}>{row.title}</Link>
                </th>
                <td className={cells["text"]}>{words.common.states[row.state]}</td>
                <td className={cells["text"]}>{words.common.protocols[row.protocol]}</td>
                <td>{formats.number(row.people)}</td>
                <td>{formats.number(row.items)}</td>
                <td>{words.common.of(formats.number(row.answered), formats.number(row.asked))}</td>
                <td
                  className={`${cells["text"]} ${needs === words.studies.nothingWaits ? css["soft"] : css["warnText"]}`}
                >
                  {needs}
                </td>
                <td>{row.lastAt === null ? words.common.notYet : formats.dateTime(row.lastAt)}</td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      <Explain>{words.studies.needsExplain}</Explain>
    </>
  );
}

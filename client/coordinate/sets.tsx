// EmoSign's sets of the agreed labels, and people of the comparison seat scored on them like a model, without and with
// captions.
import type { StudyDetail } from "#schemas/desk";
import { type DeskSets, deskSets } from "#schemas/sets";
import { Answer, Box, Explain, Table } from "./box.tsx";
import css from "./desk.module.css";
import { useFigureWords } from "./figure-words.ts";
import { alphaText, percentText } from "./numbers.ts";
import { useRead } from "./reading.tsx";
import { Share } from "./share.tsx";
import cells from "./table.module.css";

type Part = DeskSets["parts"][number];

export function SetsBox({ study }: { readonly study: StudyDetail }) {
  const words = useFigureWords();
  const query = useRead(`/api/studies/${encodeURIComponent(study.id)}/sets`, deskSets, { at: study.position });
  const items = query.data?.parts.reduce((sum, part) => sum + part.items, 0) ?? 0;
  return (
    <Box title={words.sets.title} sub={words.sets.sub(items)} wide>
      <Answer query={query}>{(data) => data.parts.map((part) => <PartOf key={part.condition} part={part} />)}</Answer>
      <Explain>{words.sets.explain}</Explain>
    </Box>
  );
}

const counted = (rows: Part["single"]) => rows.map(({ value, items }) => `${value} ${items}`).join(" · ");

function PartOf({ part }: { readonly part: Part }) {
  const words = useFigureWords();
  const title = words.sets.conditions[part.condition];
  const rows = [
    [words.sets.names["sentiment-7"], part.sentiment7],
    [words.sets.names["sentiment-3"], part.sentiment3],
    [words.sets.names.emotion, part.single],
    [words.sets.multi, part.multi],
  ] as const;
  return (
    <>
      <h3>{title}</h3>
      <Table caption={`${title}: ${words.sets.clips}`} hideCaption>
        <thead>
          <tr>
            <th scope="col" className={cells["text"]}>
              {words.sets.set}
            </th>
            <th scope="col">{words.sets.n}</th>
            <th scope="col" className={cells["text"]}>
              {words.sets.clips}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, counts]) => (
            <tr key={name}>
              <th scope="row" className={cells["text"]}>
                {name}
              </th>
              <td>{counts.reduce((sum, { items }) => sum + items, 0)}</td>
              <td className={cells["text"]}>{counted(counts)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className={css["soft"]}>
        {words.sets.left(part.left.incomplete, part.left.seldom)} {words.sets.jaccard(alphaText(part.jaccard))}
      </p>
      {part.people.length === 0 ? (
        <p className={css["soft"]}>{words.sets.none}</p>
      ) : (
        <ComparedTable part={part} caption={`${title}: ${words.sets.person}`} />
      )}
    </>
  );
}

function ComparedTable({ part, caption }: { readonly part: Part; readonly caption: string }) {
  const words = useFigureWords();
  const head = [words.sets.n, words.sets.accuracy, words.sets.wAcc, words.sets.wF1, words.sets.invalid];
  return (
    <Table caption={caption} hideCaption>
      <thead>
        <tr>
          <th scope="col" className={cells["text"]}>
            {words.sets.person}
          </th>
          <th scope="col" className={cells["text"]}>
            {words.sets.set}
          </th>
          {head.map((name) => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
          <th scope="col" className={cells["text"]}>
            {words.sets.recall}
          </th>
        </tr>
      </thead>
      <tbody>
        {part.people.map((row) => (
          <tr key={`${row.person} ${row.set}`}>
            <th scope="row" className={cells["text"]}>
              {row.person}
            </th>
            <td className={cells["text"]}>{words.sets.names[row.set]}</td>
            <td>{row.n}</td>
            <td>
              <Share value={row.accuracy} between={null} />
            </td>
            <td>
              <Share value={row.balancedAccuracy} between={null} />
            </td>
            <td>
              <Share value={row.weightedF1} between={null} />
            </td>
            <td>{row.invalid}</td>
            <td className={cells["text"]}>
              {row.classes.map((name, k) => `${name} ${percentText(row.recall[k] ?? null)}`).join(" · ")}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

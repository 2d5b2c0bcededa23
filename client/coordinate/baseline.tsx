// The human baseline of a quiz: modality by articulation with counts and intervals, the line of chance, and the
// questions that most people missed. An empty cell is a dash with n = 0.
import { useState } from "react";
import { type DeskBaseline, deskBaseline, type StudyDetail } from "#schemas/desk";
import type { BaselineRow } from "#schemas/figure";
import { useFormats } from "../words/formats.ts";
import { Beside } from "./beside.tsx";
import { Answer, Box, Explain, Figure, Table } from "./box.tsx";
import css from "./desk.module.css";
import { EffectsBox } from "./effects.tsx";
import { type ChartRow, IntervalChart } from "./interval-chart.tsx";
import { dash, effectText, percentInterval, percentText } from "./numbers.ts";
import { PublishedCnsl } from "./published.tsx";
import { Questions } from "./questions.tsx";
import { useRead } from "./reading.tsx";
import { Select } from "./select.tsx";
import cells from "./table.module.css";
import { useDeskWords } from "./words.ts";

const views = ["mean", "pooled"] as const;
type View = (typeof views)[number];

export function BaselineScreen({ study }: { readonly study: StudyDetail }) {
  const query = useRead(`/api/studies/${encodeURIComponent(study.id)}/baseline`, deskBaseline, { at: study.position });
  return (
    <>
      <Answer query={query}>
        {(data) => (
          <>
            <Chart data={data} />
            <BaselineTable data={data} />
            <Beside study={study} data={data} />
            {data.beside.effects !== undefined && <EffectsBox study={study} effects={data.beside.effects} />}
          </>
        )}
      </Answer>
      <Questions study={study} />
      <PublishedCnsl />
    </>
  );
}

function Chart({ data }: { readonly data: DeskBaseline }) {
  const words = useDeskWords();
  const [view, setView] = useState<View>("mean");
  const all = data.rows.filter((row) => row.articulation === "All");
  const asked = all.reduce((sum, row) => sum + row.asked, 0);
  const people = Math.max(0, ...all.map((row) => row.people));
  const rows: ChartRow[] = data.rows.map((row, place) => {
    const interval = view === "mean" ? row.meanInterval : row.pooledInterval;
    const value = view === "mean" ? row.meanOfPeople : row.pooled;
    return {
      id: `${row.modality} ${row.articulation}`,
      name: words.common.articulations[row.articulation],
      ...(data.rows[place - 1]?.modality === row.modality ? {} : { group: words.common.modalities[row.modality] }),
      value,
      interval,
      said: value === null ? `${dash} ${words.baseline.none}` : percentText(value),
      between: percentInterval(interval),
    };
  });
  return (
    <Box
      title={words.baseline.title}
      sub={(view === "mean" ? words.baseline.sub : words.baseline.subPooled)(people, asked)}
      wide
      actions={
        <Select
          label={words.baseline.view}
          value={view}
          onChange={setView}
          options={views.map((value) => ({ value, name: words.baseline.views[value] }))}
        />
      }
    >
      {asked === 0 && <p className={css["soft"]}>{words.baseline.empty}</p>}
      <IntervalChart
        title={words.baseline.chart}
        rows={rows}
        domain={[0, 1]}
        ticks={[0, 0.2, 0.4, 0.6, 0.8, 1]}
        tick={(at) => `${Math.round(at * 100)} %`}
        mark={{ at: data.chance, said: words.baseline.chance(`${Math.round(data.chance * 100)} %`) }}
      />
      <Explain>{words.baseline.explain}</Explain>
    </Box>
  );
}

function Share({
  share,
  interval,
}: {
  readonly share: number | null;
  readonly interval: BaselineRow["pooledInterval"];
}) {
  if (share === null) return <span className={css["soft"]}>{dash}</span>;
  const between = percentInterval(interval);
  return (
    <>
      <Figure exact={share}>{percentText(share)}</Figure>
      {between !== null && <span className={css["soft"]}> {between}</span>}
    </>
  );
}

function BaselineTable({ data }: { readonly data: DeskBaseline }) {
  const words = useDeskWords();
  const formats = useFormats();
  return (
    <Box title={words.baseline.tableTitle} sub={words.baseline.keyDecisions(data.keyDecisions)} wide>
      <Table caption={words.baseline.title} hideCaption>
        <thead>
          <tr>
            <th scope="col">{words.baseline.modality}</th>
            <th scope="col" className={cells["text"]}>
              {words.baseline.articulation}
            </th>
            <th scope="col">{words.baseline.right}</th>
            <th scope="col">{words.baseline.mean}</th>
            <th scope="col">{words.baseline.pooled}</th>
            <th scope="col">{words.baseline.least}</th>
            <th scope="col">{words.baseline.greatest}</th>
            <th scope="col">{words.baseline.people}</th>
            <th scope="col">{words.baseline.designEffect}</th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={`${row.modality} ${row.articulation}`}>
              <th scope="row" className={cells["text"]}>
                {words.common.modalities[row.modality]}
              </th>
              <td className={cells["text"]}>{words.common.articulations[row.articulation]}</td>
              <td>
                {row.asked === 0 ? (
                  <span className={css["soft"]}>
                    {dash} {words.baseline.none}
                  </span>
                ) : (
                  `${formats.number(row.right)} / ${formats.number(row.asked)}`
                )}
              </td>
              <td>
                <Share share={row.meanOfPeople} interval={row.meanInterval} />
              </td>
              <td>
                <Share share={row.pooled} interval={row.pooledInterval} />
              </td>
              <td>{percentText(row.least)}</td>
              <td>{percentText(row.greatest)}</td>
              <td>{formats.number(row.people)}</td>
              <td>{effectText(row.designEffect)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Explain>{words.baseline.explain}</Explain>
    </Box>
  );
}

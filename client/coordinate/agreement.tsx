// Agreement by label: a forest plot and the same as a table, the four numbers beside it, and the items that people
// disagree on most. What cannot be computed says why.
import { type ReactNode, useState } from "react";
import { type DeskAgreement, type DeskLabel, deskAgreement, deskLabels, type StudyDetail } from "#schemas/desk";
import type { AgreementRow } from "#schemas/figure";
import type { Metric } from "#schemas/labels";
import { useFormats } from "../words/formats.ts";
import boxes from "./box.module.css";
import { Answer, Box, Explain, Figure, Kpi, Table } from "./box.tsx";
import { Companions } from "./companions.tsx";
import css from "./desk.module.css";
import { useFigureWords } from "./figure-words.ts";
import frame from "./frame.module.css";
import { GroupsBox } from "./groups.tsx";
import { type ChartRow, fifths, IntervalChart, lowEnd } from "./interval-chart.tsx";
import { alphaInterval, alphaText, dash } from "./numbers.ts";
import { PublishedEmosign } from "./published.tsx";
import { RatingsDialog } from "./ratings.tsx";
import { useRead } from "./reading.tsx";
import { Select } from "./select.tsx";
import { SetsBox } from "./sets.tsx";
import cells from "./table.module.css";
import tiles from "./values.module.css";
import { disputed, Values, votesOf } from "./values.tsx";
import { useDeskWords, useLabelName } from "./words.ts";

const views = ["", "ordinal", "nominal", "interval"] as const;
type View = (typeof views)[number];

export function AgreementScreen({ study }: { readonly study: StudyDetail }) {
  const at = `/api/studies/${encodeURIComponent(study.id)}`;
  const [view, setView] = useState<View>("");
  const metric = view === "" ? "" : `&metric=${view}`;
  const query = useRead(`${at}/agreement?companions=no${metric}`, deskAgreement, { at: study.position });
  const whole = useRead(`${at}/agreement?wait=yes${metric}`, deskAgreement, { at: study.position });
  const labels = useRead(`${at}/labels`, deskLabels, { at: study.position });
  return (
    <Answer query={query}>
      {(quick) => {
        const data = withIntervals(quick, whole.data);
        return (
          <>
            <Forest data={data} view={view} onView={setView} />
            <div className={frame["side"]}>
              <Kpis data={data} settles={study.protocol === "emotion"} />
              <Answer query={labels}>{(rows) => <MostDisputed study={study.id} labels={rows.labels} />}</Answer>
            </div>
            <AlphaTable data={data} follows={<Follows quick={quick} whole={whole.data} />} />
            <Companions query={whole} />
            <GroupsBox study={study} metric={metric} />
            {study.protocol === "emotion" && <SetsBox study={study} />}
            {study.protocol === "emotion" && <PublishedEmosign />}
          </>
        );
      }}
    </Answer>
  );
}

/** The intervals of the whole report beside alpha, where they are of the same metric. */
const withIntervals = (quick: DeskAgreement, whole: DeskAgreement | undefined): DeskAgreement => ({
  ...quick,
  labels: quick.labels.map((row) => {
    const made = whole?.labels.find(({ label, metric }) => label === row.label && metric === row.metric);
    return { ...row, interval: row.interval ?? made?.interval ?? null };
  }),
});

/** Where the intervals stand, where that is not where alpha stands. */
function Follows({ quick, whole }: { readonly quick: DeskAgreement; readonly whole: DeskAgreement | undefined }) {
  const words = useFigureWords();
  const desk = useDeskWords();
  if (whole === undefined) return <p className={css["soft"]}>{words.agreement.coming}</p>;
  const { epoch, seq } = whole.position;
  if (epoch === quick.position.epoch && seq === quick.position.seq) return null;
  return <p className={css["soft"]}>{words.agreement.stands(desk.common.position(epoch, seq))}</p>;
}

function useStateWords(): (row: AgreementRow) => string {
  const words = useDeskWords();
  return (row) => (row.state === "ok" ? "" : words.agreement.states[row.state]);
}

/** The metric of all rows, or that they differ. */
function useMetricName(): (rows: readonly AgreementRow[]) => string {
  const words = useDeskWords();
  return (rows) => {
    const kinds = new Set(rows.map((row) => row.metric));
    const [only] = kinds;
    return kinds.size === 1 && only !== undefined ? words.common.metrics[only] : words.agreement.mixed;
  };
}

interface ForestProps {
  readonly data: DeskAgreement;
  readonly view: View;
  readonly onView: (view: View) => void;
}

function Forest({ data, view, onView }: ForestProps) {
  const words = useDeskWords();
  const labelName = useLabelName();
  const metricName = useMetricName();
  const rows: ChartRow[] = data.labels.map((row) => ({
    id: row.label,
    name: labelName(row.label),
    value: row.alpha,
    interval: row.interval,
    said: row.state === "ok" ? alphaText(row.alpha) : words.agreement.short[row.state],
    between: alphaInterval(row.interval),
  }));
  const low = lowEnd(rows);
  const ratings = Math.max(0, ...data.labels.map((row) => row.ratings));
  return (
    <Box
      title={words.agreement.title}
      sub={words.agreement.sub(
        metricName(data.labels),
        words.agreement.jackknife,
        data.people,
        data.items,
        data.answers,
      )}
      actions={
        <Select
          label={words.agreement.view}
          value={view}
          onChange={onView}
          options={views.map((value) => ({
            value,
            name: value === "" ? words.agreement.viewOwn : words.common.metrics[value as Metric],
          }))}
        />
      }
    >
      {ratings === 0 && <p className={css["soft"]}>{words.agreement.empty}</p>}
      <IntervalChart
        title={words.agreement.chart}
        rows={rows}
        domain={[low, 1]}
        ticks={fifths(low)}
        tick={(at) => String(at).replace("-", "−")}
      />
      <Explain>{words.agreement.explain}</Explain>
    </Box>
  );
}

interface KpisProps {
  readonly data: DeskAgreement;
  readonly settles: boolean;
}

function Kpis({ data, settles }: KpisProps) {
  const words = useDeskWords();
  const labelName = useLabelName();
  const formats = useFormats();
  const { mean } = data;
  return (
    <div className={boxes["kpis"]}>
      <Kpi
        value={alphaText(mean.alpha)}
        exact={mean.alpha}
        label={mean.alpha === null ? words.agreement.meanNone : words.agreement.mean(mean.labels.length)}
        explain={
          mean.alpha === null
            ? words.agreement.meanExplainNone
            : words.agreement.meanExplain(mean.labels.map(labelName).join(", "))
        }
      />
      <Kpi
        value={formats.number(data.answers)}
        exact={data.answers}
        label={words.agreement.answers(formats.number(data.asked))}
        explain={words.agreement.answersExplain}
      />
      {settles && (
        <>
          <Kpi
            value={formats.number(data.labelled)}
            exact={data.labelled}
            label={words.agreement.labelled(data.items)}
            explain={words.agreement.labelledExplain}
          />
          <Kpi
            value={formats.number(data.ties)}
            exact={data.ties}
            label={words.agreement.ties}
            explain={words.agreement.tiesExplain}
          />
        </>
      )}
    </div>
  );
}

function MostDisputed({ study, labels }: { readonly study: string; readonly labels: readonly DeskLabel[] }) {
  const words = useDeskWords();
  const labelName = useLabelName();
  const kinds = [...new Set(labels.map((row) => row.label))];
  const [label, setLabel] = useState(kinds[0] ?? "sentiment");
  const [open, setOpen] = useState<DeskLabel>();
  const rows = disputed(labels.filter((row) => row.label === label)).slice(0, 6);
  return (
    <Box title={words.agreement.disputed} sub={words.agreement.disputedSub(labelName(label))}>
      {kinds.length > 1 && (
        <Select
          label={words.labels.onlyLabel}
          value={label}
          onChange={setLabel}
          options={kinds.map((value) => ({ value, name: labelName(value) }))}
        />
      )}
      {rows.length === 0 ? (
        <p className={css["soft"]}>{words.agreement.disputedNone}</p>
      ) : (
        <ul className={tiles["list"]}>
          {rows.map((row) => (
            <li key={row.item}>
              <button type="button" onClick={() => setOpen(row)}>
                {row.name}
                <Values label={row.label} values={votesOf(row)} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Explain>{words.agreement.disputedExplain}</Explain>
      {open !== undefined && (
        <RatingsDialog study={study} item={open.item} name={open.name} onClose={() => setOpen(undefined)} />
      )}
    </Box>
  );
}

function AlphaTable({ data, follows }: { readonly data: DeskAgreement; readonly follows: ReactNode }) {
  const words = useDeskWords();
  const labelName = useLabelName();
  const formats = useFormats();
  const stateOf = useStateWords();
  return (
    <Box title={words.agreement.tableTitle} wide>
      {follows}
      <Table caption={words.agreement.title} hideCaption>
        <thead>
          <tr>
            <th scope="col">{words.agreement.label}</th>
            <th scope="col">{words.agreement.alpha}</th>
            <th scope="col">{words.agreement.interval}</th>
            <th scope="col" className={cells["text"]}>
              {words.agreement.metric}
            </th>
            <th scope="col">{words.agreement.units}</th>
            <th scope="col">{words.agreement.ratings}</th>
            <th scope="col">{words.agreement.people}</th>
          </tr>
        </thead>
        <tbody>
          {data.labels.map((row) => (
            <tr key={row.label}>
              <th scope="row" className={cells["text"]}>
                {labelName(row.label)}
              </th>
              {row.alpha === null ? (
                <td colSpan={2} className={cells["text"]}>
                  {dash} <span className={css["soft"]}>{stateOf(row) || row.reason}</span>
                </td>
              ) : (
                <>
                  <td>
                    <Figure exact={row.alpha}>{alphaText(row.alpha)}</Figure>
                  </td>
                  <td>
                    {alphaInterval(row.interval) ?? <span className={css["soft"]}>{words.agreement.noInterval}</span>}
                  </td>
                </>
              )}
              <td className={cells["text"]}>{words.common.metrics[row.metric]}</td>
              <td>{formats.number(row.pairableUnits)}</td>
              <td>{formats.number(row.ratings)}</td>
              <td>{formats.number(row.people)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Explain>{words.agreement.explain}</Explain>
    </Box>
  );
}

// Runs of models on a quiz: all of them as one table with strict and valid-only accuracy, one of them open below it, a
// form to bring another in, and the paper's rows apart.
import { useState } from "react";
import type { StudyDetail } from "#schemas/desk";
import { type DeskRun, type DeskRuns, deskRuns } from "#schemas/run";
import { Button } from "../ui/button.tsx";
import { useFormats } from "../words/formats.ts";
import { Answer, Box, Empty, Explain, Table } from "./box.tsx";
import css from "./desk.module.css";
import { useFigureWords } from "./figure-words.ts";
import { dash, percentInterval, percentText } from "./numbers.ts";
import { PublishedCnsl } from "./published.tsx";
import { useRead } from "./reading.tsx";
import { BringRun } from "./run-bring.tsx";
import { RunOpen } from "./run-open.tsx";
import { Share } from "./share.tsx";
import cells from "./table.module.css";
import { useDeskWords } from "./words.ts";

export function RunsScreen({ study }: { readonly study: StudyDetail }) {
  const words = useFigureWords();
  const query = useRead(`/api/studies/${encodeURIComponent(study.id)}/runs`, deskRuns);
  const [open, setOpen] = useState<string>();
  const runs = query.data?.runs ?? [];
  const shown = runs.find((run) => run.id === open);
  return (
    <>
      <Box title={words.runs.title} sub={words.runs.sub(runs.length)} wide>
        <Answer query={query}>
          {(data) =>
            data.runs.length === 0 ? <Empty title={words.runs.empty} /> : <RunTable data={data} onOpen={setOpen} />
          }
        </Answer>
        <Explain>{words.runs.explain}</Explain>
      </Box>
      {shown !== undefined && (
        <RunOpen key={shown.id} study={study} run={shown} others={runs.filter((run) => run.id !== shown.id)} />
      )}
      {study.role === "coordinator" && <BringRun study={study.id} />}
      <PublishedCnsl />
    </>
  );
}

function RunTable({ data, onOpen }: { readonly data: DeskRuns; readonly onOpen: (id: string) => void }) {
  const words = useFigureWords();
  return (
    <>
      <Table caption={words.runs.title} hideCaption>
        <thead>
          <tr>
            <th scope="col" className={cells["text"]}>
              {words.runs.name}
            </th>
            <th scope="col" className={cells["text"]}>
              {words.runs.modality}
            </th>
            <th scope="col">{words.runs.right}</th>
            <th scope="col">{words.runs.strict}</th>
            <th scope="col">{words.runs.valid}</th>
            <th scope="col">{words.runs.followed}</th>
            <th scope="col">{words.runs.open}</th>
            <th scope="col" className={cells["text"]}>
              {words.runs.frames} · {words.runs.reasoning} · {words.runs.effort}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.runs.map((run) => (
            <RunRows key={run.id} run={run} onOpen={onOpen} />
          ))}
        </tbody>
      </Table>
      <p className={css["soft"]}>{words.runs.chance(percentText(data.chance))}</p>
    </>
  );
}

function RunRows({ run, onOpen }: { readonly run: DeskRun; readonly onOpen: (id: string) => void }) {
  const words = useFigureWords();
  const desk = useDeskWords();
  const formats = useFormats();
  const rows = run.rows.filter((row) => row.articulation === "All" && row.asked > 0);
  return rows.map((row, k) => (
    <tr key={row.modality}>
      {k === 0 && (
        <th scope="rowgroup" rowSpan={rows.length} className={cells["text"]}>
          <Button className={css["small"]} aria-label={words.runs.look(run.name)} onClick={() => onOpen(run.id)}>
            {run.name}
          </Button>
        </th>
      )}
      <th scope="row" className={cells["text"]}>
        {desk.common.modalities[row.modality]}
      </th>
      <td>
        {formats.number(row.right)} / {formats.number(row.asked)}
      </td>
      <td>
        <Share value={row.accuracy} between={percentInterval(row.interval)} />
      </td>
      <td>
        <Share value={row.validAccuracy} between={null} />
      </td>
      <td>
        <Share value={row.instructionFollowing} between={null} />
      </td>
      {k === 0 && (
        <>
          <td rowSpan={rows.length} className={run.open > 0 ? css["warnText"] : undefined}>
            {formats.number(run.open)}
          </td>
          <td rowSpan={rows.length} className={cells["text"]}>
            {[run.framesPerSecond, run.reasoning, run.effort].map((told) => told ?? dash).join(" · ")}
          </td>
        </>
      )}
    </tr>
  ));
}

// One run: its whole table, what its answers are, tokens, the comparison with another run or with people, and the
// answers one by one.
import { useState } from "react";
import type { StudyDetail } from "#schemas/desk";
import { type DeskRun, type RunDetail, runDetail } from "#schemas/run";
import { Button } from "../ui/button.tsx";
import { useFormats } from "../words/formats.ts";
import boxes from "./box.module.css";
import { Answer, Box, Explain, Figure, Table } from "./box.tsx";
import css from "./desk.module.css";
import { useFigureWords } from "./figure-words.ts";
import { dash, effectText, percentInterval, percentText } from "./numbers.ts";
import { useRead } from "./reading.tsx";
import { ReasonedAct } from "./reason-dialog.tsx";
import { RunAnswersBox } from "./run-answers.tsx";
import { Select } from "./select.tsx";
import { Share } from "./share.tsx";
import cells from "./table.module.css";
import { useDeskWords } from "./words.ts";

interface RunOpenProps {
  readonly study: StudyDetail;
  readonly run: DeskRun;
  readonly others: readonly DeskRun[];
}

export function RunOpen({ study, run, others }: RunOpenProps) {
  const words = useFigureWords();
  const formats = useFormats();
  const [against, setAgainst] = useState("");
  const [withdrawing, setWithdrawing] = useState(false);
  const at = `/api/studies/${encodeURIComponent(study.id)}/runs/${run.id}`;
  const query = useRead(`${at}${against === "" ? "" : `?against=${encodeURIComponent(against)}`}`, runDetail);
  return (
    <>
      <Box
        title={run.name}
        sub={words.runs.by(run.by, formats.dateTime(run.at), run.file)}
        wide
        actions={
          study.role === "coordinator" && (
            <Button className={css["small"]} onClick={() => setWithdrawing(true)}>
              {words.run.withdraw}
            </Button>
          )
        }
      >
        <RunWhole run={run} />
        <Explain>{words.runs.explain}</Explain>
        <Select
          label={words.run.against}
          value={against}
          onChange={setAgainst}
          options={[
            { value: "", name: words.run.nobody },
            { value: "people", name: words.run.people },
            ...others.map((other) => ({ value: other.id, name: other.name })),
          ]}
        />
        <Answer query={query}>
          {(data) => (
            <>
              {against !== "" && data.against !== null && <Against against={data.against} />}
              {data.tokens !== null && <Tokens rows={data.tokens} />}
            </>
          )}
        </Answer>
      </Box>
      <RunAnswersBox study={study.id} run={run} />
      {withdrawing && (
        <ReasonedAct
          to={`${at}/acts`}
          title={words.run.withdrawTitle(run.name)}
          text={words.run.withdrawText}
          act={words.run.withdraw}
          wish={{ kind: "withdraw" }}
          onClose={() => setWithdrawing(false)}
        />
      )}
    </>
  );
}

function RunWhole({ run }: { readonly run: DeskRun }) {
  const words = useFigureWords();
  const desk = useDeskWords();
  const formats = useFormats();
  return (
    <Table caption={run.name} hideCaption>
      <thead>
        <tr>
          <th scope="col" className={cells["text"]}>
            {words.runs.modality}
          </th>
          <th scope="col" className={cells["text"]}>
            {desk.baseline.articulation}
          </th>
          <th scope="col">{words.runs.right}</th>
          <th scope="col">{words.runs.strict}</th>
          <th scope="col">{words.runs.valid}</th>
          <th scope="col">{words.runs.followed}</th>
        </tr>
      </thead>
      <tbody>
        {run.rows.map((row) => (
          <tr key={`${row.modality} ${row.articulation}`}>
            <th scope="row" className={cells["text"]}>
              {desk.common.modalities[row.modality]}
            </th>
            <td className={cells["text"]}>{desk.common.articulations[row.articulation]}</td>
            <td>{row.asked === 0 ? dash : `${formats.number(row.right)} / ${formats.number(row.asked)}`}</td>
            <td>
              <Share value={row.accuracy} between={percentInterval(row.interval)} />
            </td>
            <td>
              <Share value={row.validAccuracy} between={null} />
            </td>
            <td>
              <Share value={row.instructionFollowing} between={null} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Tokens({ rows }: { readonly rows: NonNullable<RunDetail["tokens"]> }) {
  const words = useFigureWords();
  const desk = useDeskWords();
  const mean = (value: number | null, n: number) =>
    value === null ? (
      dash
    ) : (
      <>
        <Figure exact={value}>{value.toFixed(1)}</Figure> <span className={css["soft"]}>(n = {n})</span>
      </>
    );
  return (
    <>
      <h3>{words.run.tokens}</h3>
      <p className={boxes["sub"]}>{words.run.tokensSub}</p>
      <Table caption={words.run.tokens} hideCaption>
        <thead>
          <tr>
            <th scope="col">{words.runs.modality}</th>
            <th scope="col">{words.run.tokensRight}</th>
            <th scope="col">{words.run.tokensWrong}</th>
            <th scope="col">{words.run.tokensRatio}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.modality}>
              <th scope="row" className={cells["text"]}>
                {desk.common.modalities[row.modality]}
              </th>
              <td>{mean(row.meanRight, row.right)}</td>
              <td>{mean(row.meanWrong, row.wrong)}</td>
              <td>{row.ratio === null ? dash : <Figure exact={row.ratio}>{effectText(row.ratio)}</Figure>}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Explain>{words.run.tokensExplain}</Explain>
    </>
  );
}

function Against({ against }: { readonly against: NonNullable<RunDetail["against"]> }) {
  const words = useFigureWords();
  const desk = useDeskWords();
  const formats = useFormats();
  const title = against.with === "run" ? words.run.againstRun(against.name) : words.run.againstPeople(against.people);
  const head =
    against.with === "run"
      ? [words.run.both, words.run.onlyThis, words.run.onlyOther, words.run.neither, words.run.difference, words.run.p]
      : [words.run.answersOf, words.run.entries, words.runs.strict, words.run.theirs, words.run.difference];
  return (
    <>
      <p className={boxes["sub"]}>{title}</p>
      <Table caption={title} hideCaption>
        <thead>
          <tr>
            <th scope="col">{words.runs.modality}</th>
            <th scope="col" className={cells["text"]}>
              {desk.baseline.articulation}
            </th>
            {head.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {against.rows.map((row) => (
            <tr key={`${row.modality} ${row.articulation}`}>
              <th scope="row" className={cells["text"]}>
                {desk.common.modalities[row.modality]}
              </th>
              <td className={cells["text"]}>{desk.common.articulations[row.articulation]}</td>
              {("pairs" in row
                ? [row.pairs, row.clusters]
                : [row.both, row.onlyFirst, row.onlySecond, row.neither]
              ).map((n, k) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: counts in the order of the head
                <td key={k}>{formats.number(n)}</td>
              ))}
              {"pairs" in row && (
                <>
                  <td>{percentText(row.first)}</td>
                  <td>{percentText(row.second)}</td>
                </>
              )}
              <td>
                <Share value={row.difference} between={percentInterval(row.interval)} />
              </td>
              {"p" in row && <td>{row.p === null ? dash : <Figure exact={row.p}>{row.p.toFixed(3)}</Figure>}</td>}
            </tr>
          ))}
        </tbody>
      </Table>
      <Explain>{words.run.againstExplain}</Explain>
    </>
  );
}

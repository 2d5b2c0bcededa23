// The answers of a run with the model's own text, by outcome, fifty a page. What names no option is settled by hand; what
// was settled shows who, when and why, and can be undone.
import { useState } from "react";
import { type Letter, letters } from "#schemas/labels";
import { type ChoiceOutcome, choiceOutcomes, type DeskRun, type RunAnswers, runAnswers } from "#schemas/run";
import { Button } from "../ui/button.tsx";
import { RadioRow } from "../ui/radio-row.tsx";
import { useFormats } from "../words/formats.ts";
import { Answer, Box, Table } from "./box.tsx";
import css from "./desk.module.css";
import { useFigureWords } from "./figure-words.ts";
import { useRead } from "./reading.tsx";
import { ReasonedAct } from "./reason-dialog.tsx";
import { Select } from "./select.tsx";
import cells from "./table.module.css";

type One = RunAnswers["answers"][number];
type Wanted = ChoiceOutcome | "open" | "settled" | "all";
const page = 50;

export function RunAnswersBox({ study, run }: { readonly study: string; readonly run: DeskRun }) {
  const words = useFigureWords();
  const at = `/api/studies/${encodeURIComponent(study)}/runs/${run.id}`;
  const [wanted, setWanted] = useState<Wanted>(run.open > 0 ? "open" : "all");
  const [from, setFrom] = useState(0);
  const [acting, setActing] = useState<{ readonly one: One; readonly kind: "settle" | "undo" }>();
  const query = useRead(`${at}/answers?page=${from}${wanted === "all" ? "" : `&outcome=${wanted}`}`, runAnswers);
  const names = { all: words.run.all, open: words.run.open, settled: words.run.settledOnes, ...words.run.outcome };
  const counts: Partial<Record<Wanted, number>> = { ...run.outcomes, open: run.open, settled: run.settled };
  return (
    <Box title={words.run.outcomes} sub={words.run.of(query.data?.total ?? 0)} wide>
      <Select
        label={words.run.show}
        value={wanted}
        onChange={(value) => {
          setFrom(0);
          setWanted(value);
        }}
        options={(["open", "settled", ...choiceOutcomes, "all"] as const).map((value) => ({
          value,
          name: counts[value] === undefined ? names[value] : `${names[value]} (${counts[value]})`,
        }))}
      />
      <Answer query={query}>
        {(data) => (
          <>
            <AnswerTable rows={data.answers} onAct={setActing} />
            <div className={css["row"]}>
              {from > 0 && <Button onClick={() => setFrom(from - 1)}>{words.run.before}</Button>}
              {(from + 1) * page < data.total && <Button onClick={() => setFrom(from + 1)}>{words.run.next}</Button>}
            </div>
          </>
        )}
      </Answer>
      {acting?.kind === "settle" && <Settle at={at} one={acting.one} onClose={() => setActing(undefined)} />}
      {acting?.kind === "undo" && (
        <ReasonedAct
          to={`${at}/acts`}
          title={words.run.undoTitle(acting.one.name)}
          text={words.run.undoText}
          act={words.run.undo}
          wish={{ kind: "undo", item: acting.one.item }}
          onClose={() => setActing(undefined)}
        />
      )}
    </Box>
  );
}

interface AnswerTableProps {
  readonly rows: readonly One[];
  readonly onAct: (act: { readonly one: One; readonly kind: "settle" | "undo" }) => void;
}

function AnswerTable({ rows, onAct }: AnswerTableProps) {
  const words = useFigureWords();
  const formats = useFormats();
  return (
    <Table caption={words.run.outcomes} hideCaption>
      <thead>
        <tr>
          <th scope="col" className={cells["text"]}>
            {words.run.question}
          </th>
          <th scope="col" className={cells["text"]}>
            {words.run.wrote}
          </th>
          <th scope="col" className={cells["text"]}>
            {words.run.told}
          </th>
          <th scope="col">{words.run.act}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.item}>
            <th scope="row" className={cells["text"]}>
              {one.name}
            </th>
            <td className={cells["text"]}>
              <pre className={css["raw"]}>{one.raw === "" ? words.run.nothing : one.raw}</pre>
            </td>
            <td className={cells["text"]}>
              {one.option ?? words.run.outcome[one.outcome]}
              {one.acts.map((act) => (
                <p key={act.n} className={css["soft"]}>
                  {act.kind === "undo" ? words.run.undo : (act.option ?? words.run.none)} ·{" "}
                  {words.run.settledBy(act.by, formats.dateTime(act.at), act.reason)}
                </p>
              ))}
            </td>
            <td>
              <Button
                className={css["small"]}
                aria-label={words.run.settleTitle(one.name)}
                onClick={() => onAct({ one, kind: "settle" })}
              >
                {words.run.act}
              </Button>
              {one.settled !== null && (
                <Button
                  className={css["small"]}
                  aria-label={words.run.undoTitle(one.name)}
                  onClick={() => onAct({ one, kind: "undo" })}
                >
                  {words.run.undo}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Settle({ at, one, onClose }: { readonly at: string; readonly one: One; readonly onClose: () => void }) {
  const words = useFigureWords();
  const [option, setOption] = useState<Letter | "none">();
  const offered = letters.filter((letter) => one.options[letter] !== undefined);
  return (
    <ReasonedAct
      to={`${at}/acts`}
      title={words.run.settleTitle(one.name)}
      text={words.run.settleText}
      act={words.run.act}
      wish={
        option === undefined ? undefined : { kind: "settle", item: one.item, option: option === "none" ? null : option }
      }
      missing={words.run.choose}
      onClose={onClose}
    >
      <pre className={css["raw"]}>{one.raw === "" ? words.run.nothing : one.raw}</pre>
      <RadioRow
        legend={words.run.told}
        value={option}
        onChange={setOption}
        options={[
          ...offered.map((letter) => ({
            value: letter,
            label: (
              <>
                {letter} <span lang="zh-Hans">{one.options[letter]}</span>
              </>
            ),
          })),
          { value: "none" as const, label: words.run.none },
        ]}
      />
    </ReasonedAct>
  );
}

// Ties that the vote could not settle, one at a time: the clip, the votes without names, the tie as a tie. A value is
// set with a reason, beside the vote; leaving it alone is always possible.
import { useState } from "react";
import { type DeskItem, type DeskLabel, deskItems, deskLabels, type StudyDetail } from "#schemas/desk";
import { labelById, valuesOf } from "#schemas/labels";
import { Button } from "../ui/button.tsx";
import { RadioRow } from "../ui/radio-row.tsx";
import { Answer, Box, Empty, Explain } from "./box.tsx";
import css from "./desk.module.css";
import { DeskStage } from "./desk-stage.tsx";
import { valueText } from "./numbers.ts";
import { useRead } from "./reading.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { Values, votesOf } from "./values.tsx";
import { useDeskWords, useLabelName } from "./words.ts";

export function SettleScreen({ study }: { readonly study: StudyDetail }) {
  const at = `/api/studies/${encodeURIComponent(study.id)}`;
  const words = useDeskWords();
  const labels = useRead(`${at}/labels`, deskLabels, { at: study.position });
  const items = useRead(`${at}/items`, deskItems);
  return (
    <Answer query={labels}>
      {(data) => {
        const ties = data.labels.filter((row) => row.rule === "unresolved" && row.adjudicated === null);
        return ties.length === 0 ? (
          <Box title={words.settle.title} sub={words.settle.sub} wide>
            <Empty title={words.settle.empty} />
          </Box>
        ) : (
          <Ties study={study.id} ties={ties} items={items.data?.items ?? []} />
        );
      }}
    </Answer>
  );
}

interface TiesProps {
  readonly study: string;
  readonly ties: readonly DeskLabel[];
  readonly items: readonly DeskItem[];
}

const placeOf = (row: DeskLabel) => `${row.item} ${row.label}`;

function Ties({ study, ties, items }: TiesProps) {
  const words = useDeskWords();
  const labelName = useLabelName();
  const [place, setPlace] = useState<string>();
  const found = ties.findIndex((row) => placeOf(row) === place);
  const at = Math.max(0, found);
  const tie = ties[at];
  if (tie === undefined) return null;
  const item = items.find((one) => one.id === tie.item);
  const go = (step: number) => {
    const next = ties[(at + step + ties.length) % ties.length];
    if (next !== undefined) setPlace(placeOf(next));
  };
  return (
    <>
      <Box title={words.settle.stimulus(tie.name)} sub={words.settle.left(ties.length)}>
        {item !== undefined && <DeskStage study={study} item={item} />}
        <div className={css["row"]}>
          <Button className={css["small"]} onClick={() => go(-1)}>
            {words.settle.previous}
          </Button>
          <Button className={css["small"]} onClick={() => go(1)}>
            {words.settle.next}
          </Button>
        </div>
      </Box>
      <Settle key={placeOf(tie)} study={study} tie={tie} name={labelName(tie.label)} onLeave={() => go(1)} />
    </>
  );
}

interface SettleProps {
  readonly study: string;
  readonly tie: DeskLabel;
  readonly name: string;
  readonly onLeave: () => void;
}

function Settle({ study, tie, name, onLeave }: SettleProps) {
  const words = useDeskWords();
  const [value, setValue] = useState<string>();
  const [asking, setAsking] = useState(false);
  const row = labelById(tie.label);
  const options = row === undefined ? tie.tied.map(String) : valuesOf(row).map(String);
  return (
    <Box title={name} sub={words.settle.sub}>
      <div className={css["settle"]}>
        <p>
          {words.settle.votes}: <Values label={tie.label} values={votesOf(tie)} />
        </p>
        <p className={css["warnText"]}>
          {words.settle.tie(tie.tied.map((tied) => valueText(tie.label, tied)).join(", "))}
        </p>
        <RadioRow
          legend={words.settle.value}
          segmented
          value={value}
          onChange={setValue}
          options={options.map((option) => ({ value: option, label: valueText(tie.label, option) }))}
        />
        <div className={css["row"]}>
          <Button kind="main" waiting={value === undefined} onClick={() => setAsking(true)}>
            {value === undefined ? words.settle.valueMissing : words.settle.set}
          </Button>
          <Button onClick={onLeave}>{words.settle.leave}</Button>
        </div>
      </div>
      <Explain>{words.settle.explain}</Explain>
      {asking && value !== undefined && (
        <ReasonDialog
          study={study}
          title={`${tie.name}, ${name}: ${valueText(tie.label, value)}`}
          act={words.settle.set}
          wish={{ kind: "adjudicate", item: tie.item, label: tie.label, value: Number(value) }}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  );
}

// Items and labels with the agreed value and how it came about; a row opens the ratings behind it. For a quiz the
// votes by letter with the key marked: nobody but the coordinator's desk shows it.
import { useMemo, useState } from "react";
import { type DeskItem, type DeskLabel, deskItems, deskLabels, type StudyDetail } from "#schemas/desk";
import { letters } from "#schemas/labels";
import { Button } from "../ui/button.tsx";
import { useFormats } from "../words/formats.ts";
import boxes from "./box.module.css";
import { Answer, Box, Empty, Explain, Figure, Table } from "./box.tsx";
import css from "./desk.module.css";
import { keyInForce } from "./key-in-force.ts";
import { percentText, valueText } from "./numbers.ts";
import { RatingsDialog } from "./ratings.tsx";
import { useRead } from "./reading.tsx";
import { Select } from "./select.tsx";
import cells from "./table.module.css";
import tiles from "./values.module.css";
import { disputed, Values, votesOf } from "./values.tsx";
import { useDeskWords, useLabelName } from "./words.ts";

const filters = ["all", "unresolved", "disputed"] as const;
type Filter = (typeof filters)[number];
const page = 100;

export function LabelsScreen({ study }: { readonly study: StudyDetail }) {
  const words = useDeskWords();
  const at = `/api/studies/${encodeURIComponent(study.id)}`;
  const query = useRead(`${at}/labels`, deskLabels, { at: study.position });
  const items = useRead(`${at}/items`, deskItems, { when: study.protocol === "choice" });
  const [open, setOpen] = useState<DeskLabel>();
  const choice = study.protocol === "choice";
  return (
    <Box title={words.labels.title} sub={choice ? words.labels.subChoice : words.labels.sub} wide>
      <Answer query={query}>
        {({ labels }) =>
          labels.length === 0 ? (
            <Empty title={words.labels.empty} />
          ) : (
            <Filtered
              labels={labels}
              onOpen={setOpen}
              {...(choice ? { quiz: { items: items.data?.items ?? [], decisions: study.decisions } } : {})}
            />
          )
        }
      </Answer>
      <Explain>{choice ? words.labels.explainChoice : words.labels.explain}</Explain>
      {open !== undefined && (
        <RatingsDialog study={study.id} item={open.item} name={open.name} onClose={() => setOpen(undefined)} />
      )}
    </Box>
  );
}

const isTie = (row: DeskLabel) => row.rule === "unresolved" && row.adjudicated === null;

interface Quiz {
  readonly items: readonly DeskItem[];
  readonly decisions: StudyDetail["decisions"];
}

interface FilteredProps {
  readonly labels: readonly DeskLabel[];
  readonly quiz?: Quiz;
  readonly onOpen: (row: DeskLabel) => void;
}

function Filtered({ labels, quiz, onOpen }: FilteredProps) {
  const words = useDeskWords();
  const formats = useFormats();
  const labelName = useLabelName();
  const [filter, setFilter] = useState<Filter>("all");
  const [label, setLabel] = useState("");
  const [shown, setShown] = useState(page);
  const kinds = useMemo(() => [...new Set(labels.map((row) => row.label))], [labels]);
  const rows = useMemo(() => {
    const wanted = label === "" ? labels : labels.filter((row) => row.label === label);
    if (filter === "unresolved") return wanted.filter(isTie);
    return filter === "disputed" ? disputed(wanted) : wanted;
  }, [labels, filter, label]);
  const visible = rows.slice(0, shown);
  return (
    <>
      <div className={css["tools"]}>
        <Select
          label={words.labels.filter}
          value={filter}
          onChange={setFilter}
          options={filters.map((value) => ({ value, name: words.labels.filters[value] }))}
        />
        {kinds.length > 1 && (
          <Select
            label={words.labels.onlyLabel}
            value={label}
            onChange={setLabel}
            options={[
              { value: "", name: words.labels.anyLabel },
              ...kinds.map((value) => ({ value, name: labelName(value) })),
            ]}
          />
        )}
        <p className={boxes["sub"]} role="status">
          {words.labels.shown(rows.length, labels.length)}
        </p>
      </div>
      {rows.length === 0 ? (
        <p className={css["soft"]}>{words.labels.noMatch}</p>
      ) : quiz === undefined ? (
        <LabelTable rows={visible} onOpen={onOpen} />
      ) : (
        <ChoiceTable rows={visible} quiz={quiz} onOpen={onOpen} />
      )}
      {rows.length > shown && (
        <Button className={css["small"]} onClick={() => setShown(shown + page)}>
          {words.common.more(Math.min(page, rows.length - shown))} ({formats.number(rows.length - shown)})
        </Button>
      )}
    </>
  );
}

interface RowsProps {
  readonly rows: readonly DeskLabel[];
  readonly onOpen: (row: DeskLabel) => void;
}

const ItemCell = ({ row, onOpen }: { readonly row: DeskLabel; readonly onOpen: (row: DeskLabel) => void }) => {
  const words = useDeskWords();
  return (
    <th scope="row" className={cells["text"]}>
      <button
        type="button"
        className={tiles["linkish"]}
        aria-label={words.labels.openItem(row.name)}
        onClick={() => onOpen(row)}
      >
        {row.name}
      </button>
    </th>
  );
};

function LabelTable({ rows, onOpen }: RowsProps) {
  const words = useDeskWords();
  const labelName = useLabelName();
  return (
    <Table caption={words.labels.title} hideCaption>
      <thead>
        <tr>
          <th scope="col">{words.labels.item}</th>
          <th scope="col" className={cells["text"]}>
            {words.labels.label}
          </th>
          <th scope="col">{words.labels.value}</th>
          <th scope="col" className={cells["text"]}>
            {words.labels.rule}
          </th>
          <th scope="col">{words.labels.votes}</th>
          <th scope="col">{words.labels.ratings}</th>
          <th scope="col">{words.labels.tied}</th>
          <th scope="col">{words.labels.spread}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.item} ${row.label}`}>
            <ItemCell row={row} onOpen={onOpen} />
            <td className={cells["text"]}>{labelName(row.label)}</td>
            <td>
              <strong>{valueText(row.label, row.value)}</strong>
              {row.adjudicated !== null && (
                <div className={css["soft"]}>{words.labels.settled(valueText(row.label, row.adjudicated.value))}</div>
              )}
            </td>
            <td className={`${cells["text"]} ${isTie(row) ? css["warnText"] : ""}`}>{words.common.rules[row.rule]}</td>
            <td>{words.common.of(String(row.votes), String(row.of))}</td>
            <td>
              <Values label={row.label} values={votesOf(row)} />
            </td>
            <td>{row.tied.length === 0 ? "" : <Values label={row.label} values={row.tied} />}</td>
            <td>{row.spread ?? ""}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function ChoiceTable({ rows, quiz, onOpen }: RowsProps & { readonly quiz: Quiz }) {
  const words = useDeskWords();
  const byId = useMemo(() => new Map(quiz.items.map((item) => [item.id, item])), [quiz.items]);
  return (
    <Table caption={words.labels.title} hideCaption>
      <thead>
        <tr>
          <th scope="col">{words.labels.item}</th>
          <th scope="col" className={cells["text"]}>
            {words.baseline.modality}
          </th>
          {letters.map((letter) => (
            <th key={letter} scope="col">
              {letter}
            </th>
          ))}
          <th scope="col">{words.labels.votes}</th>
          <th scope="col">{words.baseline.key}</th>
          <th scope="col">{words.labels.right}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const item = byId.get(row.item);
          const force = item && keyInForce(item, quiz.decisions);
          const keys = force?.right ?? [];
          const hits = keys.reduce((sum, letter) => sum + (row.counts[letter] ?? 0), 0);
          const right = keys.length === 0 || force?.dropped || row.of === 0 ? null : hits / row.of;
          return (
            <tr key={row.item}>
              <ItemCell row={row} onOpen={onOpen} />
              <td className={cells["text"]}>{item && words.common.modalities[item.modality]}</td>
              {letters.map((letter) => (
                <td key={letter}>
                  <span className={keys.includes(letter) ? `${tiles["value"]} ${tiles["keyed"]}` : css["soft"]}>
                    {row.counts[letter] ?? 0}
                  </span>
                </td>
              ))}
              <td>{row.of}</td>
              <td>{keys.join(", ")}</td>
              <td>{right === null ? percentText(null) : <Figure exact={right}>{percentText(right)}</Figure>}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

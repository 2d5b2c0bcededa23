// What the two papers printed, in boxes of their own with their source: beside own figures, never mixed with them.
import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { articulationColumns } from "#schemas/figure";
import {
  cnslDistractors,
  cnslEffort,
  cnslFollowing,
  cnslRows,
  cnslSource,
  emosignAlpha,
  emosignEmotion,
  emosignSentiment,
  emosignSource,
  type PublishedRow,
} from "#schemas/published";
import boxes from "./box.module.css";
import { Box, Explain, Table } from "./box.tsx";
import css from "./desk.module.css";
import { useFigureWords } from "./figure-words.ts";
import { dash } from "./numbers.ts";
import { Select } from "./select.tsx";
import cells from "./table.module.css";
import { useDeskWords, useLabelName } from "./words.ts";

const parts = ["text", "image", "video@2fps", "video@10fps"] as const;
const cnslTables = ["accuracy", "effort", "distractors", "following"] as const;
const emosignTables = ["alpha", "sentiment", "emotion"] as const;

/** Closed at first, and drawn only once it is opened: the tables are large. */
function Apart({ source, children }: { readonly source: string; readonly children: ReactNode }) {
  const words = useFigureWords();
  const [open, setOpen] = useState(false);
  return (
    <Box title={words.published.title} sub={words.published.sub} wide>
      <details className={boxes["fold"]} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <ChevronRight size={18} aria-hidden="true" /> {words.published.show}
        </summary>
        {open && (
          <>
            {children}
            <p className={css["soft"]}>{source.replace(/\s*null = not measured\./, "")}</p>
          </>
        )}
      </details>
      <Explain>{words.published.explain}</Explain>
    </Box>
  );
}

function usePartName(): (part: (typeof parts)[number]) => string {
  const { modalities } = useDeskWords().common;
  return (part) => {
    const [modality = "text", rate] = part.split("@");
    return `${modalities[modality as "text"]}${rate === undefined ? "" : ` ${rate}`}`;
  };
}

interface ChosenProps<Name extends string> {
  readonly source: string;
  /** In order; the first is shown first. */
  readonly tables: readonly [Name, ...Name[]];
  readonly names: Readonly<Record<Name, string>>;
  readonly rows: (table: Name) => ReactNode;
}

/** One table of a paper at a time. */
function Chosen<Name extends string>({ source, tables, names, rows }: ChosenProps<Name>) {
  const words = useFigureWords();
  const [table, setTable] = useState<Name>(tables[0]);
  return (
    <Apart source={source}>
      <Select
        label={words.published.table}
        value={table}
        onChange={setTable}
        options={tables.map((value) => ({ value, name: names[value] }))}
      />
      {rows(table)}
    </Apart>
  );
}

export const PublishedCnsl = () => (
  <Chosen
    source={cnslSource}
    tables={cnslTables}
    names={useFigureWords().published.cnsl}
    rows={(table) => (table === "distractors" ? <DistractorRows /> : <AccuracyRows table={table} />)}
  />
);

function AccuracyRows({ table }: { readonly table: "accuracy" | "effort" | "following" }) {
  const words = useFigureWords();
  const name = usePartName();
  const rows: readonly Pick<PublishedRow, "name" | "slowThinking" | "accuracy">[] =
    table === "accuracy"
      ? cnslRows
      : table === "effort"
        ? cnslEffort
        : cnslFollowing.map((row) => ({ ...row, accuracy: row.rate }));
  return (
    <Table caption={words.published.cnsl[table]} hideCaption>
      <thead>
        <tr>
          <th scope="col" rowSpan={2} className={cells["text"]}>
            {words.published.who}
          </th>
          {parts.map((part) => (
            <th scope="colgroup" colSpan={4} key={part}>
              {name(part)}
            </th>
          ))}
        </tr>
        <tr>
          {parts.flatMap((part) =>
            articulationColumns.map((column) => (
              <th scope="col" key={`${part} ${column}`}>
                {column}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.name} ${row.slowThinking}`}>
            <th scope="row" className={cells["text"]}>
              {row.name}
              {row.slowThinking && ` (${words.published.thinking})`}
            </th>
            {parts.flatMap((part) =>
              articulationColumns.map((column) => (
                <td key={`${part} ${column}`}>{row.accuracy[part][column] ?? dash}</td>
              )),
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function DistractorRows() {
  const words = useFigureWords();
  const name = usePartName();
  return (
    <Table caption={words.published.cnsl.distractors} hideCaption>
      <thead>
        <tr>
          <th scope="col" className={cells["text"]}>
            {cnslDistractors.model}
          </th>
          {parts.map((part) => (
            <th scope="col" key={part}>
              {name(part)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(["random", "semantic"] as const).map((kind) => (
          <tr key={kind}>
            <th scope="row" className={cells["text"]}>
              {words.published.distractors[kind]}
            </th>
            {parts.map((part) => (
              <td key={part}>{cnslDistractors[kind][part]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export const PublishedEmosign = () => (
  <Chosen
    source={emosignSource}
    tables={emosignTables}
    names={useFigureWords().published.emosign}
    rows={(table) => (table === "alpha" ? <AlphaRows /> : <ModelRows table={table} />)}
  />
);

function AlphaRows() {
  const words = useFigureWords();
  const desk = useDeskWords();
  const labelName = useLabelName();
  return (
    <Table caption={words.published.emosign.alpha} hideCaption>
      <thead>
        <tr>
          <th scope="col" className={cells["text"]}>
            {desk.agreement.label}
          </th>
          <th scope="col">{desk.agreement.alpha}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(emosignAlpha).map(([label, alpha]) => (
          <tr key={label}>
            <th scope="row" className={cells["text"]}>
              {labelName(label)}
            </th>
            <td>{alpha}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function ModelRows({ table }: { readonly table: "sentiment" | "emotion" }) {
  const words = useFigureWords();
  const rows = table === "sentiment" ? emosignSentiment : emosignEmotion;
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== "model" && name !== "input");
  return (
    <Table caption={words.published.emosign[table]} hideCaption>
      <thead>
        <tr>
          <th scope="col" className={cells["text"]}>
            {words.published.who}
          </th>
          <th scope="col" className={cells["text"]}>
            {words.published.input}
          </th>
          {columns.map((column) => (
            <th scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row["model"]} ${row["input"]}`}>
            <th scope="row" className={cells["text"]}>
              {row["model"]}
            </th>
            <td className={cells["text"]}>{row["input"]}</td>
            {columns.map((column) => (
              <td key={column}>{row[column] ?? dash}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

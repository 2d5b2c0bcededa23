// One table of the upload, as it was understood: its encoding, which column holds what, its first rows, its faults. The
// coordinator corrects the columns and looks again; nothing is stored here.
import { useEffect, useState } from "react";
import { type TablePreview, type TableShape, type TableWish, tablePreview } from "#schemas/new-study";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Box, Table } from "./box.tsx";
import desk from "./desk.module.css";
import css from "./new-study.module.css";
import { FaultTable } from "./new-study-preview.tsx";
import { useProblemText } from "./problem-text.ts";
import { useAct } from "./reading.tsx";
import { Select } from "./select.tsx";
import { useServerText } from "./server-text.ts";
import cells from "./table.module.css";
import { useDeskWords } from "./words.ts";

interface TableMapProps {
  readonly upload: string;
  readonly tables: readonly string[];
  /** What the table may hold here. */
  readonly shapes: readonly TableShape[];
  /** A table may also be left out. */
  readonly mayLack?: boolean;
  readonly onUse: (wish: TableWish | undefined, preview: TablePreview | undefined) => void;
}

const rated: readonly (TableShape | null)[] = ["emosign", "qualtrics", "ratings", "matrix"];
const whole = (text: string): number | undefined => (/^-?\d{1,3}$/.test(text.trim()) ? Number(text) : undefined);

export function TableMap({ upload, tables, shapes, mayLack = false, onUse }: TableMapProps) {
  const words = useDeskWords().bringIn.mapping;
  const say = useProblemText();
  const [wish, setWish] = useState<TableWish | undefined>(tables[0] === undefined ? undefined : { file: tables[0] });
  const looking = useAct(tablePreview);
  const { mutate } = looking;
  useEffect(() => {
    if (wish !== undefined) mutate({ path: `/api/uploads/${upload}/table`, body: wish });
  }, [mutate, upload, wish]);
  const told = wish !== undefined && looking.data?.file === wish.file ? looking.data : undefined;
  const fits = told?.shape !== null && told?.shape !== undefined && shapes.includes(told.shape);
  const lacks = told?.columns.some(({ needed, heading }) => needed && heading === null) ?? false;
  return (
    <Box title={words.title} sub={words.sub} wide>
      <div className={css["flow"]}>
        <Select
          label={words.file}
          value={wish?.file ?? ""}
          options={[
            ...(mayLack ? [{ value: "", name: words.noTable }] : []),
            ...tables.map((value) => ({ value, name: value })),
          ]}
          onChange={(file) => setWish(file === "" ? undefined : { file })}
        />
        {wish !== undefined && (
          <Select
            label={words.shape}
            value={wish.shape ?? ""}
            options={[
              { value: "" as const, name: words.guess },
              ...shapes.map((value) => ({ value, name: words.shapes[value] })),
            ]}
            onChange={(shape) => setWish({ file: wish.file, ...(shape === "" ? {} : { shape }) })}
          />
        )}
        {looking.error !== null && wish !== undefined && <Notice kind="bad" title={say(looking.error)} />}
        {told !== undefined && !fits && <Notice kind="warn" title={words.unknown} />}
        {told !== undefined && wish !== undefined && <Told told={told} wish={wish} onWish={setWish} upload={upload} />}
        <div>
          <Button
            kind="main"
            waiting={wish !== undefined && (!fits || lacks || looking.isPending)}
            onClick={() => onUse(wish, told)}
          >
            {words.use}
          </Button>
        </div>
      </div>
    </Box>
  );
}

interface ToldProps {
  readonly told: TablePreview;
  readonly wish: TableWish;
  readonly upload: string;
  readonly onWish: (wish: TableWish) => void;
}

function Told({ told, wish, upload, onWish }: ToldProps) {
  const { bringIn, newStudy } = useDeskWords();
  const words = bringIn.mapping;
  const tell = useServerText();
  const delimiter = told.delimiter === null ? null : (words.delimiters[told.delimiter] ?? told.delimiter);
  const counts = Object.entries(told.counts).flatMap(([name, n]) => (n > 0 ? (words.counts[name]?.(n) ?? []) : []));
  const put = (field: string, heading: string) => {
    const columns = Object.fromEntries(told.columns.map((one) => [one.field, one.heading ?? ""]));
    onWish({ ...wish, columns: { ...columns, [field]: heading } });
  };
  const number = (name: "offset" | "sentimentOffset", label: string, hint: string) => (
    <Field
      label={label}
      hint={hint}
      inputMode="numeric"
      defaultValue={wish[name] === undefined ? "" : String(wish[name])}
      onBlur={(event) => {
        const { [name]: _, ...rest } = wish;
        const given = whole(event.target.value);
        onWish(given === undefined ? rest : { ...rest, [name]: given });
      }}
    />
  );
  return (
    <>
      <p>
        {words.read(told.encoding, delimiter, told.rows)}
        {counts.length > 0 && `; ${counts.join(", ")}`}
      </p>
      {told.columns.length > 0 && (
        <fieldset className={css["form"]}>
          <legend>{words.columns}</legend>
          {told.columns.map(({ field, heading, needed }) => (
            <Select
              key={field}
              label={`${words.fields[field] ?? field}${needed ? ` (${words.needed})` : ""}`}
              value={heading ?? ""}
              options={[{ value: "", name: words.none }, ...told.headings.map((value) => ({ value, name: value }))]}
              onChange={(chosen) => put(field, chosen)}
            />
          ))}
        </fieldset>
      )}
      {rated.includes(told.shape) && told.shape !== "matrix" && (
        <>
          {number("offset", words.offset, words.offsetHint)}
          {number("sentimentOffset", words.sentimentOffset, words.sentimentOffsetHint)}
        </>
      )}
      {told.shape === "matrix" && (
        <Field
          label={words.label}
          defaultValue={wish.label ?? ""}
          maxLength={40}
          onBlur={(event) => {
            const { label: _, ...rest } = wish;
            const label = event.target.value.trim();
            onWish(label === "" ? rest : { ...rest, label });
          }}
        />
      )}
      {told.first.length > 0 && (
        <Table caption={words.first}>
          <thead>
            <tr>
              {told.headings.map((name) => (
                <th key={name} scope="col" className={cells["text"]}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {told.first.map((given, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name
              <tr key={row}>
                {given.map((cell, k) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells stand in the order of the headings
                  <td key={k} className={`${cells["text"]} ${cells["long"]}`}>
                    {cell.length > 160 ? `${cell.slice(0, 159)}…` : cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {told.dropped.length > 0 && <p>{words.dropped(told.dropped.join(", "))}</p>}
      {told.unread.length > 0 && <p className={desk["soft"]}>{words.unread(told.unread.join(", "))}</p>}
      {told.warnings.length > 0 && (
        <Notice kind="warn" title={newStudy.warnings}>
          <ul className={css["lines"]}>
            {told.warnings.map((warning) => (
              <li key={warning} lang={tell(warning).lang}>
                {tell(warning).text}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {told.faults.length > 0 && <FaultTable faults={told.faults} moreFaults={told.moreFaults} />}
      {(told.counts.cuts ?? 0) > 0 && (
        <p>
          <a href={`/api/uploads/${upload}/cuts.sh?table=${encodeURIComponent(told.file)}`} download="cuts.sh">
            {words.cuts}
          </a>
        </p>
      )}
    </>
  );
}

// Articulation tags: suggested from the descriptions, looked at by two people, compared with alpha for each tag.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { comparedTags } from "#schemas/new-study";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Box, Explain, Figure, Table } from "./box.tsx";
import css from "./new-study.module.css";
import { dash } from "./numbers.ts";
import { useProblemText } from "./problem-text.ts";
import { refusedBy, useAct, useGet } from "./reading.tsx";
import { Select } from "./select.tsx";
import desk from "./table.module.css";
import { useDeskWords } from "./words.ts";

interface TagCompareProps {
  readonly upload: string;
  readonly entries: string;
  readonly tables: readonly string[];
  /** What both taggers say, as a table of tags. */
  readonly onUse: (file: string) => void;
}

const shown = 100;

export function TagCompare({ upload, entries, tables, onUse }: TagCompareProps) {
  const words = useDeskWords().bringIn.tags;
  const say = useProblemText();
  const get = useGet();
  const others = tables.filter((name) => name !== entries);
  const [first, setFirst] = useState(others[0] ?? "");
  const [second, setSecond] = useState(others[1] ?? "");
  const comparing = useAct(comparedTags);
  const suggesting = useMutation<void, Error>({
    networkMode: "always",
    mutationFn: async () => {
      const answer = await get(`/api/uploads/${upload}/tags`, {
        method: "POST",
        credentials: "same-origin",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ entries }),
      });
      if (!answer.ok) throw await refusedBy(answer);
      const url = URL.createObjectURL(await answer.blob());
      const link = document.createElement("a");
      link.href = url;
      link.download = "tags.csv";
      link.click();
      URL.revokeObjectURL(url);
    },
  });
  const told = comparing.data;
  const fault = suggesting.error ?? comparing.error;
  const names = others.map((value) => ({ value, name: value }));
  return (
    <Box title={words.title} sub={words.sub} wide>
      <div className={css["flow"]}>
        <div>
          <Button waiting={suggesting.isPending} onClick={() => suggesting.mutate()}>
            {words.suggest}
          </Button>
        </div>
        {others.length > 1 && (
          <>
            <Select label={words.first} value={first} options={names} onChange={setFirst} />
            <Select label={words.second} value={second} options={names} onChange={setSecond} />
            <div>
              <Button
                waiting={comparing.isPending || first === second}
                onClick={() =>
                  comparing.mutate({ path: `/api/uploads/${upload}/tags/compare`, body: { first, second } })
                }
              >
                {words.compare}
              </Button>
            </div>
          </>
        )}
        {fault !== null && <Notice kind="bad" title={say(fault)} />}
        {told !== undefined && (
          <>
            <Table caption={words.title} hideCaption>
              <thead>
                <tr>
                  <th scope="col" className={desk["text"]}>
                    {words.tag}
                  </th>
                  <th scope="col">{words.alpha}</th>
                  <th scope="col">{words.same}</th>
                </tr>
              </thead>
              <tbody>
                {told.tags.map((row) => (
                  <tr key={row.tag}>
                    <th scope="row" className={desk["text"]}>
                      {row.tag}
                    </th>
                    <td title={row.reason ?? undefined}>
                      {row.alpha === null ? dash : <Figure exact={row.alpha}>{row.alpha.toFixed(3)}</Figure>}
                    </td>
                    <td>{words.of(row.same, row.of)}</td>
                  </tr>
                ))}
              </tbody>
            </Table>
            <Explain>{words.explain}</Explain>
            <p>{told.disagreements.length === 0 ? words.noDiffer : words.differ(told.disagreements.length)}</p>
            {told.disagreements.length > 0 && (
              <Table caption={words.differ(told.disagreements.length)} hideCaption>
                <thead>
                  <tr>
                    {[words.entry, words.tag, words.first, words.second].map((name) => (
                      <th key={name} scope="col" className={desk["text"]}>
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {told.disagreements.slice(0, shown).map((row) => (
                    <tr key={`${row.index} ${row.tag}`}>
                      <th scope="row" className={desk["text"]}>
                        {row.index}
                      </th>
                      <td className={desk["text"]}>{row.tag}</td>
                      <td className={desk["text"]}>{row.first ? words.yes : words.no}</td>
                      <td className={desk["text"]}>{row.second ? words.yes : words.no}</td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            )}
            <div>
              <Button kind="main" onClick={() => onUse(told.file)}>
                {words.use}
              </Button>
            </div>
          </>
        )}
      </div>
    </Box>
  );
}

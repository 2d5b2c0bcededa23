// Picks clips out of a long list: as many of the most positive as of the most negative captions, the same number of each
// signer, or by hand. The chosen rows become the clips of the study.
import { useState } from "react";
import { type PickWish, pickedClips, type TableWish } from "#schemas/new-study";
import { Button } from "../ui/button.tsx";
import { Field, TextField } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { RadioRow } from "../ui/radio-row.tsx";
import { Box, Table } from "./box.tsx";
import css from "./new-study.module.css";
import { useProblemText } from "./problem-text.ts";
import { useAct } from "./reading.tsx";
import desk from "./table.module.css";
import { useDeskWords } from "./words.ts";

interface ClipPickerProps {
  readonly upload: string;
  readonly table: TableWish;
  /** The chosen rows as clips.csv. */
  readonly onUse: (file: string) => void;
}

const shown = 200;

export function ClipPicker({ upload, table, onUse }: ClipPickerProps) {
  const { bringIn, newStudy } = useDeskWords();
  const words = bringIn.picker;
  const say = useProblemText();
  const [how, setHow] = useState<PickWish["how"]>();
  const [number, setNumber] = useState("");
  const [seed, setSeed] = useState("");
  const [ids, setIds] = useState("");
  const [tried, setTried] = useState(false);
  const picking = useAct(pickedClips);
  const n = /^[1-9]\d{0,4}$/.test(number.trim()) ? Number(number) : undefined;
  const named = ids.split(/\r?\n/).flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  const lacks = how === undefined || (how === "ids" ? named.length === 0 : n === undefined);
  const pick = () => {
    setTried(true);
    if (lacks || how === undefined || picking.isPending) return;
    const { file, columns } = table;
    picking.mutate({
      path: `/api/uploads/${upload}/pick`,
      body: {
        ...{ file, how },
        ...(columns === undefined ? {} : { columns }),
        ...(how === "ids" ? { ids: named } : { n }),
        ...(how === "by-signer" && seed.trim() !== "" ? { seed: seed.trim() } : {}),
      },
    });
  };
  const picked = picking.data;
  return (
    <Box title={words.title} sub={words.sub} wide>
      <div className={css["form"]}>
        <RadioRow
          legend={words.how}
          value={how}
          onChange={setHow}
          options={(["most", "by-signer", "ids"] as const).map((value) => ({ value, label: words.hows[value] }))}
        />
        {how !== undefined && how !== "ids" && (
          <Field
            label={words.n[how]}
            value={number}
            inputMode="numeric"
            maxLength={5}
            onChange={(event) => setNumber(event.target.value)}
            {...(tried && n === undefined ? { error: newStudy.needed } : {})}
          />
        )}
        {how === "by-signer" && (
          <Field
            label={words.seed}
            hint={words.seedHint}
            value={seed}
            maxLength={200}
            onChange={(event) => setSeed(event.target.value)}
          />
        )}
        {how === "ids" && (
          <TextField label={words.ids} value={ids} rows={6} onChange={(event) => setIds(event.target.value)} />
        )}
        <div>
          <Button waiting={picking.isPending} onClick={pick}>
            {words.pick}
          </Button>
        </div>
        {tried && lacks && <Notice kind="warn" title={newStudy.needed} />}
        {picking.error !== null && <Notice kind="bad" title={say(picking.error)} />}
      </div>
      {picked !== undefined && (
        <div className={css["flow"]}>
          <p>
            {words.result(picked.clips.length)}. {how === "most" && words.by(picked.library, picked.version)}
          </p>
          <Table caption={words.result(picked.clips.length)} hideCaption>
            <thead>
              <tr>
                {[words.clip, words.caption, words.signer].map((name) => (
                  <th key={name} scope="col" className={desk["text"]}>
                    {name}
                  </th>
                ))}
                <th scope="col">{words.score}</th>
              </tr>
            </thead>
            <tbody>
              {picked.clips.slice(0, shown).map((clip) => (
                <tr key={clip.clip}>
                  <th scope="row" className={desk["text"]}>
                    {clip.clip}
                  </th>
                  <td className={`${desk["text"]} ${desk["long"]}`}>{clip.caption ?? ""}</td>
                  <td className={desk["text"]}>{clip.signer ?? ""}</td>
                  <td>{clip.score === null ? "" : clip.score.toFixed(3)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
          <div>
            <Button kind="main" onClick={() => onUse(picked.file)}>
              {words.use}
            </Button>
          </div>
        </div>
      )}
    </Box>
  );
}

// The questions of a quiz with their keys, the ones that most people missed first. A wrong key is corrected by a
// decision that rescores everybody.
import { useMemo, useState } from "react";
import { type DeskItem, deskItems, deskLabels, type StudyDetail } from "#schemas/desk";
import { hints } from "#schemas/hints";
import { type Letter, letters } from "#schemas/labels";
import { Button } from "../ui/button.tsx";
import { RadioRow } from "../ui/radio-row.tsx";
import { Answer, Box, Explain, Figure, Table } from "./box.tsx";
import css from "./desk.module.css";
import { useFigureWords } from "./figure-words.ts";
import { type InForce, keyInForce } from "./key-in-force.ts";
import { dash, percentText } from "./numbers.ts";
import { useRead } from "./reading.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import cells from "./table.module.css";
import tiles from "./values.module.css";
import { useDeskWords } from "./words.ts";

interface Scored extends DeskItem {
  readonly counts: Readonly<Record<string, number>>;
  readonly force: InForce;
  /** Share of the votes for an option that is right now; null without votes or where the question is left out. */
  readonly right: number | null;
  /** Median time of the panel's answers. */
  readonly medianMs: number | null;
}

const page = 30;

export function Questions({ study }: { readonly study: StudyDetail }) {
  const words = useDeskWords();
  const at = `/api/studies/${encodeURIComponent(study.id)}`;
  const items = useRead(`${at}/items`, deskItems);
  const votes = useRead(`${at}/labels`, deskLabels, { at: study.position });
  const told = useRead(`${at}/hints`, hints);
  const [correcting, setCorrecting] = useState<Scored>();
  const [shown, setShown] = useState(page);
  const rows = useMemo(() => {
    const byItem = new Map(votes.data?.labels.map((row) => [row.item, row]));
    const times = new Map(told.data?.items.map((row) => [row.item, row.medianMs]));
    const scored: Scored[] = (items.data?.items ?? [])
      .filter((item) => !item.practice)
      .map((item) => {
        const vote = byItem.get(item.id);
        const counts = vote?.counts ?? {};
        const force = keyInForce(item, study.decisions);
        const hits = force.right.reduce((sum, letter) => sum + (counts[letter] ?? 0), 0);
        return {
          ...item,
          counts,
          force,
          medianMs: times.get(item.id) ?? null,
          right: force.dropped || !vote?.of ? null : hits / vote.of,
        };
      });
    return scored.sort((a, b) => (a.right ?? 2) - (b.right ?? 2) || a.name.localeCompare(b.name));
  }, [items.data, votes.data, told.data, study.decisions]);
  return (
    <Box title={words.baseline.items} sub={words.baseline.itemsSub} wide>
      <Answer query={items}>
        {() => (
          <>
            <QuestionTable rows={rows.slice(0, shown)} onCorrect={setCorrecting} />
            {rows.length > shown && (
              <Button className={css["small"]} onClick={() => setShown(rows.length)}>
                {words.common.more(rows.length - shown)}
              </Button>
            )}
          </>
        )}
      </Answer>
      <Explain>{words.baseline.itemsExplain}</Explain>
      {correcting !== undefined && (
        <CorrectKey study={study.id} item={correcting} onClose={() => setCorrecting(undefined)} />
      )}
    </Box>
  );
}

interface QuestionTableProps {
  readonly rows: readonly Scored[];
  readonly onCorrect: (item: Scored) => void;
}

function QuestionTable({ rows, onCorrect }: QuestionTableProps) {
  const words = useDeskWords();
  const figures = useFigureWords();
  return (
    <Table caption={words.baseline.items} hideCaption>
      <thead>
        <tr>
          <th scope="col">{words.baseline.question}</th>
          <th scope="col" className={cells["text"]}>
            {words.baseline.modality}
          </th>
          <th scope="col" className={cells["text"]}>
            {words.baseline.chosen}
          </th>
          <th scope="col">{words.labels.right}</th>
          <th scope="col">{figures.medianTime}</th>
          <th scope="col">{words.people.actions}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" className={cells["text"]}>
              {row.name}
              {row.force.changed && (
                <span className={css["warnText"]}>
                  {" · "}
                  {row.force.dropped ? words.study.keyActs["drop-item"] : words.baseline.corrected}
                </span>
              )}
            </th>
            <td className={cells["text"]}>{words.common.modalities[row.modality]}</td>
            <td className={cells["text"]}>
              <span className={`${css["row"]} ${tiles["options"]}`}>
                {letters
                  .filter((letter) => row.options?.[letter] !== undefined)
                  .map((letter) => (
                    <span
                      key={letter}
                      className={row.force.right.includes(letter) ? `${tiles["value"]} ${tiles["keyed"]}` : undefined}
                    >
                      {letter} <span lang="zh-Hans">{row.options?.[letter]}</span>: {row.counts[letter] ?? 0}
                      {row.force.right.includes(letter) && (
                        <span className={css["srOnly"]}> ({words.baseline.key})</span>
                      )}
                    </span>
                  ))}
              </span>
            </td>
            <td>
              {row.right === null ? percentText(null) : <Figure exact={row.right}>{percentText(row.right)}</Figure>}
            </td>
            <td>{row.medianMs === null ? dash : words.progress.hints.seconds((row.medianMs / 1000).toFixed(1))}</td>
            <td>
              <Button
                className={css["small"]}
                aria-label={`${words.baseline.correct}: ${row.name}`}
                onClick={() => onCorrect(row)}
              >
                {words.baseline.correct}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const acts = ["replace-key", "accept-two", "drop-item"] as const;
type KeyAct = (typeof acts)[number];

interface CorrectKeyProps {
  readonly study: string;
  readonly item: Scored;
  readonly onClose: () => void;
}

function CorrectKey({ study, item, onClose }: CorrectKeyProps) {
  const words = useDeskWords();
  const [act, setAct] = useState<KeyAct>();
  const [option, setOption] = useState<Letter>();
  const others = letters.filter((letter) => item.options?.[letter] !== undefined && !item.force.right.includes(letter));
  const needsOption = act === "replace-key" || act === "accept-two";
  const wish =
    act === undefined || (needsOption && option === undefined)
      ? undefined
      : { kind: "key", item: item.id, act, ...(needsOption ? { option } : {}) };
  return (
    <ReasonDialog
      study={study}
      title={words.baseline.correctTitle(item.name)}
      text={words.baseline.correctText}
      act={words.baseline.correct}
      wish={wish}
      missing={act === undefined ? words.baseline.act : words.baseline.optionMissing}
      onClose={onClose}
    >
      <RadioRow
        legend={words.baseline.act}
        value={act}
        onChange={setAct}
        options={acts.map((value) => ({ value, label: words.baseline.acts[value] }))}
      />
      {needsOption && (
        <RadioRow
          legend={words.baseline.option}
          value={option}
          onChange={setOption}
          options={others.map((letter) => ({
            value: letter,
            label: (
              <>
                {letter} <span lang="zh-Hans">{item.options?.[letter]}</span>
              </>
            ),
          }))}
        />
      )}
    </ReasonDialog>
  );
}

// What stands beside a baseline: first exposure, the figure by the keys as asked, text minus video, what was skipped,
// and the share over the whole lexicon once its size is told.
import { useDeferredValue, useState } from "react";
import { type DeskBaseline, deskBaseline, type StudyDetail } from "#schemas/desk";
import type { BaselineRow } from "#schemas/figure";
import { type Modality, modalities } from "#schemas/study";
import { Field } from "../ui/field.tsx";
import { Box, Explain, Figure, Table } from "./box.tsx";
import css from "./desk.module.css";
import { dash, percentInterval, percentText } from "./numbers.ts";
import { useRead } from "./reading.tsx";
import cells from "./table.module.css";
import { useDeskWords } from "./words.ts";

const whole = (text: string) => /^\d{1,9}$/.test(text);

export function Beside({ study, data }: { readonly study: StudyDetail; readonly data: DeskBaseline }) {
  const words = useDeskWords();
  const [tagged, setTagged] = useState("");
  const [others, setOthers] = useState("");
  const asked = useDeferredValue(
    whole(tagged) && whole(others) ? `?tagged=${Number(tagged)}&others=${Number(others)}` : undefined,
  );
  const weighted = useRead(`/api/studies/${encodeURIComponent(study.id)}/baseline${asked ?? ""}`, deskBaseline, {
    when: asked !== undefined,
  });
  const { gap } = data.beside;
  const lexicon = asked === undefined ? null : (weighted.data?.beside.lexicon ?? null);
  return (
    <Box title={words.baseline.beside.title} sub={words.baseline.beside.sub} wide>
      <BesideTable data={data} lexicon={lexicon} />
      <p>
        {gap.difference === null
          ? words.baseline.beside.noGap
          : words.baseline.beside.gap(
              percentText(gap.difference),
              percentInterval(gap.interval),
              gap.pairs,
              gap.clusters,
            )}
      </p>
      <Skips data={data} />
      <div className={css["row"]}>
        <Field
          label={words.baseline.beside.tagged}
          inputMode="numeric"
          value={tagged}
          onChange={(event) => setTagged(event.currentTarget.value.trim())}
        />
        <Field
          label={words.baseline.beside.others}
          inputMode="numeric"
          value={others}
          onChange={(event) => setOthers(event.currentTarget.value.trim())}
        />
      </div>
      <Explain>{words.baseline.beside.explain}</Explain>
    </Box>
  );
}

function Skips({ data }: { readonly data: DeskBaseline }) {
  const words = useDeskWords();
  const reasons = words.common.skipReasons;
  const { skips, cannotTell } = data.beside;
  const said = Object.entries(skips).map(([reason, n]) => `${reasons[reason as keyof typeof reasons]} ${n}`);
  return (
    <p>
      {words.baseline.beside.skips(said.length === 0 ? words.common.none : said.join(", "))}{" "}
      {words.baseline.beside.cannotTell(cannotTell)}
    </p>
  );
}

interface BesideTableProps {
  readonly data: DeskBaseline;
  readonly lexicon: DeskBaseline["beside"]["lexicon"];
}

function BesideTable({ data, lexicon }: BesideTableProps) {
  const words = useDeskWords();
  const { firstExposure, asAsked } = data.beside;
  const of = (rows: readonly BaselineRow[] | null, modality: Modality) =>
    rows?.find((row) => row.modality === modality && row.articulation === "All");
  return (
    <Table caption={words.baseline.beside.title} hideCaption>
      <thead>
        <tr>
          <th scope="col">{words.baseline.modality}</th>
          <th scope="col">{words.baseline.beside.full}</th>
          <th scope="col">{words.baseline.beside.first}</th>
          <th scope="col">{words.baseline.beside.asAsked}</th>
          {lexicon !== null && <th scope="col">{words.baseline.beside.lexicon}</th>}
        </tr>
      </thead>
      <tbody>
        {modalities.map((modality) => {
          const weighted = lexicon?.find((row) => row.modality === modality);
          return (
            <tr key={modality}>
              <th scope="row" className={cells["text"]}>
                {words.common.modalities[modality]}
              </th>
              <Mean row={of(data.rows, modality)} />
              <Mean row={of(firstExposure, modality)} />
              {asAsked === null ? (
                <td className={css["soft"]}>{words.baseline.beside.same}</td>
              ) : (
                <Mean row={of(asAsked, modality)} />
              )}
              {lexicon !== null && <Share share={weighted?.share ?? null} interval={weighted?.interval ?? null} />}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

const Mean = ({ row }: { readonly row: BaselineRow | undefined }) => (
  <Share share={row?.meanOfPeople ?? null} interval={row?.meanInterval ?? null} />
);

interface ShareProps {
  readonly share: number | null;
  readonly interval: BaselineRow["meanInterval"];
}

const Share = ({ share, interval }: ShareProps) => (
  <td>
    {share === null ? dash : <Figure exact={share}>{percentText(share)}</Figure>}
    {share !== null && <span className={css["soft"]}> {percentInterval(interval)}</span>}
  </td>
);

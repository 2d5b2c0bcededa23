// What order and person do to accuracy: halves and quarters of each person's session, and each person against the rest.
import type { StudyDetail } from "#schemas/desk";
import type { Effects } from "#schemas/figure";
import { Box, Explain, Table } from "./box.tsx";
import css from "./desk.module.css";
import { useFigureWords } from "./figure-words.ts";
import { percentInterval, percentText } from "./numbers.ts";
import { Share } from "./share.tsx";
import cells from "./table.module.css";
import { useDeskWords } from "./words.ts";

export function EffectsBox({ study, effects }: { readonly study: StudyDetail; readonly effects: Effects }) {
  const words = useFigureWords();
  const desk = useDeskWords();
  const { halves, quarters, people } = effects;
  return (
    <Box title={words.effects.title} sub={words.effects.sub(desk.study.orders[study.definition.settings.order])} wide>
      {halves === null ? (
        <p className={css["soft"]}>{words.effects.noTimes}</p>
      ) : (
        <Pairs
          caption={words.effects.halves}
          head={[desk.baseline.modality, words.effects.first, words.effects.second, words.effects.difference]}
          rows={halves.map(({ modality, first, second, ...row }) => ({
            ...row,
            name: modality === null ? words.effects.all : desk.common.modalities[modality],
            sides: [first, second],
          }))}
        />
      )}
      {quarters !== null && (
        <p>
          {words.effects.quarters(
            quarters.map(({ share, asked }) => `${percentText(share)} (n = ${asked})`).join(" · "),
          )}
        </p>
      )}
      <Pairs
        caption={words.effects.people}
        head={[words.effects.person, words.effects.own, words.effects.others, words.effects.apart]}
        rows={people.map(({ person, own, others, ...row }) => ({ ...row, name: person, sides: [own, others] }))}
      />
      <Explain>{words.effects.explain}</Explain>
    </Box>
  );
}

interface PairsProps {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    readonly sides: readonly Effects["people"][number]["own"][];
    readonly difference: number | null;
    readonly interval: Effects["people"][number]["interval"];
  }[];
}

const Pairs = ({ caption, head, rows }: PairsProps) => (
  <Table caption={caption}>
    <thead>
      <tr>
        {head.map((name) => (
          <th scope="col" key={name}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, sides, difference, interval }) => (
        <tr key={name}>
          <th scope="row" className={cells["text"]}>
            {name}
          </th>
          {sides.map((side, k) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the two sides in the order of the head
            <td key={k}>
              <Share value={side.share} between={percentInterval(side.interval)} />{" "}
              <span className={css["soft"]}>
                ({side.right} / {side.asked})
              </span>
            </td>
          ))}
          <td>
            <Share value={difference} between={percentInterval(interval)} />
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
);

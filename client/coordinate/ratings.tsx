// The ratings behind one item, by code and never by name: a row a person and label, skips with their reason.
import { type ItemRating, itemRatings } from "#schemas/desk";
import { Dialog } from "../ui/dialog.tsx";
import { useFormats } from "../words/formats.ts";
import { Answer, Table } from "./box.tsx";
import css from "./desk.module.css";
import { valueText } from "./numbers.ts";
import { useRead } from "./reading.tsx";
import cells from "./table.module.css";
import { useDeskWords, useLabelName } from "./words.ts";

interface RatingsProps {
  readonly study: string;
  readonly item: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function RatingsDialog({ study, item, name, onClose }: RatingsProps) {
  const words = useDeskWords();
  const query = useRead(
    `/api/studies/${encodeURIComponent(study)}/items/${encodeURIComponent(item)}/ratings`,
    itemRatings,
  );
  return (
    <Dialog title={words.labels.openItem(name)} onClose={onClose}>
      <Answer query={query}>
        {({ ratings }) =>
          ratings.length === 0 ? <p>{words.labels.noRatings}</p> : <RatingsTable ratings={ratings} name={name} />
        }
      </Answer>
    </Dialog>
  );
}

/** One row an answer: all its values side by side. */
function answersOf(ratings: readonly ItemRating[]): ItemRating[][] {
  const answers = new Map<string, ItemRating[]>();
  for (const rating of ratings) {
    const place = `${rating.code} ${rating.occasion}`;
    answers.set(place, [...(answers.get(place) ?? []), rating]);
  }
  return [...answers.values()];
}

function RatingsTable({ ratings, name }: { readonly ratings: readonly ItemRating[]; readonly name: string }) {
  const words = useDeskWords();
  const formats = useFormats();
  const labelName = useLabelName();
  const reasons: Record<string, string> = words.common.skipReasons;
  const labels = [...new Set(ratings.flatMap((rating) => (rating.label === null ? [] : [rating.label])))];
  const answers = answersOf(ratings);
  return (
    <Table caption={words.labels.openItem(name)} hideCaption>
      <thead>
        <tr>
          <th scope="col">{words.labels.label}</th>
          {answers.map(([first]) => (
            <th key={`${first?.code} ${first?.occasion}`} scope="col">
              {first?.code}
              {first !== undefined && first.occasion > 1 && ` · ${words.labels.occasion(first.occasion)}`}
              {first !== undefined && first.seat !== "panel" && (
                <div className={css["soft"]}>{words.labels.otherSeat(words.common.seats[first.seat])}</div>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labels.map((label) => (
          <tr key={label}>
            <th scope="row" className={cells["text"]}>
              {labelName(label)}
            </th>
            {answers.map((answer) => {
              const first = answer[0];
              const rating = answer.find((one) => one.label === label);
              return (
                <td key={`${first?.code} ${first?.occasion}`}>
                  {rating === undefined ? (
                    <span className={css["soft"]}>{words.labels.notGiven}</span>
                  ) : (
                    valueText(label, rating.value)
                  )}
                </td>
              );
            })}
          </tr>
        ))}
        <tr>
          <th scope="row" className={cells["text"]}>
            {words.labels.confidence}
          </th>
          {answers.map(([first]) => (
            <td key={`${first?.code} ${first?.occasion}`}>
              {first?.skipped ? (
                <span className={css["soft"]}>
                  {words.labels.skippedBecause(reasons[first.reason ?? ""] ?? first.reason ?? "")}
                </span>
              ) : (
                (first?.confidence ?? <span className={css["soft"]}>{words.labels.notGiven}</span>)
              )}
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row" className={cells["text"]}>
            {words.study.when}
          </th>
          {answers.map(([first]) => (
            <td key={`${first?.code} ${first?.occasion}`}>{first && formats.dateTime(first.at)}</td>
          ))}
        </tr>
      </tbody>
    </Table>
  );
}

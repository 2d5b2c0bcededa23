// Values as small marked squares: the number always stands in them, colour only helps. A tie is shown as a tie.
import type { DeskLabel } from "#schemas/desk";
import { labelById } from "#schemas/labels";
import { valueText } from "./numbers.ts";
import css from "./values.module.css";

function look(label: string, value: string | number): string | undefined {
  const number = Number(value);
  if (!Number.isFinite(number) || label === "choice" || number === 0) return undefined;
  if ((labelById(label)?.least ?? 0) < 0) return number < 0 ? css["neg"] : css["pos"];
  return css["some"];
}

interface ValuesProps {
  readonly label: string;
  readonly values: readonly (string | number)[];
  /** The letter of the key, which gets a border. */
  readonly keyed?: string | undefined;
}

export const Values = ({ label, values, keyed }: ValuesProps) => (
  <span className={css["values"]}>
    {values.map((value, place) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: equal votes stand side by side and never move
        key={place}
        className={`${css["value"]} ${look(label, value) ?? ""} ${keyed === value ? css["keyed"] : ""}`}
      >
        {valueText(label, value)}
      </span>
    ))}
  </span>
);

/** Every single vote of a row, in the order of the scale: `{"-3": 1, "1": 2}` gives -3 1 1. */
export function votesOf(row: Pick<DeskLabel, "counts">): string[] {
  return Object.entries(row.counts)
    .sort(([a], [b]) => Number(a) - Number(b) || (a < b ? -1 : 1))
    .flatMap(([value, times]) => Array.from({ length: times }, () => value));
}

/** Greatest spread first; equal spreads by more different values, then by name. Rows of one value are left out. */
export function disputed(rows: readonly DeskLabel[]): DeskLabel[] {
  const kinds = (row: DeskLabel) => Object.keys(row.counts).length;
  return rows
    .filter((row) => kinds(row) > 1)
    .sort((a, b) => (b.spread ?? 0) - (a.spread ?? 0) || kinds(b) - kinds(a) || a.name.localeCompare(b.name));
}

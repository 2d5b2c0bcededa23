// `labels --sets`: EmoSign's derived sets from the labels that `labels` found.
import type { LabelValue } from "#schemas/label";
import type { RatingsFile } from "#server/intake/ratings";
import { distributionOf, type EmosignSets, emosignSets } from "#server/measures/emosign";

/** EmoSign's sets from the labels of the table; an unresolved one is missing. */
export function setsOf(
  file: RatingsFile,
  byLabel: readonly (readonly { readonly value: LabelValue | null }[])[],
): EmosignSets {
  return emosignSets(
    file.items.map((item, i) => ({
      item,
      labels: Object.fromEntries(
        file.labels.flatMap((label, l) => {
          const value = byLabel[l]?.[i]?.value;
          return typeof value === "number" ? [[label, value]] : [];
        }),
      ),
    })),
  );
}

export function setsTold({ sentiment7, sentiment3, single, multi, left }: EmosignSets): string {
  const counted = (name: string, values: readonly (string | number)[]) => {
    const classes = [...new Set(values)].sort((a, b) =>
      typeof a === "number" ? a - Number(b) : a < String(b) ? -1 : 1,
    );
    const counts = distributionOf(values, classes);
    return `${name}, ${values.length}: ${classes.map((one, k) => `${one} ${counts[k]}`).join(", ")}\n`;
  };
  const valuesOf = (rows: readonly { value: string | number }[]) => rows.map(({ value }) => value);
  return [
    "\n",
    counted("sentiment-7", valuesOf(sentiment7)),
    counted("sentiment-3", valuesOf(sentiment3)),
    counted("single expression", valuesOf(single)),
    counted("multi expression", valuesOf(multi)),
    counted(
      "in no emotion set",
      left.map(({ why }) => why),
    ),
  ].join("");
}

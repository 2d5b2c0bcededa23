// What kind of table somebody brought, told by its headings alone; the coordinator may say otherwise.
import type { TableShape } from "#schemas/new-study";
import { clipFields, entryFields, mapColumns, ratingFields } from "./mapping.ts";
import type { Tabular } from "./tabular.ts";

/** Shapes that bring answers which were given elsewhere. */
export const ratedShapes: readonly TableShape[] = ["emosign", "qualtrics", "ratings", "matrix"];

/** Undefined where no shape fits. */
export function shapeOf({ headings, rows }: Pick<Tabular, "headings" | "rows">): TableShape | undefined {
  const has = (...names: string[]): boolean => names.every((name) => headings.includes(name));
  if (has("modality", "options")) return "questions";
  if (has("ResponseId")) return "qualtrics";
  if (has("video_name") && headings.some((name) => /^sentiment$/i.test(name))) return "emosign";
  const rated = mapColumns("", headings, ratingFields).columns;
  if (ratingFields.every(({ name, needed }) => !needed || name in rated)) return "ratings";
  const entry = mapColumns("", headings, entryFields).columns;
  const clip = mapColumns("", headings, clipFields).columns;
  if ("gloss" in entry && !("caption" in clip && "video" in clip && !headings.includes("gloss"))) return "entries";
  if (["video", "caption", "signer", "source"].some((name) => name in clip)) return "clips";
  const numbers = rows.every(({ cells }) =>
    headings.slice(1).every((name) => /^\s*([+-]?\d+(\.\d+)?)?\s*$/.test(cells[name] ?? "")),
  );
  return headings.length > 1 && rows.length > 0 && numbers ? "matrix" : undefined;
}

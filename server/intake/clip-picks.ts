// Picks clips out of a long list: reads the table, scores the captions with VADER (Hutto and Gilbert 2014; a lexicon of
// English) where that is asked for, and writes the chosen rows as clips.csv.
import { createRequire } from "node:module";
import type { PickedClips, PickWish } from "#schemas/new-study";
import { Problem } from "#schemas/problem";
import { byHand, bySigner, type Candidate, mostTold } from "../build/pick-clips.ts";
import { csvRow } from "../exports/csv-out.ts";
import { gather } from "./faults.ts";
import { clipTable } from "./study-clips.ts";

/** Recorded beside every pick: another version may score otherwise. */
const library = "vader-sentiment";
const { version } = createRequire(import.meta.url)("vader-sentiment/package.json") as { readonly version: string };

const columns = ["clip", "video", "caption", "signer", "source", "start", "end", "rights", "credit"] as const;

/** Problem "bad-value" with every fault of the table, or where it cannot give what is asked for. */
export async function pickClips(bytes: Uint8Array, wish: PickWish): Promise<PickedClips> {
  const faults = gather();
  const { file, how } = wish;
  const table = clipTable(bytes, { file, ...(wish.columns === undefined ? {} : { columns: wish.columns }) }, faults);
  if (table === undefined || faults.list.length > 0)
    throw new Problem("bad-value", `${file}: no clip was picked`, faults.list);
  const { SentimentIntensityAnalyzer: analyzer } = (await import("vader-sentiment")).default;
  const list = table.rows.map(({ cells }): Candidate => {
    const { clip = "", signer, caption } = cells;
    const score = caption === undefined ? undefined : analyzer.polarity_scores(caption).compound;
    return { clip, ...(signer === undefined ? {} : { signer }), ...(score === undefined ? {} : { score }) };
  });
  const places =
    how === "most"
      ? mostTold(list, wish.n ?? 0)
      : how === "by-signer"
        ? bySigner(list, wish.n ?? 0, wish.seed ?? "1")
        : byHand(list, wish.ids ?? []);
  const rows = places.map((at) => table.rows[at]?.cells ?? {});
  const used = columns.filter((column) => column === "clip" || rows.some((cells) => cells[column] !== undefined));
  return {
    ...{ library, version },
    clips: places.map((at) => {
      const { clip, signer, score } = list[at] as Candidate;
      const { caption = null } = table.rows[at]?.cells ?? {};
      return { clip, caption, signer: signer ?? null, score: score ?? null };
    }),
    file: csvRow(used) + rows.map((cells) => csvRow(used.map((column) => cells[column] ?? null))).join(""),
  };
}

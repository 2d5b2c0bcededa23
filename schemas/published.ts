// Rows that the two papers printed, to be shown beside own figures and never mixed with them. The files below
// schemas/published hold every table; figures only, in percent or as alpha, null where a paper measured nothing.
import cnsl from "./published/cnsl-bench.json" with { type: "json" };
import emosign from "./published/emosign.json" with { type: "json" };

type Cells = Readonly<Record<"AW" | "FS" | "MA" | "All", number | null>>;
export interface PublishedRow {
  readonly name: string;
  /** Whether the model thought before it answered. */
  readonly slowThinking: boolean;
  readonly accuracy: Readonly<Record<"text" | "image" | "video@2fps" | "video@10fps", Cells>>;
}

export const cnslSource: string = cnsl.source;
/** Table 1: people, random guessing and every model. */
export const cnslRows: readonly PublishedRow[] = cnsl.table1;

export const emosignSource: string = emosign.source;
/** Table 2: alpha by label; the paper names no metric, and its average is not the mean of the eleven. */
export const emosignAlpha: Readonly<Record<string, number>> = emosign.table2_alpha;

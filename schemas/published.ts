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

/** Table 2: by the effort that a model was allowed. */
export const cnslEffort: readonly PublishedRow[] = cnsl.table2_effort;
/** Table 3: one model, over all entries, with distractors drawn at random and by meaning. */
export const cnslDistractors: {
  readonly model: string;
  readonly random: Readonly<Record<keyof PublishedRow["accuracy"], number>>;
  readonly semantic: Readonly<Record<keyof PublishedRow["accuracy"], number>>;
} = cnsl.table3_distractors;
/** Table 7: how often an answer was a letter. */
export const cnslFollowing: readonly (Omit<PublishedRow, "accuracy"> & { readonly rate: PublishedRow["accuracy"] })[] =
  cnsl.table7_instruction_following;

export const emosignSource: string = emosign.source;
/** Table 2: alpha by label; the paper names no metric, and its average is not the mean of the eleven. */
export const emosignAlpha: Readonly<Record<string, number>> = emosign.table2_alpha;
type Told = Readonly<Record<string, string | number | null>>;
/** Tables 3 and 4: sentiment, and each class of emotion. The hearing person saw no captions. */
export const emosignSentiment: readonly Told[] = emosign.table3_sentiment;
export const emosignEmotion: readonly Told[] = emosign.table4_emotion;

// The one table of labels. A row drives the form on the annotator's screen, validation of a response,
// the metric of its agreement, and its columns in every export. A new label is one row here and its words.

export const metrics = ["nominal", "ordinal", "interval", "ratio"] as const;
export type Metric = (typeof metrics)[number];

export interface LabelRow {
  readonly id: string;
  readonly protocol: "emotion" | "choice";
  /** Which control shows it: seven points, four points, or four options. */
  readonly scale: "sentiment" | "intensity" | "options";
  readonly least: number;
  readonly greatest: number;
  readonly metric: Metric;
}

export const letters = ["A", "B", "C", "D"] as const;
export type Letter = (typeof letters)[number];

const intensity = (id: string): LabelRow => ({
  id,
  protocol: "emotion",
  scale: "intensity",
  least: 0,
  greatest: 3,
  metric: "ordinal",
});

export const emotionIds = [
  "joy",
  "excited",
  "surprise_pos",
  "surprise_neg",
  "worry",
  "sadness",
  "fear",
  "disgust",
  "frustration",
  "anger",
] as const;
export type EmotionId = (typeof emotionIds)[number];

/** Every label, in the order of screens and exports. A choice is stored in figures as 0..3 for A..D. */
export const labels: readonly LabelRow[] = [
  { id: "sentiment", protocol: "emotion", scale: "sentiment", least: -3, greatest: 3, metric: "ordinal" },
  ...emotionIds.map(intensity),
  { id: "choice", protocol: "choice", scale: "options", least: 0, greatest: 3, metric: "nominal" },
];

export const labelsOf = (protocol: LabelRow["protocol"]): readonly LabelRow[] =>
  labels.filter((row) => row.protocol === protocol);

export const labelById = (id: string): LabelRow | undefined => labels.find((row) => row.id === id);

/** The whole ordered domain of a label: -3..3, 0..3. */
export const valuesOf = (row: LabelRow): number[] =>
  Array.from({ length: row.greatest - row.least + 1 }, (_, k) => row.least + k);

/** Confidence belongs to the response, not to a label: it is never voted on and has no agreed value. */
export const confidenceRange = { least: 0, greatest: 100 } as const;

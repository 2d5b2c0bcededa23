// One line of the bench: what was measured, what came out, and the budget of the design that it is held against.
export interface Row {
  readonly what: string;
  readonly measured: number;
  readonly unit: string;
  readonly budget: number;
  /** Whether the budget is a ceiling (`most`) or a floor (`least`). */
  readonly bound: "most" | "least";
  readonly note?: string;
}

export const holds = (row: Row): boolean =>
  row.bound === "most" ? row.measured <= row.budget : row.measured >= row.budget;

/** The value below which the share `q` of the list lies (nearest rank). */
export function quantile(list: readonly number[], q: number): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] as number;
}

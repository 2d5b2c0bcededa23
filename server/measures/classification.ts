// Predictions against agreed classes: accuracy, balanced accuracy, F1 three ways, and the table of confusions.

export interface Classification {
  readonly n: number;
  readonly accuracy: number | null;
  /** Mean recall over the classes that occur in the truth (EmoSign's "wAcc"). */
  readonly balancedAccuracy: number | null;
  readonly weightedF1: number | null;
  readonly macroF1Present: number | null;
  readonly macroF1All: number | null;
  /** By class in scale order; null where the truth has none. */
  readonly recall: readonly (number | null)[];
  readonly f1: readonly number[];
  readonly support: readonly number[];
  /** Predictions that are empty or outside the scale; counted wrong. */
  readonly invalid: number;
  /** K x K, rows truth, columns predicted. */
  readonly confusion: readonly (readonly number[])[];
  /** Accuracy over valid predictions alone, and the share that is valid. */
  readonly validAccuracy: number | null;
  readonly instructionFollowing: number | null;
}

/** `truth[i]` in 0..K-1, `predicted[i]` in 0..K-1 or null where it is invalid. */
export function classify(truth: readonly number[], predicted: readonly (number | null)[], K: number): Classification {
  const confusion = Array.from({ length: K }, () => new Array<number>(K).fill(0));
  const support = new Array<number>(K).fill(0);
  let invalid = 0;
  truth.forEach((wanted, i) => {
    support[wanted]!++;
    const got = predicted[i] ?? null;
    if (got === null) invalid++;
    else (confusion[wanted] as number[])[got]!++;
  });
  const n = truth.length;
  const hits = confusion.map((row, k) => row[k] as number);
  const right = sum(hits);
  const recall = hits.map((hit, k) => (support[k] === 0 ? null : hit / (support[k] as number)));
  const f1 = hits.map((hit, k) => {
    const given = sum(confusion.map((row) => row[k] as number));
    return hit === 0 ? 0 : (2 * hit) / ((support[k] as number) + given);
  });
  const present = support.flatMap((count, k) => (count > 0 ? [k] : []));
  const valid = n - invalid;
  return {
    n,
    accuracy: share(right, n),
    balancedAccuracy: mean(present.map((k) => recall[k] as number)),
    weightedF1: share(sum(f1.map((value, k) => value * (support[k] as number))), n),
    macroF1Present: mean(present.map((k) => f1[k] as number)),
    macroF1All: n === 0 ? null : mean(f1),
    recall,
    f1,
    support,
    invalid,
    confusion,
    validAccuracy: share(right, valid),
    instructionFollowing: share(valid, n),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
const mean = (values: readonly number[]): number | null => share(sum(values), values.length);

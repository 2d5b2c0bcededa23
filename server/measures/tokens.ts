// How long a model's answers are, by modality and whether they are right.
import { type Modality, modalities } from "#schemas/study";

export interface TokenRow {
  readonly modality: Modality;
  /** Answers with a known length. */
  readonly right: number;
  readonly wrong: number;
  readonly meanRight: number | null;
  readonly meanWrong: number | null;
  /** Mean of wrong answers over mean of right ones; null where one of them is missing or the latter is 0. */
  readonly ratio: number | null;
}

/** Means of tokens an answer; unknown lengths are left out. Source: CNSL-bench (2026), Table 5. */
export function tokensOf(
  answers: readonly { readonly modality: Modality; readonly correct: boolean; readonly tokens: number | undefined }[],
): TokenRow[] {
  return modalities.map((modality) => {
    const lengths = (correct: boolean) =>
      answers.flatMap((one) =>
        one.modality === modality && one.correct === correct && one.tokens !== undefined ? [one.tokens] : [],
      );
    const mean = (list: readonly number[]) =>
      list.length === 0 ? null : list.reduce((sum, n) => sum + n, 0) / list.length;
    const right = lengths(true);
    const wrong = lengths(false);
    const meanRight = mean(right);
    const meanWrong = mean(wrong);
    const ratio = meanRight === null || meanWrong === null || meanRight === 0 ? null : meanWrong / meanRight;
    return { modality, right: right.length, wrong: wrong.length, meanRight, meanWrong, ratio };
  });
}

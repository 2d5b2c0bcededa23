// A run's accuracy by modality and articulation: strict over all that was asked, and over valid answers alone.
import { articulationColumns, columnOf } from "#schemas/figure";
import type { RunRow } from "#schemas/run";
import { type Articulation, type Modality, modalities } from "#schemas/study";
import { wilson } from "./accuracy.ts";

export interface RunAnswered {
  readonly modality: Modality;
  readonly articulations: readonly Articulation[];
  readonly correct: boolean;
  /** Names an option, by rule or settled by hand. */
  readonly valid: boolean;
  /** Names an option by rule. */
  readonly followed: boolean;
  /** Told by the option's text only. */
  readonly letterless: boolean;
}

/** Always 3 modalities x AW, FS, MA, All; an empty cell has asked 0 and nulls. Wilson's interval. */
export const runRows = (answers: readonly RunAnswered[]): RunRow[] =>
  modalities.flatMap((modality) =>
    articulationColumns.map((articulation) => {
      const cell = answers.filter(
        (one) =>
          one.modality === modality &&
          (articulation === "All" || one.articulations.some((tag) => columnOf[tag] === articulation)),
      );
      const asked = cell.length;
      const right = cell.filter(({ correct }) => correct).length;
      const valid = cell.filter((one) => one.valid).length;
      const followed = cell.filter((one) => one.followed).length;
      return {
        ...{ modality, articulation, right, asked, valid },
        accuracy: asked === 0 ? null : right / asked,
        interval: asked === 0 ? null : wilson(right / asked, asked),
        validAccuracy: valid === 0 ? null : right / valid,
        instructionFollowing: asked === 0 ? null : followed / asked,
        letterless: cell.filter(({ letterless }) => letterless).length,
      };
    }),
  );

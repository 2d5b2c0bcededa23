// A run beside another run, or beside people: the same questions, row by row of the usual table.
import { type ArticulationColumn, articulationColumns, columnOf } from "#schemas/figure";
import { type Articulation, type Modality, modalities } from "#schemas/study";
import {
  type ClusteredDifference,
  clusteredDifference,
  type Difference,
  type Pair,
  type Paired,
  pairedDifference,
} from "./paired.ts";

export interface AskedPair extends Pair {
  readonly modality: Modality;
  readonly articulations: readonly Articulation[];
}

export interface Place {
  readonly modality: Modality;
  readonly articulation: ArticulationColumn;
}

function tabled<T>(pairs: readonly AskedPair[], of: (cell: readonly AskedPair[]) => T): (Place & T)[] {
  return modalities.flatMap((modality) =>
    articulationColumns.map((articulation) => {
      const cell = pairs.filter(
        (pair) =>
          pair.modality === modality &&
          (articulation === "All" || pair.articulations.some((one) => columnOf[one] === articulation)),
      );
      return { modality, articulation, ...of(cell) };
    }),
  );
}

/** Two runs on the same questions, one pair a question: Newcombe's paired interval and exact McNemar. */
export const runsCompared = (pairs: readonly AskedPair[]): (Place & Paired & Difference)[] =>
  tabled(pairs, (cell) => {
    const count = (first: boolean, second: boolean) =>
      cell.filter((pair) => pair.first === first && pair.second === second).length;
    const counts: Paired = {
      both: count(true, true),
      onlyFirst: count(true, false),
      onlySecond: count(false, true),
      neither: count(false, false),
    };
    return { ...counts, ...pairedDifference(counts) };
  });

/**
 * A run and people, one pair for each answer of a person that was asked. Answers on one entry go up and down together,
 * so the interval is the clustered one and there is no exact test.
 */
export const peopleCompared = (pairs: readonly AskedPair[]): (Place & ClusteredDifference)[] =>
  tabled(pairs, clusteredDifference);

// People's accuracy by modality and articulation: twelve rows, an empty one told as empty.
import { articulationColumns, type BaselineRow, columnOf } from "#schemas/figure";
import { type Articulation, type Modality, modalities } from "#schemas/study";
import { type Answer, accuracyOf } from "./accuracy.ts";

export interface BaselineAnswer extends Answer {
  readonly modality: Modality;
  readonly articulations: readonly Articulation[];
  /** When it was given, in milliseconds; left out where unknown. */
  readonly at?: number;
}

/** `people` by index of person. An entry with several articulations counts in each of their rows, and once in All. */
export function baselineOf(answers: readonly BaselineAnswer[], people: readonly string[]): { rows: BaselineRow[] } {
  const rows: BaselineRow[] = modalities.flatMap((modality) => {
    const here = answers.filter((answer) => answer.modality === modality);
    return articulationColumns.map((articulation) => {
      const cell = here.filter(
        (answer) => articulation === "All" || answer.articulations.some((one) => columnOf[one] === articulation),
      );
      const { perPerson, ...accuracy } = accuracyOf(cell);
      return {
        modality,
        articulation,
        ...accuracy,
        perPerson: perPerson.map(({ person, right, asked }) => ({
          person: people[person] as string,
          right,
          asked,
          accuracy: right / asked,
        })),
      };
    });
  });
  return { rows };
}

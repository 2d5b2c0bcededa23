// What may take long and is therefore done in the worker thread: each by its name, with arguments that can be sent.
import type { Position } from "#schemas/figure";
import { type AnswerGround, agreementAnswer, baselineAnswer, hintsAnswer, labelsAnswer } from "#server/figures/answers";

export const tasks = {
  labels: labelsAnswer,
  agreement: agreementAnswer,
  baseline: baselineAnswer,
  hints: hintsAnswer,
} as const;

export type TaskName = keyof typeof tasks;
export type TaskArguments<N extends TaskName> =
  Parameters<(typeof tasks)[N]> extends [AnswerGround, ...infer Rest] ? Rest : never;

export interface Made {
  /** UTF-8 */
  readonly json: Uint8Array;
  /** What it stands on. */
  readonly position: Position;
}

export async function answered(ground: AnswerGround, name: TaskName, given: readonly unknown[]): Promise<Made> {
  const task = tasks[name] as (
    ground: AnswerGround,
    ...given: readonly unknown[]
  ) => Promise<{ readonly position: Position }>;
  const made = await task(ground, ...given);
  return { json: new TextEncoder().encode(JSON.stringify(made)), position: made.position };
}

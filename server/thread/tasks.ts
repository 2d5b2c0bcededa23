// What may take long and is therefore done in the worker thread: each by its name, with arguments that can be sent.
import type { Position } from "#schemas/figure";
import { Problem } from "#schemas/problem";
import { type AnswerGround, agreementAnswer, baselineAnswer, hintsAnswer, labelsAnswer } from "#server/figures/answers";
import { planAnswer } from "#server/figures/plan";
import { runAnswer, runsAnswer } from "#server/figures/runs";
import { setsAnswer } from "#server/figures/sets";
import { bringRun, type RunFile } from "#server/intake/run-in";
import { logHead } from "#server/store/log";

async function bringRunTask({ store }: AnswerGround, study: string, given: RunFile) {
  const done = await bringRun(store, study, given);
  const position = await logHead(store, study);
  if (position === undefined) throw new Problem("not-found");
  return { ...done, position };
}

export const tasks = {
  labels: labelsAnswer,
  agreement: agreementAnswer,
  baseline: baselineAnswer,
  hints: hintsAnswer,
  runs: runsAnswer,
  run: runAnswer,
  plan: planAnswer,
  sets: setsAnswer,
  bringRun: bringRunTask,
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

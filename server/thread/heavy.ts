// Heavy work as the routes ask for it, wherever it is done: in a worker thread (thread.ts), or right here where there is
// none, as in commands and tests.
import { filesFor } from "#server/exports/files";
import type { AnswerGround } from "#server/figures/answers";
import { answered, type Made, type TaskArguments, type TaskName } from "./tasks.ts";

export interface Heavy {
  /** Problem "not-computed" where the thread failed; those of the task itself come through as they are. */
  answer<N extends TaskName>(name: N, ...given: TaskArguments<N>): Promise<Made>;
  /** One export of a study, piece by piece, made no faster than it is read. */
  file(study: string, name: string): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

export const heavyHere = (ground: AnswerGround): Heavy => ({
  answer: (name, ...given) => answered(ground, name, given),
  file: (study, name) => written(ground, study, name),
  close: async () => undefined,
});

export async function* written(ground: AnswerGround, study: string, name: string): AsyncGenerator<Uint8Array> {
  const given = { ...ground, study };
  const encoder = new TextEncoder();
  for (const one of await filesFor(given, name))
    for await (const piece of one.write(given)) yield encoder.encode(piece);
}

// Heavy work in one worker thread: started at the first question, started anew after it failed.
import type { Worker } from "node:worker_threads";
import { Problem } from "#schemas/problem";
import type { Heavy } from "./heavy.ts";
import type { Asked, Told } from "./messages.ts";
import type { Made } from "./tasks.ts";

interface Waiting {
  take(told: Told): void;
  fail(problem: Problem): void;
}

/** `start` makes the thread; `note` is told in words why one failed. */
export function heavyThread(start: () => Worker, note: (why: string) => void): Heavy {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let last = 0;

  const lost = (one: Worker, why: string) => {
    if (worker !== one) return;
    worker = undefined;
    note(why);
    const all = [...waiting.values()];
    waiting.clear();
    for (const each of all) each.fail(new Problem("not-computed"));
  };
  const thread = (): Worker => {
    if (worker !== undefined) return worker;
    const made = start();
    worker = made;
    made.on("message", (told: Told) => waiting.get(told.id)?.take(told));
    made.on("error", (cause) => lost(made, cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)));
    made.on("exit", (code) => lost(made, `the worker thread ended with ${code}`));
    made.unref();
    return made;
  };
  const problemIn = (told: Told): Problem => {
    if ("problem" in told) return new Problem(told.problem.code, told.problem.message, told.problem.faults);
    if ("failed" in told) note(told.failed);
    return new Problem("not-computed");
  };

  return {
    answer: (answer, ...given) =>
      new Promise<Made>((done, fail) => {
        last += 1;
        const id = last;
        waiting.set(id, {
          take: (told) => {
            waiting.delete(id);
            if ("done" in told) done({ json: told.done, position: told.position });
            else fail(problemIn(told));
          },
          fail,
        });
        thread().postMessage({ id, answer, given } satisfies Asked);
      }),
    async *file(study, name) {
      last += 1;
      const id = last;
      const held: Told[] = [];
      let ended: Problem | undefined;
      let wake: (() => void) | undefined;
      waiting.set(id, {
        take: (told) => {
          held.push(told);
          wake?.();
        },
        fail: (problem) => {
          ended = problem;
          wake?.();
        },
      });
      const one = thread();
      one.postMessage({ id, file: name, study } satisfies Asked);
      try {
        for (;;) {
          if (held.length === 0 && ended === undefined)
            await new Promise<void>((done) => {
              wake = done;
            });
          const told = held.shift();
          if (told === undefined) throw ended;
          if ("end" in told) return;
          if (!("piece" in told)) throw problemIn(told);
          one.postMessage({ id, more: true } satisfies Asked);
          yield told.piece;
        }
      } finally {
        waiting.delete(id);
        if (worker === one) one.postMessage({ id, stop: true } satisfies Asked);
      }
    },
    close: async () => {
      const one = worker;
      worker = undefined;
      await one?.terminate();
    },
  };
}

// The worker thread: its own handle on the store and its own figures, answering one message after another.
import type { MessagePort } from "node:worker_threads";
import { Problem } from "#schemas/problem";
import { createFigures } from "#server/figures/figures";
import { openStore } from "#server/store/open";
import { written } from "./heavy.ts";
import type { Asked, ThreadData, Told } from "./messages.ts";
import { answered, type TaskName } from "./tasks.ts";

/** Runs until the thread is ended from outside. */
export async function workInside(port: MessagePort, { place }: ThreadData): Promise<void> {
  const store = await openStore(place);
  const ground = { store, figures: createFigures({ store, clock: () => new Date() }) };
  const files = new Map<number, AsyncGenerator<Uint8Array>>();
  const tell = (told: Told, moved?: Uint8Array) =>
    port.postMessage(told, moved?.buffer instanceof ArrayBuffer ? [moved.buffer] : []);
  const fail = (id: number, cause: unknown) => {
    if (cause instanceof Problem) {
      const { code, message, faults } = cause;
      tell({ id, problem: { code, message, faults } });
    } else tell({ id, failed: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) });
  };
  const next = async (id: number) => {
    const { value, done } = (await files.get(id)?.next()) ?? { value: undefined, done: true };
    if (done !== true && value !== undefined) return tell({ id, piece: value }, value);
    files.delete(id);
    tell({ id, end: true });
  };
  port.on("message", async (asked: Asked) => {
    const { id } = asked;
    try {
      if ("answer" in asked) {
        const { json: done, position } = await answered(ground, asked.answer as TaskName, asked.given);
        tell({ id, done, position }, done);
      } else if ("file" in asked) {
        files.set(id, written(ground, asked.study, asked.file));
        await next(id);
      } else if ("more" in asked) await next(id);
      else {
        await files.get(id)?.return(undefined);
        files.delete(id);
      }
    } catch (cause) {
      files.delete(id);
      fail(id, cause);
    }
  });
}

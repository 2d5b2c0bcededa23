// Several small writes in one transaction: on SQLite every commit waits for the disk, and hundreds of devices come at
// once. Each is undone alone where it fails, and none is told of as done before all of them are on the disk.
import { type Kysely, sql, type Transaction } from "kysely";
import { type Store, transact } from "./open.ts";
import type { Tables } from "./tables.ts";

type Work<T> = (trx: Transaction<Tables>) => Promise<T>;
interface Waiting {
  /** Does the work and gives what is to be called once it is on the disk. */
  readonly run: (trx: Transaction<Tables>) => Promise<() => void>;
  readonly fail: (cause: unknown) => void;
}

/** Who waits, by the handle that they write to; a list stands here as long as somebody takes from it. */
const queues = new WeakMap<Kysely<Tables>, Waiting[]>();

/** Longest time for which one transaction goes on taking more in: who is in it first waits for the last. */
const mostMs = 50;

/** `transact` for what is short and comes often: what is asked for in one turn of the event loop shares a commit. */
export function together<T>(store: Store, work: Work<T>): Promise<T> {
  if (store.engine !== "sqlite" || store.db.isTransaction) return transact(store, work);
  return new Promise<T>((done, fail) => {
    const one: Waiting = {
      run: async (trx) => {
        const value = await work(trx);
        return () => done(value);
      },
      fail,
    };
    const queue = queues.get(store.db);
    if (queue !== undefined) queue.push(one);
    else {
      queues.set(store.db, [one]);
      setImmediate(() => void drain(store));
    }
  });
}

async function drain(store: Store): Promise<void> {
  const queue = queues.get(store.db) ?? [];
  while (queue.length > 0) {
    await writeSome(store, queue);
    // Requests that came meanwhile are read first, so that they share the next commit.
    await new Promise((next) => setImmediate(next));
  }
  queues.delete(store.db);
}

async function writeSome(store: Store, queue: Waiting[]): Promise<void> {
  const taken: Waiting[] = [];
  try {
    const told = await transact(store, async (trx) => {
      const outcomes: (() => void)[] = [];
      const until = performance.now() + mostMs;
      while (queue.length > 0 && performance.now() < until) {
        const one = queue.shift() as Waiting;
        taken.push(one);
        outcomes.push(await apart(trx, one));
      }
      return outcomes;
    });
    for (const tell of told) tell();
  } catch (cause) {
    for (const { fail } of taken.length > 0 ? taken : queue.splice(0)) fail(cause);
  }
}

/** One work that leaves nothing where it fails. Throws where the transaction itself is lost, as on a full disk. */
async function apart(trx: Transaction<Tables>, { run, fail }: Waiting): Promise<() => void> {
  await sql`savepoint apart`.execute(trx);
  try {
    const tell = await run(trx);
    await sql`release apart`.execute(trx);
    return tell;
  } catch (cause) {
    try {
      await sql`rollback to apart`.execute(trx);
      await sql`release apart`.execute(trx);
    } catch {
      throw cause;
    }
    return () => fail(cause);
  }
}

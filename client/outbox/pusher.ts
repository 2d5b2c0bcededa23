// The pusher: one per browser, under a Web Lock, for everybody known here, whoever is signed in. It never gives up.
import type { PersonDatabase } from "./database.ts";
import { deliver, type PassOutcome } from "./deliver.ts";
import type { Fetch } from "./wire.ts";

export interface DeliverySurroundings {
  readonly fetch: Fetch;
  readonly now: () => number;
  readonly random: () => number;
  readonly setTimer: (act: () => void, ms: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
  /** Everybody known in this browser. */
  readonly databases: () => Promise<PersonDatabase[]>;
  /** Holds the browser's one pusher until `released`; without Web Locks every tab pushes, which is only wasteful. */
  readonly lock: (held: () => Promise<void>, signal: AbortSignal) => Promise<void>;
  /** Calls when the network is back, the page is seen again, or an answer was saved in any tab. */
  readonly watch: (nudge: (reason: "answer" | "network") => void) => () => void;
  /** After a pass: drops the database of somebody who signed out of a shared computer and owes nothing. */
  readonly passed: (db: PersonDatabase) => Promise<void>;
}

export interface Delivery {
  /** Sends now what waits, without waiting for a backoff. */
  nudge(): void;
  /** Runs one whole pass over everybody and tells how each ended. */
  runNow(): Promise<Map<string, PassOutcome>>;
  stop(): void;
}

const hour = 3_600_000;
const shortest = 1000;
const longest = 300_000;
/** Stands in a turn while its pass runs: whatever wakes it meanwhile overwrites it, so that no wake-up is lost. */
const inPass = Number.POSITIVE_INFINITY;

/** Full jitter: anything from 0 up to a ceiling that doubles from 1 s to 5 min. */
export const backoffMs = (attempt: number, random: () => number): number =>
  random() * Math.min(longest, shortest * 2 ** attempt);

interface Turn {
  attempts: number;
  dueAt: number;
  fullAt: number;
  paused: boolean;
}

export function createDelivery(around: DeliverySurroundings): Delivery {
  const turns = new Map<string, Turn>();
  const stopped = new AbortController();
  let timer: unknown;
  let running: Promise<Map<string, PassOutcome>> | undefined;
  let again = false;
  let holding = false;

  const turnOf = (person: string): Turn => {
    const turn = turns.get(person) ?? { attempts: 0, dueAt: 0, fullAt: 0, paused: false };
    turns.set(person, turn);
    return turn;
  };

  const passOver = async (everybody: boolean): Promise<Map<string, PassOutcome>> => {
    const outcomes = new Map<string, PassOutcome>();
    for (const db of await around.databases()) {
      if (stopped.signal.aborted) break;
      const turn = turnOf(db.person);
      if (!everybody && turn.dueAt > around.now()) continue;
      const full = everybody || turn.fullAt <= around.now();
      const fullAt = turn.fullAt;
      turn.dueAt = inPass;
      if (full) turn.fullAt = inPass;
      const outcome = await deliver({ db, fetch: around.fetch, now: around.now }, full).catch(() => "later" as const);
      outcomes.set(db.person, outcome);
      turn.paused = outcome === "paused";
      turn.attempts = outcome === "later" ? turn.attempts + 1 : 0;
      const wait = outcome === "later" ? backoffMs(turn.attempts - 1, around.random) : hour;
      if (turn.dueAt === inPass) turn.dueAt = around.now() + wait;
      if (turn.fullAt === inPass) turn.fullAt = outcome === "drained" ? around.now() + hour : fullAt;
      if (outcome === "drained") await around.passed(db).catch(() => undefined);
    }
    return outcomes;
  };

  const run = (everybody: boolean): Promise<Map<string, PassOutcome>> => {
    if (running !== undefined) {
      again = true;
      return running;
    }
    around.clearTimer(timer);
    running = passOver(everybody).finally(() => {
      running = undefined;
      if (again) {
        again = false;
        void run(false);
      } else schedule();
    });
    return running;
  };

  const schedule = (): void => {
    around.clearTimer(timer);
    if (stopped.signal.aborted || !holding) return;
    const due = Math.min(around.now() + hour, ...[...turns.values()].map(({ dueAt }) => dueAt));
    timer = around.setTimer(() => void run(false), Math.max(0, due - around.now()));
  };

  const nudge = (reason: "answer" | "network"): void => {
    if (!holding) return;
    for (const turn of turns.values()) {
      if (reason === "network") {
        turn.dueAt = 0;
        turn.fullAt = 0;
      } else if (!turn.paused) turn.dueAt = 0;
    }
    void run(false);
  };

  void around
    .lock(async () => {
      holding = true;
      const off = around.watch(nudge);
      await run(true);
      await new Promise<void>((done) => {
        if (stopped.signal.aborted) done();
        else stopped.signal.addEventListener("abort", () => done());
      });
      off();
    }, stopped.signal)
    .catch(() => undefined);

  return {
    nudge: () => nudge("network"),
    runNow: async () => {
      await running;
      return run(true);
    },
    stop() {
      stopped.abort();
      around.clearTimer(timer);
    },
  };
}

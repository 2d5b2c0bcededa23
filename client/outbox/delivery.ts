// Ties the pusher to the page: real network, clock and timers, the Web Lock, and what wakes it.
import { liveQuery } from "dexie";
import { metaOf, type PersonDatabase } from "./database.ts";
import { everybody } from "./known.ts";
import { keepsMedia, storeMedia } from "./media.ts";
import { refreshPack } from "./packs.ts";
import { closeIfDone } from "./people.ts";
import type { Delivery } from "./pusher.ts";

export type { Delivery } from "./pusher.ts";

/** Once a page. The pusher's own part is loaded after the first screen. */
export function startDelivery(): Delivery {
  const stopped = new AbortController();
  const begun = begin(stopped.signal);
  const tell = (act: (delivery: Delivery) => void) => void begun.then(act, () => undefined);
  return {
    nudge: () => tell((delivery) => delivery.nudge()),
    runNow: async () => (await begun).runNow(),
    stop() {
      stopped.abort();
      tell((delivery) => delivery.stop());
    },
  };
}

const again = 5000;

/** Never gives up: a page that was opened as the network went has its part later. */
async function loadPusher(signal: AbortSignal): Promise<typeof import("./pusher.ts")> {
  for (;;) {
    const loaded = await import("./pusher.ts").catch(() => undefined);
    if (loaded !== undefined) return loaded;
    await new Promise((next) => setTimeout(next, again));
    signal.throwIfAborted();
  }
}

async function begin(signal: AbortSignal): Promise<Delivery> {
  const { createDelivery } = await loadPusher(signal);
  return createDelivery({
    fetch: (input, init) => fetch(input, init),
    now: Date.now,
    random: Math.random,
    setTimer: (act, ms) => setTimeout(act, ms),
    clearTimer: (timer) => clearTimeout(timer as number | undefined),
    databases: everybody,
    lock: async (held, signal) => {
      if (navigator.locks === undefined) await held();
      else await navigator.locks.request("countersign-delivery", { signal }, held);
    },
    watch,
    passed,
  });
}

const packAgeMs = 600_000;

/** The network is there and all is sent: look for news of the work, and go on fetching clips. */
async function passed(db: PersonDatabase): Promise<void> {
  if ((await metaOf(db, "closing")) !== undefined) return closeIfDone(db);
  const packAt = Date.parse((await metaOf(db, "packAt")) ?? "");
  if (!(Date.now() - packAt < packAgeMs)) await refreshPack(db);
  if (await keepsMedia(db)) void storeMedia(db).catch(() => undefined);
}

function watch(nudge: (reason: "answer" | "network") => void): () => void {
  const online = (): void => nudge("network");
  const seen = (): void => {
    if (document.visibilityState === "visible") nudge("network");
  };
  addEventListener("online", online);
  document.addEventListener("visibilitychange", seen);
  let last: { unsent: number; paused: number } | undefined;
  const changes = liveQuery(async () => {
    const known = await everybody();
    const unsent = await Promise.all(known.map((db) => db.outbox.count()));
    const paused = await Promise.all(known.map((db) => metaOf(db, "paused")));
    return {
      people: known.length,
      unsent: unsent.reduce((sum, one) => sum + one, 0),
      paused: paused.filter((one) => one !== undefined).length,
    };
  }).subscribe((now) => {
    if (last !== undefined && now.paused < last.paused) nudge("network");
    else if (last !== undefined && now.unsent > last.unsent) nudge("answer");
    last = now;
  });
  return () => {
    removeEventListener("online", online);
    document.removeEventListener("visibilitychange", seen);
    changes.unsubscribe();
  };
}

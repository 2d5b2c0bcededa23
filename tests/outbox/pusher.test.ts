import { describe, expect, it } from "vitest";
import type { PersonDatabase } from "#client/outbox/database";
import { backoffMs, createDelivery } from "#client/outbox/pusher";
import { put } from "#client/outbox/put";
import { openDevice, sealedChoice } from "./device.ts";
import { type Fault, ServerModel } from "./server-model.ts";

/** A page whose clock and timers the test moves. */
async function page(people: string[], options: { held?: Promise<void>; asked?: (path: string) => Promise<void> } = {}) {
  const server = new ServerModel();
  const dbs: PersonDatabase[] = [];
  for (const person of people) dbs.push(await openDevice(person, server));
  const clock = { ms: Date.parse("2026-12-01T08:00:00Z") };
  const timers: { at: number; act: () => void }[] = [];
  let nudge: (reason: "answer" | "network") => void = () => undefined;
  const passes: string[] = [];
  const delivery = createDelivery({
    fetch: async (path, init) => {
      await options.asked?.(path);
      return server.fetch(path, init);
    },
    now: () => clock.ms,
    random: () => 1,
    setTimer: (act, ms) => {
      const timer = { at: clock.ms + ms, act };
      timers.splice(0, timers.length, timer);
      return timer;
    },
    clearTimer: (timer) => {
      if (timers[0] === timer) timers.length = 0;
    },
    databases: async () => dbs,
    lock: async (held) => {
      await options.held;
      await held();
    },
    watch: (given) => {
      nudge = given;
      return () => undefined;
    },
    passed: async (db) => void passes.push(db.person),
  });
  /** Until the pass is over: it ends by setting the next timer. */
  const quiet = async () => {
    for (let k = 0; k < 40 && (k < 2 || timers.length === 0); k++) await new Promise((done) => setTimeout(done, 10));
  };
  await quiet();
  return {
    server,
    dbs,
    clock,
    delivery,
    passes,
    quiet,
    nudge: async (reason: "answer" | "network") => {
      nudge(reason);
      await quiet();
    },
    /** Milliseconds until the next timer. */
    due: () => (timers[0]?.at ?? Number.POSITIVE_INFINITY) - clock.ms,
    next: async () => {
      const [timer] = timers.splice(0, 1);
      if (timer === undefined) return;
      clock.ms = timer.at;
      timer.act();
      await quiet();
    },
  };
}
const failing = (times: number): Fault[] => Array.from({ length: times }, () => "cut-before");

describe("the pusher", () => {
  it("sends everybody's work with their own key, whoever is signed in", async () => {
    const { server, dbs, nudge } = await page(["ada", "bo"]);
    for (const db of dbs) await put(db, sealedChoice("i1"));
    await nudge("answer");
    expect(server.log.map(({ person }) => person).sort()).toEqual(["ada", "bo"]);
  });

  it("waits longer after each failure, up to five minutes, and never gives up", async () => {
    const { server, dbs, nudge, due, next } = await page(["ada"]);
    await put(dbs[0] as PersonDatabase, sealedChoice("i1"));
    server.faults = failing(12);
    await nudge("answer");
    const waits: number[] = [];
    for (let k = 0; k < 12; k++) {
      waits.push(due());
      await next();
    }
    expect(waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
    expect(waits.slice(-3)).toEqual([300_000, 300_000, 300_000]);
    expect(server.log.length).toBe(1);
  });

  it("spreads its tries over the whole wait", () => {
    expect(backoffMs(3, () => 0)).toBe(0);
    expect(backoffMs(3, () => 0.5)).toBe(4000);
    expect(backoffMs(60, () => 1)).toBe(300_000);
  });

  it("tries at once when the network is back or a new answer is saved", async () => {
    const { server, dbs, nudge, due } = await page(["ada"]);
    const db = dbs[0] as PersonDatabase;
    await put(db, sealedChoice("i1"));
    server.faults = failing(1);
    await nudge("answer");
    expect(due()).toBe(1000);
    await nudge("network");
    expect(server.log.length).toBe(1);
    await put(db, sealedChoice("i2"));
    await nudge("answer");
    expect(server.log.length).toBe(2);
  });

  it("sends an answer that was saved while a pass was running as soon as that pass is over", async () => {
    let during: () => Promise<void> = async () => undefined;
    const one = await page(["ada"], { asked: (path) => (path === "/api/sync/hello" ? during() : Promise.resolve()) });
    const [db] = one.dbs as [PersonDatabase];
    await put(db, sealedChoice("i1"));
    during = async () => {
      during = async () => undefined;
      await put(db, sealedChoice("i2"));
      void one.nudge("answer");
    };
    await one.nudge("answer");
    await one.quiet();
    expect(one.server.log).toHaveLength(2);
  });

  it("stops one person's sending at 401 and goes on with the others", async () => {
    const { server, dbs, nudge } = await page(["ada", "bo"]);
    const [ada] = dbs as [PersonDatabase];
    const key = String((await ada.meta.get("deviceKey"))?.value);
    const known = server.devices.get(key);
    server.devices.delete(key);
    for (const db of dbs) await put(db, sealedChoice("i1"));
    await nudge("answer");
    expect(server.log.map(({ person }) => person)).toEqual(["bo"]);
    const before = server.requests.length;
    await nudge("answer");
    expect(server.requests.length - before).toBe(1);
    if (known !== undefined) server.devices.set(key, known);
    await nudge("network");
    expect(server.log.map(({ person }) => person)).toEqual(["bo", "ada"]);
  });

  it("greets every hour even when there is nothing to send", async () => {
    const { server, due, next } = await page(["ada"]);
    expect(server.requests).toEqual(["/api/sync/hello", "/api/sync/pull"]);
    expect(due()).toBe(3_600_000);
    await next();
    expect(server.requests.slice(2)).toEqual(["/api/sync/hello", "/api/sync/pull"]);
  });

  it("sends nothing while another tab of this browser is the pusher", async () => {
    let free: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      free = done;
    });
    const { server, dbs, nudge, quiet } = await page(["ada"], { held });
    await put(dbs[0] as PersonDatabase, sealedChoice("i1"));
    await nudge("answer");
    expect(server.requests).toEqual([]);
    free();
    await quiet();
    expect(server.log.length).toBe(1);
  });

  it("says after each pass whose work is all sent", async () => {
    const { passes, delivery, server, dbs } = await page(["ada"]);
    await put(dbs[0] as PersonDatabase, sealedChoice("i1"));
    server.faults = failing(1);
    expect([...(await delivery.runNow())]).toEqual([["ada", "later"]]);
    expect(passes).toEqual(["ada"]);
    expect([...(await delivery.runNow())]).toEqual([["ada", "drained"]]);
    expect(passes).toEqual(["ada", "ada"]);
    delivery.stop();
  });
});

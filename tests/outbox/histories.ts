// Random histories of the real outbox, over whichever server a test gives: two people on one laptop, one of them on a second device, a server that cuts
// lines before and after it commits, doubles, garbles, fails and is restored; restarts and clocks that jump by a year.
// After each history the network is mended and everything must have arrived once, as its author's.

import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import fc from "fast-check";
import { expect } from "vitest";
import { seal } from "#client/capture/seal";
import { PersonDatabase, setMeta } from "#client/outbox/database";
import { deliver } from "#client/outbox/deliver";
import { put } from "#client/outbox/put";
import { standingHere } from "#client/outbox/standing-here";
import type { Response } from "#schemas/response";
import type { Flag } from "#schemas/standing";
import { standing } from "#schemas/standing";
import { choiceOf, retractOf } from "./device.ts";
import type { Fault } from "./server-model.ts";

const items = ["i1", "i2", "i3"] as const;
const options = ["A", "B", "C", "D"] as const;
const faults: Fault[] = ["none", "cut-before", "cut-after", "twice", "html", "truncated", 401, 413, 429, 500, 502];

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("answer" as const),
      at: fc.nat(2),
      item: fc.constantFrom(...items),
      option: fc.constantFrom(...options),
      poison: fc.boolean(),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("retract" as const), at: fc.nat(2), item: fc.constantFrom(...items) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("deliver" as const),
      at: fc.nat(2),
      faults: fc.array(fc.constantFrom(...faults), { maxLength: 6 }),
      full: fc.boolean(),
      both: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const), at: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("back-up" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restore" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("clock" as const), at: fc.nat(2), by: fc.constantFrom(-1, 1) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const year = 31_536_000_000;
/** The first and the last are one person. */
const people = ["ada", "bo", "ada"] as const;

/** What a history asks of a server, in memory or real. */
export interface HistoryServer {
  readonly fetch: (path: string, init?: RequestInit) => Promise<globalThis.Response>;
  /** The next requests meet these, then none. */
  faults: Fault[];
  /** Answered 500 in whatever batch they are. */
  readonly poison: Set<string>;
  /** Ids that ever stood in the log: a restore may take them out of it again. */
  ever(): Promise<ReadonlySet<string>>;
  addDevice(code: string): Promise<{ person: string; device: string; deviceKey: string }>;
  backUp(): Promise<void>;
  restore(): Promise<void>;
  rows(): Promise<{ id: string; text: string; device: string; n: number; flags: Flag[] }[]>;
  close(): Promise<void>;
}

interface World {
  readonly server: HistoryServer;
  readonly dbs: PersonDatabase[];
  readonly factories: IDBFactory[];
  readonly clocks: number[];
  /** Every id that the screen called saved, with who said it. */
  readonly saved: Map<string, string>;
  readonly poisoned: Set<string>;
}

async function newWorld(server: HistoryServer): Promise<World> {
  const laptop = new IDBFactory();
  const factories = [laptop, laptop, new IDBFactory()];
  const dbs: PersonDatabase[] = [];
  for (const [at, code] of people.entries()) {
    const { person, device, deviceKey } = await server.addDevice(code);
    const indexedDB = factories[at] as IDBFactory;
    const db = new PersonDatabase(person, { indexedDB, IDBKeyRange, cache: "disabled" });
    await setMeta(db, "device", device);
    await setMeta(db, "deviceKey", deviceKey);
    dbs.push(db);
  }
  await server.backUp();
  return { server, dbs, factories, clocks: [0, 0, 0], saved: new Map(), poisoned: new Set() };
}

async function take(world: World, one: Step): Promise<void> {
  const at = "at" in one ? one.at : 0;
  const db = world.dbs[at] as PersonDatabase;
  const now = (): Date => new Date(Date.now() + (world.clocks[at] ?? 0));
  if (one.do === "answer") {
    const sealed = seal(choiceOf(one.item, one.option), now);
    if (one.poison && world.poisoned.size < 2) {
      world.poisoned.add(sealed.id);
      world.server.poison.add(sealed.id);
    }
    await Promise.all([put(db, sealed), ...(one.twice ? [put(db, sealed)] : [])]);
    world.saved.set(sealed.id, db.person);
  } else if (one.do === "retract") {
    const { leaf } = await standingHere(db, "s1", one.item, 1);
    if (leaf === undefined || leaf.kind === "retract") return;
    world.saved.set((await put(db, seal(retractOf(one.item, leaf.id), now))).id, db.person);
  } else if (one.do === "deliver") {
    world.server.faults = [...one.faults];
    const pass = () => deliver({ db, fetch: world.server.fetch, now: () => now().getTime() }, one.full);
    await Promise.all([pass(), ...(one.both ? [pass()] : [])]);
    world.server.faults = [];
    const sent = await db.responses.where("state").equals("sent").primaryKeys();
    const ever = await world.server.ever();
    expect(sent.filter((id) => !ever.has(id))).toEqual([]); // I1: "sent" is never said too early
  } else if (one.do === "restart") {
    db.close();
    const indexedDB = world.factories[at] as IDBFactory;
    world.dbs[at] = new PersonDatabase(db.person, { indexedDB, IDBKeyRange, cache: "disabled" });
  } else if (one.do === "back-up") await world.server.backUp();
  else if (one.do === "restore") await world.server.restore();
  else if (one.do === "clock") world.clocks[at] = one.by * year;
}

async function everybodyDelivers(world: World, later: number): Promise<void> {
  for (const db of world.dbs) {
    await deliver({ db, fetch: world.server.fetch, now: () => Date.now() + later }, true);
  }
}

async function check(world: World): Promise<void> {
  const { server, saved, poisoned } = world;
  // I7: one pass over a mended network, with the bad ones still bad: every good one is through.
  await everybodyDelivers(world, 0);
  const good = [...saved.keys()].filter((id) => !poisoned.has(id));
  const arrived = new Set((await server.rows()).map(({ id }) => id));
  expect(good.filter((id) => !arrived.has(id))).toEqual([]);
  server.poison.clear();
  for (let i = 0; i < 3; i++) await everybodyDelivers(world, 3 * year);

  const log = await server.rows();
  const ids = log.map(({ id }) => id);
  expect([...saved.keys()].filter((id) => !ids.includes(id))).toEqual([]); // I2
  expect(new Set(ids).size).toBe(ids.length); // I3
  expect(ids.length).toBe(saved.size);
  for (const row of log) expect((JSON.parse(row.text) as Response).person).toBe(saved.get(row.id)); // I10
  for (const db of world.dbs) {
    for (const row of await db.responses.toArray()) expect((JSON.parse(row.text) as Response).person).toBe(db.person);
    const device = (await db.meta.get("device"))?.value;
    const given = log.filter((row) => row.device === device).map(({ n }) => n);
    expect(given.sort((a, b) => a - b)).toEqual(given.map((_, k) => k + 1)); // I6
    for (const item of items) {
      const held = log
        .map(({ text, flags }) => ({ response: JSON.parse(text) as Response, flags }))
        .filter(({ response }) => response.person === db.person && "item" in response && response.item === item);
      const here = await standingHere(db, "s1", item, 1);
      expect(here).toEqual(standing(held)); // I4
      if (db === world.dbs[1]) expect(here.conflict).toBe(false); // one device never conflicts with itself
    }
  }
}

/** Runs histories, each on a server of its own; a failure prints the shortest history that shows it. */
export const histories = (open: () => Promise<HistoryServer>, runs: number, seed: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 18 }), async (steps) => {
      const world = await newWorld(await open());
      for (const one of steps) await take(world, one);
      await check(world);
      for (const db of world.dbs) db.close();
      await world.server.close();
    }),
    { numRuns: runs, seed },
  );

// A device of the real app in memory: its database on fake-indexeddb, its line a function call, with cuts on demand.
import { IDBFactory } from "fake-indexeddb";
import { type PersonDatabase, setMeta } from "#client/outbox/database";
import { deliver, type PassOutcome } from "#client/outbox/deliver";
import type { Line } from "#client/outbox/reconcile";
import type { Fetch } from "#client/outbox/wire";
import type { World } from "../access/world.ts";
import { openDevice } from "./device.ts";

export interface Place {
  readonly db: PersonDatabase;
  readonly line: Line;
  /** `METHOD path` of each request so far. */
  asked: string[];
  /** Requests that find no network. */
  cut: (request: string) => boolean;
  /** This device's clock. */
  clock: () => number;
  pass(): Promise<PassOutcome>;
}

export const fetchOf =
  (world: World): Fetch =>
  async (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("origin", world.deps.publicUrl.origin);
    return world.app.request(new URL(path, world.deps.publicUrl).href, { ...init, headers });
  };

export function placeOf(world: World, db: PersonDatabase): Place {
  const net = fetchOf(world);
  const place: Place = {
    db,
    line: {
      db,
      now: () => place.clock(),
      fetch: async (path, init = {}) => {
        const request = `${init.method} ${path}`;
        place.asked.push(request);
        if (place.cut(request)) throw new TypeError("no network");
        return net(path, init);
      },
    },
    asked: [],
    cut: () => false,
    clock: () => world.deps.clock().getTime(),
    pass: () => deliver(place.line, true),
  };
  return place;
}

/** Somebody starts with their link on a device of their own. */
export async function startOn(world: World, code: string, idb = new IDBFactory()): Promise<Place> {
  const { key, device } = await world.start(code);
  const db = await openDevice(world.people.get(code) ?? "", undefined, idb);
  await setMeta(db, "device", device);
  await setMeta(db, "deviceKey", key);
  return placeOf(world, db);
}

/** The profile as a copying program makes it: every row, in a browser of its own. */
export async function copyOf(world: World, { db }: Place): Promise<Place> {
  const copy = await openDevice(db.person, undefined, new IDBFactory());
  for (const table of db.tables) {
    await copy.table(table.name).clear();
    await copy.table(table.name).bulkPut(await table.toArray());
  }
  return placeOf(world, copy);
}

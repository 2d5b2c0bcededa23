// Devices: one person's database in one browser, known by the hash of its key, and what the server has acknowledged to it.
import { v4 as uuid } from "uuid";
import { emptyDigest } from "#schemas/sync";
import { hashOf, newToken } from "#server/access/tokens";
import type { Store } from "./open.ts";
import type { DevicesTable } from "./tables.ts";
import { together } from "./together.ts";

/** A new device of a person. The key is given out here, once; only its hash is kept. */
export async function createDevice(
  store: Store,
  given: { person: string; shared: boolean; now: Date; id?: string },
): Promise<{ device: string; deviceKey: string }> {
  const device = given.id ?? uuid();
  const deviceKey = newToken();
  await store.db
    .insertInto("devices")
    .values({
      id: device,
      person: given.person,
      key_hash: hashOf(deviceKey),
      shared: given.shared ? 1 : 0,
      created_at: given.now.toISOString(),
      revoked_at: null,
      count: 0,
      digest: emptyDigest,
      said_max_n: 0,
      said_pending: 0,
      said_oldest_pending_at: null,
      last_seen_at: null,
    })
    .execute();
  return { device, deviceKey };
}

export async function deviceByKey(store: Store, deviceKey: string): Promise<DevicesTable | undefined> {
  return store.db.selectFrom("devices").selectAll().where("key_hash", "=", hashOf(deviceKey)).executeTakeFirst();
}

export async function devicesOf(store: Store, people: readonly string[]): Promise<DevicesTable[]> {
  if (people.length === 0) return [];
  return store.db
    .selectFrom("devices")
    .selectAll()
    .where("person", "in", [...people])
    .orderBy("created_at")
    .execute();
}

/** From now on the person's devices may deliver what they hold, and read nothing. */
export async function revokeDevices(store: Store, person: string, now: Date): Promise<void> {
  await store.db
    .updateTable("devices")
    .set({ revoked_at: now.toISOString() })
    .where("person", "=", person)
    .where("revoked_at", "is", null)
    .execute();
}

/** The same of one device. */
export async function revokeDevice(store: Store, device: string, now: Date): Promise<void> {
  await store.db.updateTable("devices").set({ revoked_at: now.toISOString() }).where("id", "=", device).execute();
}

export interface Said {
  readonly maxN: number;
  readonly pending: number;
  /** Left out where the device did not say. */
  readonly oldestPendingAt?: string | null;
}

/**
 * Keeps what a device says of itself: how far it has counted and how much waits on it. A hello waits for it: on a full
 * disk it must fail like a push, or the device would take its answers for the fault.
 */
export async function noteSaid(store: Store, device: string, said: Said, now: Date): Promise<void> {
  await together(store, (db) =>
    db
      .updateTable("devices")
      .set({
        said_max_n: said.maxN,
        said_pending: said.pending,
        last_seen_at: now.toISOString(),
        ...(said.oldestPendingAt === undefined ? {} : { said_oldest_pending_at: said.oldestPendingAt }),
      })
      .where("id", "=", device)
      .execute(),
  );
}

/** What the server has acknowledged to a device; tombstones are part of it. */
export async function deviceTotals(store: Store, device: string): Promise<{ count: number; digest: string }> {
  const row = await store.db
    .selectFrom("devices")
    .select(["count", "digest"])
    .where("id", "=", device)
    .executeTakeFirst();
  return { count: row?.count ?? 0, digest: row?.digest ?? emptyDigest };
}

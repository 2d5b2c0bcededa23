// The devices that a person had before: what each last said of itself, so that a browser that lost its data can say so.
import { devicesOf } from "./devices.ts";
import { gapsOf } from "./gaps.ts";
import type { Store } from "./open.ts";

export interface Earlier {
  readonly device: string;
  readonly lastSeenAt: string;
  /** Answers that it said it still had to send. */
  readonly pending: number;
  /** Numbers that it had given out and that never came. */
  readonly missing: number;
}

/** Those that were ever in contact, in the order in which they began. */
export async function earlierDevices(store: Store, person: string): Promise<Earlier[]> {
  const devices = await devicesOf(store, [person]);
  const gaps = await gapsOf(store, devices);
  return devices.flatMap(({ id, last_seen_at, said_pending }) =>
    last_seen_at === null
      ? []
      : [{ device: id, lastSeenAt: last_seen_at, pending: said_pending, missing: gaps.get(id) ?? 0 }],
  );
}

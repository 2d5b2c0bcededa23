// Numbers that devices have given out and the server has not got: neither in the log, nor set aside, nor said to wait.
import type { Store } from "./open.ts";
import type { DevicesTable } from "./tables.ts";

/** How many numbers are missing, by device id. A device counts gaplessly, so less than it counted means something is lost. */
export async function gapsOf(store: Store, devices: readonly DevicesTable[]): Promise<Map<string, number>> {
  if (devices.length === 0) return new Map();
  const aside = await store.db
    .selectFrom("quarantine")
    .leftJoin("log", "log.id", "quarantine.id")
    .select((e) => ["quarantine.device as device", e.fn.count<number>("quarantine.id").distinct().as("kept")])
    .where("log.id", "is", null)
    .where(
      "quarantine.device",
      "in",
      devices.map(({ id }) => id),
    )
    .groupBy("quarantine.device")
    .execute();
  const kept = new Map(aside.map((row) => [row.device, Number(row.kept)]));
  return new Map(
    devices.map((one) => {
      const here = one.count + (kept.get(one.id) ?? 0) + one.said_pending;
      return [one.id, Math.max(0, one.said_max_n - here)];
    }),
  );
}

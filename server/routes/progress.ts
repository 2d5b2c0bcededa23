// How far each person is: what they owe, answered and skipped, and what their devices say of work not here yet.
// Everything is derived when asked; answered + skipped + open = asked, always.
import { Hono } from "hono";
import { type ProgressPerson, progress } from "#schemas/desk";
import { described, onlyFor } from "#server/access/described";
import type { Deps } from "#server/deps";
import { type Attention, attentionOf } from "#server/store/attention";
import { devicesOf } from "#server/store/devices";
import { gapsOf } from "#server/store/gaps";
import { membersOf } from "#server/store/members";
import { studyById } from "#server/store/studies";
import type { DevicesTable } from "#server/store/tables";

/** What a person's devices said last, taken together. */
function saidBy(devices: readonly DevicesTable[], gaps: ReadonlyMap<string, number>) {
  const oldest = devices.flatMap((one) => (one.said_pending > 0 ? (one.said_oldest_pending_at ?? []) : [])).sort();
  const seen = devices.flatMap((one) => one.last_seen_at ?? []).sort();
  return {
    waiting: devices.reduce((sum, one) => sum + one.said_pending, 0),
    gaps: devices.reduce((sum, one) => sum + (gaps.get(one.id) ?? 0), 0),
    oldestWaitingAt: oldest[0] ?? null,
    lastSeenAt: seen.at(-1) ?? null,
  };
}

export function progressRoutes(deps: Deps): Hono {
  return new Hono().get(
    "/api/studies/:study/progress",
    described("How far each person is, and what waits on their devices", progress, ["not-found", "not-yours"]),
    onlyFor(deps, ["coordinator"]),
    async (c) => {
      const { study } = c.get("member");
      const members = await membersOf(deps.store, study);
      const devices = await devicesOf(
        deps.store,
        members.map((one) => one.person),
      );
      const gaps = await gapsOf(deps.store, devices);
      const { position, rows } = await deps.figures.progress(study);
      const part = await studyById(deps.store, study);
      const attention = part === undefined ? new Map<string, Attention>() : await attentionOf(deps.store, part);
      const people: ProgressPerson[] = rows.flatMap((row) => {
        const member = members.find((one) => one.person === row.person);
        if (member === undefined) return [];
        const { assigned: asked, answered, skipped, open, skips, flags, conflicts, person, code } = row;
        const checks = attention.get(person);
        const theirs = devices.filter((one) => one.person === person);
        const { role, seat } = member;
        return {
          person,
          code,
          role,
          seat,
          asked,
          answered,
          skipped,
          open,
          skips,
          flags,
          conflicts,
          ...saidBy(theirs, gaps),
          ...(checks === undefined ? {} : { attention: checks }),
        };
      });
      return c.json({ position, serverTime: deps.clock().toISOString(), people });
    },
  );
}

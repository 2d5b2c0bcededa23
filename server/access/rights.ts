// Who is asking, and what they may do. A right hangs on the person and the thing, never on the address of the request.
import type { Context } from "hono";
import type { Role } from "#schemas/person";
import { Problem } from "#schemas/problem";
import type { Deps } from "#server/deps";
import { deviceByKey } from "#server/store/devices";
import { holdsMedium, type Member, memberOf } from "#server/store/members";
import { personOfSession } from "#server/store/sessions";
import type { DevicesTable } from "#server/store/tables";
import { sessionToken } from "./cookies.ts";
import { hashOf } from "./tokens.ts";

/** The device whose key the request carries, revoked or not (a revoked person may still deliver); else `signed-out`. */
export async function deviceOf(c: Context, deps: Deps): Promise<DevicesTable> {
  const key = /^Bearer ([A-Za-z0-9_-]{20,100})$/.exec(c.req.header("authorization") ?? "")?.[1];
  const device = key === undefined ? undefined : await deviceByKey(deps.store, key);
  if (device === undefined) throw new Problem("signed-out", "This device is not known here; open your link again.");
  return device;
}

/** The person whose session cookie the request carries; else `signed-out`. */
export async function personOf(c: Context, deps: Deps): Promise<string> {
  const token = sessionToken(c, deps);
  const person = token === undefined ? undefined : await personOfSession(deps.store, hashOf(token), deps.clock());
  if (person === undefined) throw new Problem("signed-out");
  return person;
}

/**
 * The part that the signed-in person has in a study. Nobody signed in: `signed-out`. No part in it, or no such study:
 * `not-found`, alike, so that ids cannot be probed. Another role than those named: `not-yours`.
 */
export async function memberWith(c: Context, deps: Deps, study: string, roles: readonly Role[]): Promise<Member> {
  const member = await memberOf(deps.store, study, await personOf(c, deps));
  if (member === undefined) throw new Problem("not-found");
  if (!roles.includes(member.role)) throw new Problem("not-yours");
  return member;
}

/**
 * Whether whoever asks, by session or by device key, may fetch a medium: they take part in a study that holds it, and
 * it is not retired. Nobody at all: `signed-out`. A revoked device may deliver but not read.
 */
export async function mayReadMedium(c: Context, deps: Deps, hash: string): Promise<boolean> {
  if (c.req.header("authorization") === undefined) return holdsMedium(deps.store, await personOf(c, deps), hash);
  const device = await deviceOf(c, deps);
  return device.revoked_at === null && (await holdsMedium(deps.store, device.person, hash));
}

// Links: a personal one lets its person in on several devices until it is withdrawn; a setup one lets a coordinator
// choose a password, once, within the hour. Opening a page spends nothing; only Start does.
import { Problem } from "#schemas/problem";
import type { Deps } from "#server/deps";
import { accountOf } from "#server/store/accounts";
import { insertLink, linkByHash, revokeLinksOf } from "#server/store/links";
import { firstCoordinator } from "#server/store/persons";
import type { LinksTable } from "#server/store/tables";
import { hashOf, newToken } from "./tokens.ts";

type Needs = Pick<Deps, "store" | "clock" | "publicUrl">;
export type LinkKind = LinksTable["kind"];
const setupHour = 3_600_000;

export const linkUrl = (publicUrl: URL, kind: LinkKind, token: string): string =>
  `${new URL(kind === "personal" ? "/join" : "/setup", publicUrl).href}#${token}`;

/**
 * A new link, as the address to hand on. `token` is given only by the demo, whose links must stay the same from start
 * to start; everybody else's is drawn here and cannot be shown again.
 */
export async function createLink(deps: Needs, person: string, kind: LinkKind, token = newToken()): Promise<string> {
  const now = deps.clock();
  await insertLink(deps.store, {
    tokenHash: hashOf(token),
    person,
    kind,
    now,
    ...(kind === "setup" ? { expires: new Date(now.getTime() + setupHour) } : {}),
  });
  return linkUrl(deps.publicUrl, kind, token);
}

/** Withdraws a person's links of one kind; how many there were. */
export async function revokeLinks(deps: Needs, person: string, kind: LinkKind): Promise<number> {
  return revokeLinksOf(deps.store, person, kind, deps.clock());
}

/** The link that a token opens, if it still works; else the problem that says why not. Spends nothing. */
export async function peekLink(deps: Needs, token: string, kind?: LinkKind): Promise<LinksTable> {
  const link = await linkByHash(deps.store, hashOf(token));
  if (link === undefined || (kind !== undefined && link.kind !== kind)) throw new Problem("wrong-link");
  if (link.revoked_at !== null) throw new Problem("revoked-link");
  const over = link.expires_at !== null && link.expires_at <= deps.clock().toISOString();
  if (over || (link.kind === "setup" && link.used_at !== null)) throw new Problem("used-link");
  return link;
}

/**
 * The first coordinator's one-time link, new at each start (older ones are withdrawn); null once they have a password.
 */
export async function setupLink(deps: Needs): Promise<string | null> {
  const person = await firstCoordinator(deps.store, deps.clock());
  if ((await accountOf(deps.store, person)) !== undefined) return null;
  await revokeLinks(deps, person, "setup");
  return createLink(deps, person, "setup");
}

// The session cookie: out of reach of scripts and of other sites, bound to this host where the address is https.
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Deps } from "#server/deps";
import { createSession } from "#server/store/sessions";
import { hashOf, newToken } from "./tokens.ts";

const days = 30;
const secure = (deps: Deps): boolean => deps.publicUrl.protocol === "https:";
const nameOf = (deps: Deps): string => (secure(deps) ? "__Host-countersign" : "countersign");
const shapeOf = (deps: Deps) => ({ path: "/", httpOnly: true, sameSite: "Strict", secure: secure(deps) }) as const;

export const sessionToken = (c: Context, deps: Deps): string | undefined => getCookie(c, nameOf(deps));

export async function openSession(c: Context, deps: Deps, person: string): Promise<void> {
  const token = newToken();
  const now = deps.clock();
  const expires = new Date(now.getTime() + days * 86_400_000);
  await createSession(deps.store, { tokenHash: hashOf(token), person, now, expires });
  setCookie(c, nameOf(deps), token, { ...shapeOf(deps), maxAge: days * 86_400 });
}

export function dropCookie(c: Context, deps: Deps): void {
  deleteCookie(c, nameOf(deps), shapeOf(deps));
}

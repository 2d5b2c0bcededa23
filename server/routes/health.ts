// Whether the server can do its work: it answers, and its store does.
import { Hono } from "hono";
import * as z from "zod/mini";
import { described } from "#server/access/described";
import type { Deps } from "#server/deps";
import { answers } from "#server/store/health";

export function healthRoutes(deps: Deps): Hono {
  return new Hono().get("/health", described("Whether the server works", z.object({ ok: z.boolean() })), async (c) => {
    const ok = await answers(deps.store);
    return c.json({ ok }, ok ? 200 : 503);
  });
}

// Another site must not act with somebody's cookie: every unsafe request names our own origin, whatever its content
// type. A device key is no cookie and no other site has it, so it may come without an Origin, but never from a wrong one.
import type { MiddlewareHandler } from "hono";
import { Problem } from "#schemas/problem";
import type { Deps } from "#server/deps";

const safe = new Set(["GET", "HEAD", "OPTIONS"]);

export function sameOrigin(deps: Pick<Deps, "publicUrl">): MiddlewareHandler {
  return async (c, next) => {
    if (!safe.has(c.req.method)) {
      const origin = c.req.header("origin");
      const byDevice =
        origin === undefined &&
        /^\/api\/(sync|recordings)\//.test(c.req.path) &&
        (c.req.header("authorization") ?? "").startsWith("Bearer ");
      if (origin !== deps.publicUrl.origin && !byDevice) throw new Problem("bad-origin");
    }
    await next();
  };
}

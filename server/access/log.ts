// One line a request: what was asked and how it went. Never a token, cookie, key, query or body.
import type { MiddlewareHandler } from "hono";
import type { Deps } from "#server/deps";

export function requestLog(deps: Pick<Deps, "log">): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const ms = Math.round(performance.now() - start);
    const line = { method: c.req.method, path: c.req.path.slice(0, 300), status: c.res.status, ms };
    if (c.req.path.startsWith("/api/")) deps.log.info(line, "request");
    else deps.log.debug(line, "request");
  };
}

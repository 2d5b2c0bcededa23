// What every answer carries so that a page of ours runs only our own code and tells no other site where it came from.
import type { MiddlewareHandler } from "hono";
import type { Deps } from "#server/deps";

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Sets the headers after the route has answered; a route that set its own Content-Security-Policy keeps it. */
export const securityHeaders =
  (deps: Pick<Deps, "publicUrl">): MiddlewareHandler =>
  async (c, next) => {
    await next();
    if (!c.res.headers.has("content-security-policy")) c.res.headers.set("content-security-policy", policy);
    c.res.headers.set("x-content-type-options", "nosniff");
    c.res.headers.set("referrer-policy", "no-referrer");
    if (deps.publicUrl.protocol === "https:")
      c.res.headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
  };

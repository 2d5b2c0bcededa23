// What every answer tells the browser to refuse: scripts, frames and requests that are not ours. Routes that say
// something stricter (media) keep their own words.
import type { MiddlewareHandler } from "hono";
import type { Deps } from "#server/deps";

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

export function securityHeaders(deps: Pick<Deps, "publicUrl">): MiddlewareHandler {
  const always: [string, string][] = [
    ["Content-Security-Policy", contentPolicy],
    ["Referrer-Policy", "no-referrer"],
    ["X-Content-Type-Options", "nosniff"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ["Permissions-Policy", "camera=(self), microphone=(), geolocation=()"],
  ];
  if (deps.publicUrl.protocol === "https:") always.push(["Strict-Transport-Security", "max-age=31536000"]);
  return async (c, next) => {
    await next();
    for (const [name, value] of always) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (c.req.path.startsWith("/api/") && !c.res.headers.has("Cache-Control"))
      c.res.headers.set("Cache-Control", "no-store");
  };
}

// Media by hash, in exact ranges, to those who may see them. The right is checked for each file, never for a path.
import { type Context, Hono } from "hono";
import { Problem } from "#schemas/problem";
import { mayReadMedium } from "../access/rights.ts";
import type { Deps } from "../deps.ts";
import { cutOf } from "../media/ranges.ts";
import { isHash } from "../media/store.ts";
import { factsOf } from "../store/media.ts";

export function mediaRoutes(deps: Deps): Hono {
  const routes = new Hono();
  routes.on(["GET", "HEAD"], "/media/:hash", (c) => serve(c, deps, c.req.param("hash")));
  return routes;
}

async function serve(c: Context, deps: Deps, hash: string): Promise<Response> {
  if (!isHash(hash) || !(await mayReadMedium(c, deps, hash))) throw new Problem("not-found");
  const facts = await factsOf(deps.store, hash);
  const size = await deps.media.size(hash);
  if (facts === undefined || size === undefined) throw new Problem("not-found");
  const etag = `"${hash}"`;
  const headers = new Headers({
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, max-age=31536000, immutable",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Content-Type": facts.type,
    "Cross-Origin-Resource-Policy": "same-origin",
    ETag: etag,
    "X-Content-Type-Options": "nosniff",
  });
  const head = c.req.raw.method === "HEAD";
  if (matches(c.req.header("If-None-Match"), etag)) return new Response(null, { status: 304, headers });
  const ifRange = c.req.header("If-Range");
  const cut = ifRange === undefined || ifRange === etag ? cutOf(c.req.header("Range"), size) : "whole";
  if (cut === "outside") {
    headers.set("Content-Range", `bytes */${size}`);
    headers.set("Content-Length", "0");
    headers.set("Cache-Control", "no-store");
    return new Response(null, { status: 416, headers });
  }
  if (cut === "whole") {
    headers.set("Content-Length", String(size));
    return new Response(head ? null : deps.media.open(hash), { status: 200, headers });
  }
  headers.set("Content-Range", `bytes ${cut.start}-${cut.end}/${size}`);
  headers.set("Content-Length", String(cut.end - cut.start + 1));
  return new Response(head ? null : deps.media.open(hash, cut), { status: 206, headers });
}

const matches = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((one) => ["*", etag, `W/${etag}`].includes(one.trim()));

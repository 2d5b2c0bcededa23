// The built client: files as they are, index.html for every path of a screen. Hashed assets never change and
// are served of earlier builds too; the page and the service worker are asked for anew each time.
import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import { type Context, Hono } from "hono";
import { Problem } from "#schemas/problem";
import type { Deps } from "#server/deps";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
};
/** Segments of plain characters that start with no dot: what we serve has no other, encoded or not. */
const plain = /^\/(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*(?:\/|$))*$/;
const ours = /^\/(api|media|health)(\/|$)/;

export function clientRoutes({ clientDir, earlierClients = [] }: Pick<Deps, "clientDir" | "earlierClients">): Hono {
  const app = new Hono();
  const earlierOf = (path: string) => (path.startsWith("/assets/") ? earlierClients : []);
  app.on(["GET", "HEAD"], "*", async (c) => {
    if (clientDir === undefined || ours.test(c.req.path)) throw new Problem("not-found");
    const path = new URL(c.req.url).pathname;
    if (!plain.test(path)) throw new Problem("not-found");
    const found = extname(path) === "" ? undefined : await firstIn([clientDir, ...earlierOf(path)], path);
    if (found !== undefined) return answer(c, path, found);
    if (extname(path) !== "" && !path.startsWith("/desk/")) throw new Problem("not-found");
    const page = await fileAt(clientDir, "/index.html");
    if (page === undefined) throw new Problem("not-found", "the client has not been built; run `npm run build`");
    return answer(c, "/index.html", page);
  });
  return app;
}

async function firstIn(folders: readonly string[], path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  for (const folder of folders) {
    const found = await fileAt(folder, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function fileAt(folder: string, path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = normalize(join(folder, path));
  if (!file.startsWith(normalize(folder) + sep)) return undefined;
  return readFile(file).catch(() => undefined) as Promise<Uint8Array<ArrayBuffer> | undefined>;
}

function answer(c: Context, path: string, bytes: Uint8Array<ArrayBuffer>): Response {
  const type = types[extname(path)];
  if (type === undefined) throw new Problem("not-found");
  const hashed = path.startsWith("/assets/");
  const headers = {
    "content-type": type,
    "content-length": String(bytes.byteLength),
    "cache-control": hashed ? "public, max-age=31536000, immutable" : "no-cache",
    "cross-origin-resource-policy": "same-origin",
  };
  return c.req.method === "HEAD" ? c.body(null, 200, headers) : c.body(bytes, 200, headers);
}

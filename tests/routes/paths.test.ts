// Addresses that try to leave the folder they ask in, sent over a bare socket so that no client tidies them first.
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerType, serve } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, stillHash, type World } from "../access/world.ts";

const own = [
  "../server.db",
  "..%2fserver.db",
  "%2e%2e/server.db",
  "%2e%2e%2fserver.db",
  "%252e%252e%252fserver.db",
  "....//server.db",
  "..%5cserver.db",
  "..\\server.db",
  "/etc/hostname",
  "//etc/hostname",
  "../../../../../../etc/hostname.txt",
  "..%2f..%2f..%2fetc%2fhostname",
  "../client_other/x.js",
  "index.html%00.txt",
  "%c0%ae%c0%ae/server.db",
];
const cases = join(import.meta.dirname, "../../../shared/cases/FR-50/paths.json");
const asked: string[] = existsSync(cases) ? [...own, ...JSON.parse(readFileSync(cases, "utf8")).ask] : own;
const secret = "nothing outside the folder is served";

describe("paths", () => {
  let world: World;
  let server: ServerType;
  let folder: string;
  let port: number;
  let cookie: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "countersign-paths-"));
    for (const place of ["client/assets", "client_other", "client/desk"])
      await mkdir(join(folder, place), { recursive: true });
    await writeFile(join(folder, "server.db"), secret);
    await writeFile(join(folder, "client_other/x.js"), secret);
    await writeFile(join(folder, "client/.env"), secret);
    await writeFile(join(folder, "client/index.html"), "<!doctype html><title>page</title>");
    await writeFile(join(folder, "client/sw.js"), "// worker");
    await writeFile(join(folder, "client/assets/app-1a2b3c.js"), `export const words = "${"word ".repeat(500)}";`);
    world = await openWorld("sqlite", "http://127.0.0.1:8787", join(folder, "client"));
    cookie = (await world.start("E1")).cookie;
    server = serve({ fetch: world.app.fetch, port: 0, hostname: "127.0.0.1" });
    await new Promise((done) => server.once("listening", done));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    server.close();
    await world.close();
    await rm(folder, { recursive: true, force: true });
  });

  const raw = (path: string): Promise<{ status: number; text: string }> =>
    new Promise((done, fail) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`);
      });
      let text = "";
      socket.on("data", (part) => {
        text += part.toString("latin1");
      });
      socket.on("end", () => done({ status: Number(text.slice(9, 12)), text }));
      socket.on("error", fail);
    });

  it.each(["/media/", "/", "/assets/", "/desk/", "/api/studies/quiz/exports/"])(
    "below %s never reach a file outside",
    async (base) => {
      for (const path of asked) {
        const answer = await raw(base + path);
        const tidied = new URL(base + path, "http://127.0.0.1").pathname;
        expect(answer.text, base + path).not.toContain(secret);
        const isScreen = /^\/[a-z]*(\/[a-z]+)?$/.test(tidied);
        if (!isScreen) expect([400, 401, 403, 404], base + path).toContain(answer.status);
        expect(answer.text).not.toMatch(/ENOENT|node_modules|\/tmp\//);
      }
    },
  );

  it("that mean a medium need a right, whatever their spelling", async () => {
    const signedIn = cookie;
    expect((await raw(`/media/${stillHash}`)).status).toBe(200);
    cookie = "";
    const spellings = [`/media/${stillHash}`, `/media//${stillHash}`, `//media/${stillHash}`, `/media%2f${stillHash}`];
    for (const path of [...spellings, `/media/%5c${stillHash}`, `/media/${stillHash.toUpperCase()}`])
      expect([401, 404], path).toContain((await raw(path)).status);
    cookie = signedIn;
  });

  it("of screens open the page, files open as they are, hidden ones never", async () => {
    for (const path of ["/", "/work", "/join", "/desk/studies/quiz.v2"]) {
      const answer = await world.ask("GET", path);
      expect(await answer.text()).toContain("<title>page</title>");
      expect(answer.headers.get("cache-control")).toBe("no-cache");
    }
    const asset = await world.ask("GET", "/assets/app-1a2b3c.js");
    expect(asset.headers.get("cache-control")).toContain("immutable");
    expect((await world.ask("GET", "/sw.js")).headers.get("cache-control")).toBe("no-cache");
    expect((await world.ask("GET", "/.env")).status).toBe(404);
    expect((await world.ask("GET", "/assets/none.js")).status).toBe(404);
    expect((await world.ask("GET", "/api/none")).status).toBe(404);
  });

  it("answer compressed where the browser takes it", async () => {
    const headers = { "accept-encoding": "gzip" };
    const answer = await world.app.request("http://127.0.0.1:8787/assets/app-1a2b3c.js", { headers });
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(500);
  });
});

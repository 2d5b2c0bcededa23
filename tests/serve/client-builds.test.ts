// An update of the app while somebody has it open: the old page's lazy parts are still there, under their old names.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { onProblem } from "#server/access/problems";
import { keepBuild } from "#server/commands/client-builds";
import { clientRoutes } from "#server/routes/client";

let folder: string;
let dist: string;
let builds: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-builds-"));
  dist = join(folder, "dist");
  builds = join(folder, "data/client-builds");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What `vite build` leaves: a page, and parts under names that carry their hashes. */
function build(version: string): void {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(join(dist, "assets"), { recursive: true });
  writeFileSync(join(dist, "index.html"), `<script src="/assets/main-${version}.js"></script>`);
  writeFileSync(join(dist, "sw.js"), `// ${version}`);
  writeFileSync(join(dist, `assets/main-${version}.js`), `import("./annotate-${version}.js")`);
  writeFileSync(join(dist, `assets/annotate-${version}.js`), `export const version = "${version}"`);
  writeFileSync(join(dist, "assets/font-same.woff2"), "a font");
}
/** The server as it starts over this data folder. */
async function start(): Promise<(path: string) => Promise<Response>> {
  const earlierClients = await keepBuild(builds, dist);
  const app = new Hono();
  app.onError(onProblem({ log: pino({ level: "silent" }) } as Parameters<typeof onProblem>[0]));
  app.route("/", clientRoutes({ clientDir: dist, earlierClients }));
  return async (path) => app.request(path);
}
const kept = () => readdirSync(builds).filter((name) => name !== "order.json");

describe("an updated app", () => {
  it("still gives an old page the part that it loads only now, and a new page its own", async () => {
    build("aaaa");
    const before = await start();
    expect(await (await before("/")).text()).toContain("main-aaaa");
    build("bbbb");
    const updated = await start();
    const old = await updated("/assets/annotate-aaaa.js");
    expect([old.status, await old.text()]).toEqual([200, 'export const version = "aaaa"']);
    expect(old.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(old.headers.get("cache-control")).toContain("immutable");
    expect(await (await updated("/assets/annotate-bbbb.js")).text()).toContain("bbbb");
    expect(await (await updated("/")).text()).toContain("main-bbbb");
    expect(await (await updated("/work/quiz")).text()).toContain("main-bbbb");
    expect(await (await updated("/sw.js")).text()).toBe("// bbbb");
  });

  it("serves of earlier builds hashed files only, and no path out of them", async () => {
    build("aaaa");
    await start();
    build("bbbb");
    const ask = await start();
    for (const path of ["/assets/none-aaaa.js", "/assets/../order.json", "/assets/%2e%2e/order.json", "/order.json"])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
  });

  it("keeps the last five builds, however often each was started", async () => {
    for (const version of ["a1a1", "b2b2", "c3c3", "d4d4", "e5e5", "e5e5", "f6f6", "b2b2"]) {
      build(version);
      await start();
    }
    const ask = await start();
    const statuses = await Promise.all(
      ["a1a1", "b2b2", "c3c3", "d4d4", "e5e5", "f6f6"].map(
        async (version) => (await ask(`/assets/annotate-${version}.js`)).status,
      ),
    );
    expect(statuses).toEqual([404, 200, 200, 200, 200, 200]);
    expect(kept()).toHaveLength(5);
  });

  it("takes a copy that a crash cut short once more", async () => {
    build("aaaa");
    mkdirSync(join(builds, ".part/assets"), { recursive: true });
    writeFileSync(join(builds, ".part/assets/main-aaaa.js"), "half");
    writeFileSync(join(builds, "order.json"), "[half");
    await start();
    build("bbbb");
    const ask = await start();
    expect(await (await ask("/assets/main-aaaa.js")).text()).toBe('import("./annotate-aaaa.js")');
    expect(kept()).toHaveLength(2);
  });
});

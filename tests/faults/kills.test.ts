// Real Chromium on the app's own modules, through a line that fails, to the real built server; both are killed while
// answers are saved and sent. SOAK_KILLS=n kills each so often; SEED chooses the troubles.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mulberry32 } from "#schemas/seeded";
import { countersign, mainFile, removeFolder, temporaryFolder } from "../journeys/world.ts";
import { Ground, push, slice } from "./ground.ts";
import { moments, portalPage } from "./proxy.ts";
import { type Bench, benchScript, copyFolder, logIn, openBench, openSite, type Site } from "./site.ts";

const kills = Number(process.env["SOAK_KILLS"] ?? 1);
const seed = Number(process.env["SEED"] ?? 20_261_201);
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Of the responses in a push. */
function idsIn(body: Buffer): string[] {
  const { responses } = JSON.parse(gunzipSync(body).toString()) as { responses: string[] };
  return responses.map((text) => (JSON.parse(text) as { id: string }).id);
}

describe("answers saved while things are killed", () => {
  let script: string;
  let ground: Ground;

  beforeAll(async () => {
    script = await benchScript();
  });
  beforeEach(async () => {
    ground = await Ground.open(script);
  });
  afterEach(() => ground.close());

  it(`arrive once, as their author's, with the server killed ${kills} times and the browser or its tab ${kills} times`, {
    timeout: 120_000 + kills * 60_000,
  }, async () => {
    let bench = await ground.bench("one", "A2");
    ground.fails(0.3, seed);
    const chance = mulberry32(seed + 1);
    for (let k = 0; k < kills; k++) {
      await bench.page.evaluate(() => window.bench.save());
      if (k % 2 === 1) await bench.page.evaluate(() => window.bench.film());
      if (k % 3 === 0) void bench.page.evaluate(() => window.bench.store()).catch(() => undefined);
      await pause(100 + chance() * 500);
      const moment = moments[k % 4];
      if (moment === undefined) await ground.site.killServer();
      else {
        const killed = ground.at(moment, (method, path) => push(method, path) || slice(method, path));
        await bench.page.evaluate(() => dispatchEvent(new Event("online")));
        await killed;
      }
      await pause(50 + chance() * 400);
      if (chance() < 0.5) {
        await bench.crash();
        await bench.page.evaluate((token) => window.bench.begin(token), ground.site.token("A2"));
      } else {
        await bench.kill();
        ground.benches.length = 0;
        bench = await ground.bench("one", "A2");
      }
      await ground.answerTakes(bench);
    }
    const known = new Set(await bench.page.evaluate(() => window.bench.sent()));
    await ground.drained(bench);
    const byId = await ground.arrived();
    await ground.recordingsArrived();
    expect([...known].filter((id) => ground.said.has(id) && !byId.has(id))).toEqual([]);
    console.log(
      `kills ${2 * kills}, captured ${ground.said.size}, acknowledged ${byId.size}, recordings ${ground.uses.size}, lost 0, doubled 0, credited to another 0; line: ${JSON.stringify([...ground.site.proxy.met])}`,
    );
  });

  it("and slices of a recording outlive a crash of the tab, a kill of the browser and of the server at every moment", async () => {
    let bench = await ground.bench("signed", "E2");
    const filmed = async (): Promise<void> => {
      const before = ground.slices.size;
      await bench.page.evaluate(() => window.bench.save());
      await bench.page.evaluate(() => window.bench.film());
      const newest = () => [...ground.slices.values()][before]?.length ?? 0;
      await expect.poll(newest, { timeout: 100_000 }).toBeGreaterThan(1);
    };
    await filmed();
    await bench.crash();
    await bench.page.evaluate((token) => window.bench.begin(token), ground.site.token("E2"));
    await filmed();
    await bench.kill();
    ground.benches.length = 0;
    bench = await ground.bench("signed", "E2");
    for (const on of [slice, push])
      for (const moment of moments) {
        if (on === slice && moment !== "half-sent") continue;
        const killed = ground.at(moment, on);
        if (on === slice) await ground.answerTakes(bench);
        else await bench.page.evaluate(() => window.bench.save());
        await bench.page.evaluate(() => dispatchEvent(new Event("online")));
        await killed;
        await bench.page.evaluate(() => window.bench.stop());
      }
    expect(ground.uses.size).toBe(2);
    await ground.drained(bench);
    await ground.arrived();
    await ground.recordingsArrived();
  });

  it("arrive once, and those of one push all or none, with the server killed inside SQLite's commit", async () => {
    const bench = await ground.bench("commit", "A2");
    const { proxy, data } = ground.site;
    const pushesFail = (path: string) => (path === "/api/sync/push" ? "cut-before" : "fine");
    proxy.trouble = pushesFail;
    const log = join(data, "countersign.db-wal");
    const stamp = (): string => {
      const { size, mtimeNs } = statSync(log, { bigint: true });
      return `${size} ${mtimeNs}`;
    };
    let pushed: string[] = [];
    const written = async (body: Buffer): Promise<void> => {
      const before = stamp();
      for (let k = 1; stamp() === before; k++) if (k % 200 === 0) await new Promise((next) => setImmediate(next));
      pushed = idsIn(body);
    };
    let held = new Set<string>();
    const ends = { none: 0, all: 0 };
    for (let inside = 0, tries = 0; inside < 1 + kills; tries++) {
      expect(tries).toBeLessThan(10 * (1 + kills));
      await bench.page.evaluate(() => window.bench.save());
      await pause(500);
      await bench.page.evaluate(() => window.bench.stop());
      const dead = join(ground.folder, `dead-${tries}`);
      const killed = ground.at(written, push, async (answered) => {
        await ground.site.server.kill();
        if (!answered) inside++;
        proxy.trouble = pushesFail;
        copyFolder(data, dead);
        await ground.site.killServer();
      });
      proxy.trouble = () => "fine";
      await bench.page.evaluate(() => dispatchEvent(new Event("online")));
      await killed;
      const now = new Set((await logIn(dead)).map(({ id }) => id));
      const fresh = pushed.filter((id) => !held.has(id));
      const arrived = [...now].filter((id) => ground.said.has(id) && !held.has(id));
      expect([[], fresh.sort()]).toContainEqual(arrived.sort());
      expect([...held].filter((id) => !now.has(id))).toEqual([]);
      ends[arrived.length === 0 ? "none" : "all"]++;
      held = now;
    }
    await ground.drained(bench);
    await ground.arrived();
    console.log(`killed inside a commit: ${ends.none} pushes not there, ${ends.all} there whole`);
  });

  it("stand in a backup that is there whole or not at all, when making it is killed in the middle", async () => {
    const bench = await ground.bench("backup", "E2");
    const file = join(ground.folder, "one.tar");
    for (let k = 0; k < 2; k++) {
      await bench.page.evaluate(() => window.bench.save());
      const making = spawn(process.execPath, [mainFile, "backup", file, "--data", ground.site.data], {
        stdio: "ignore",
      });
      const ended = new Promise((done) => making.once("exit", done));
      const begun = () => readdirSync(ground.folder).some((name) => name.startsWith(".backup-"));
      await expect.poll(begun, { timeout: 100_000, interval: 5 }).toBe(true);
      making.kill("SIGKILL");
      await ended;
      await bench.page.evaluate(() => window.bench.stop());
      for (const name of readdirSync(ground.folder))
        if (name.startsWith(".backup-")) await removeFolder(join(ground.folder, name));
    }
    expect(existsSync(file)).toBe(false);
    const made = await countersign(["backup", file, "--data", ground.site.data, "--json"]);
    expect(made.stderr).toBe("");
    const elsewhere = join(ground.folder, "elsewhere");
    await countersign(["restore", file, "--data", elsewhere]);
    const held = new Set((await logIn(elsewhere)).map(({ id }) => id));
    expect(held.size).toBe((JSON.parse(made.stdout) as { responses: number }).responses);
    await ground.drained(bench);
    await ground.arrived();
  });

  it("keep out of the cache of clips what a captive portal or a cut line brings, and all clips come in the end", async () => {
    let bench = await ground.bench("two", "A2");
    ground.fails(0.6, seed);
    const stored = bench.page.evaluate(() => window.bench.store()).catch(() => undefined);
    await pause(150);
    await bench.kill();
    await stored;
    ground.benches.length = 0;
    bench = await ground.bench("two", "A2");
    for (let k = 0; k < 3; k++) await bench.page.evaluate(() => window.bench.store());
    const cached = () => bench.page.evaluate(() => window.bench.cached());
    for (const { path, hash, text } of await cached()) {
      expect(text).not.toContain(portalPage.slice(15));
      if (path.startsWith("/media/")) expect(path).toBe(`/media/${hash}`);
    }
    ground.site.proxy.trouble = () => "fine";
    const last = await bench.page.evaluate(() => window.bench.store());
    expect(last.stopped).toBeUndefined();
    const listed = await bench.page.evaluate(() => window.bench.listed());
    expect(listed.length).toBeGreaterThan(0);
    expect((await cached()).map(({ hash }) => hash)).toEqual(expect.arrayContaining(listed));
  });

  it("in a tab with old code beside one with new code arrive from both", async () => {
    const old = await ground.bench("both", "A3");
    await old.page.evaluate(() => window.bench.save());
    await pause(150);
    const page = ground.site.proxy.pages.get("/bench");
    ground.site.proxy.pages.set("/later.js", { type: "text/javascript", body: await benchScript("later") });
    ground.site.proxy.pages.set("/later", {
      type: "text/html",
      body: (page?.body ?? "").replace("bench.js", "later.js"),
    });
    const next = await old.browser.context.newPage();
    await next.goto(`${ground.site.proxy.url}/later`);
    await next.waitForFunction(() => window.bench !== undefined);
    await next.evaluate((token) => window.bench.begin(token), ground.site.token("A3"));
    await next.evaluate(() => window.bench.save());
    await pause(300);
    const before = ground.said.size;
    await pause(300);
    expect(ground.said.size).toBeGreaterThan(before);
    await next.evaluate(() => window.bench.stop());
    await ground.drained(old);
    await ground.arrived();
  });

  it("after the browser has cleared everything come back from the server, and what is new counts on", async () => {
    const first = await ground.bench("cleared", "E3");
    await first.page.evaluate(() => window.bench.save());
    await pause(200);
    await ground.drained(first);
    const session = await first.browser.context.newCDPSession(first.page);
    await session.send("Storage.clearDataForOrigin", { origin: ground.site.proxy.url, storageTypes: "all" });
    await first.browser.close();
    ground.benches.length = 0;
    const again = await ground.bench("cleared", "E3");
    await expect
      .poll(() => again.page.evaluate(() => window.bench.held()), { timeout: 100_000, interval: 200 })
      .toEqual(expect.arrayContaining([...ground.said.keys()]));
    await again.page.evaluate(() => window.bench.save());
    await pause(200);
    await ground.drained(again);
    await ground.arrived();
  });

  it("from two copies of one profile all arrive, the second's told apart as a fork", async () => {
    const first = await ground.bench("here", "E3");
    await first.page.evaluate(() => window.bench.save());
    await pause(150);
    await ground.drained(first);
    await first.browser.close();
    ground.benches.length = 0;
    copyFolder(join(ground.folder, "here"), join(ground.folder, "there"));
    const copies = [await ground.bench("here", "E3"), await ground.bench("there", "E3")];
    for (const { page } of copies) await page.evaluate(() => window.bench.save());
    await pause(300);
    for (const copy of copies) await ground.drained(copy);
    const byId = await ground.arrived();
    const devices = new Set([...byId.values()].map(({ device }) => device));
    expect(devices.size).toBe(1);
    const forks = (await logIn(ground.site.data)).filter(
      ({ id, flags }) => ground.said.has(id) && flags.includes("fork"),
    );
    expect(forks.length).toBeGreaterThan(0);
  });
});

const mayMount = (() => {
  const probe = `/tmp/countersign-mount-${process.pid}`;
  try {
    mkdirSync(probe);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", probe], { stdio: "ignore" });
    execFileSync("umount", [probe]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
})();

describe("a server whose disk is full", () => {
  it.skipIf(!mayMount)(
    "acknowledges nothing that it cannot keep, and gets everything once there is room (needs root, for a small tmpfs)",
    async () => {
      const folder = await temporaryFolder("full");
      const data = join(folder, "data");
      mkdirSync(data);
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", data]);
      const said = new Map<string, string>();
      let site: Site | undefined;
      let bench: Bench | undefined;
      try {
        site = await openSite(data, await benchScript());
        bench = await openBench(site, join(folder, "profile"), { heard: (id, person) => void said.set(id, person) });
        await bench.page.evaluate((token) => window.bench.begin(token), site.token("E2"));
        const ballast = join(data, "ballast");
        try {
          for (let size = 64; size > 0; size--) writeFileSync(ballast, Buffer.alloc(512 * 1024), { flag: "a" });
        } catch {
          // Full, as wanted.
        }
        await bench.page.evaluate(() => window.bench.save());
        await pause(1500);
        await bench.page.evaluate(() => window.bench.stop());
        const sent = new Set(await bench.page.evaluate(() => window.bench.sent()));
        const { count } = await bench.page.evaluate(() => window.bench.waiting());
        expect(count).toBeGreaterThan(0);
        expect(count + [...sent].filter((id) => said.has(id)).length).toBe(said.size);
        rmSync(ballast);
        await bench.page.evaluate(() => dispatchEvent(new Event("online")));
        await expect
          .poll(() => bench?.page.evaluate(async () => (await window.bench.waiting()).count), {
            timeout: 100_000,
            interval: 200,
          })
          .toBe(0);
        await site.server.kill();
        const ids = new Set((await logIn(data)).map(({ id }) => id));
        expect([...said.keys()].filter((id) => !ids.has(id))).toEqual([]);
      } finally {
        await bench?.browser.close().catch(() => undefined);
        await site?.close();
        execFileSync("umount", ["-l", data]);
        await removeFolder(folder);
      }
    },
  );
});

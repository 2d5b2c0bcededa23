// Real Chromium on the app's own modules, through a line that fails, to the real built server; both are killed while
// answers are saved and sent. SOAK_KILLS=n kills each so often; SEED chooses the troubles.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Response } from "#schemas/response";
import { mulberry32 } from "#schemas/seeded";
import { countersign, mainFile, removeFolder, temporaryFolder } from "../journeys/world.ts";
import { moments, portalPage, type Trouble, troubles } from "./proxy.ts";
import { type Bench, benchScript, copyFolder, logIn, openBench, openSite, recordingsIn, type Site } from "./site.ts";

const kills = Number(process.env["SOAK_KILLS"] ?? 1);
const seed = Number(process.env["SEED"] ?? 20_261_201);
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe("answers saved while things are killed", () => {
  let script: string;
  let folder: string;
  let site: Site;
  let benches: Bench[];
  /** Who said each id that a page called saved. */
  let said: Map<string, string>;
  /** Hashes of the slices that were called kept, by recording. */
  let slices: Map<string, string[]>;
  /** The response that uses a recording. */
  let uses: Map<string, string>;
  const heard = (id: string, person: string) => void said.set(id, person);
  const keptSlice = (recording: string, n: number, hash: string): void => {
    const known = slices.get(recording) ?? [];
    known[n] = hash;
    slices.set(recording, known);
  };

  beforeAll(async () => {
    script = await benchScript();
  });
  beforeEach(async () => {
    folder = await temporaryFolder("kills");
    said = new Map();
    slices = new Map();
    uses = new Map();
    benches = [];
    site = await openSite(join(folder, "data"), script);
  });
  afterEach(async () => {
    for (const bench of benches) await bench.browser.close().catch(() => undefined);
    await site.close();
    await removeFolder(folder);
  });

  const open = async (profile: string, code: string): Promise<Bench> => {
    const bench = await openBench(site, join(folder, profile), { heard, keptSlice });
    benches.push(bench);
    await bench.page.evaluate((token) => window.bench.begin(token), site.token(code));
    return bench;
  };
  const fails = (share: number): void => {
    const chance = mulberry32(seed);
    site.proxy.trouble = (path) => {
      if (!/^\/(api\/sync|api\/recordings|media)\//u.test(path)) return "fine";
      return chance() < share ? (troubles[Math.floor(chance() * troubles.length)] as Trouble) : "fine";
    };
  };
  const drained = async (bench: Bench): Promise<void> => {
    site.proxy.trouble = () => "fine";
    await bench.page.evaluate(() => window.bench.stop());
    await bench.page.evaluate(() => dispatchEvent(new Event("online")));
    const left = () =>
      bench.page.evaluate(async () => {
        const { count, recordings } = await window.bench.waiting();
        return count + recordings;
      });
    await expect.poll(left, { timeout: 60_000, interval: 200 }).toBe(0);
    expect(await bench.page.evaluate(() => window.bench.notStrict())).toEqual([]);
  };
  /** What a death left of a recording is used by an answer, as the screen offers it. */
  const answerTakes = async (bench: Bench): Promise<void> => {
    for (const [recording, response] of await bench.page.evaluate(() => window.bench.answerTakes()))
      uses.set(recording, response);
  };
  /** Every slice that was called kept, of every recording that an answer uses, is on the server, byte for byte. */
  const recordingsArrived = async (): Promise<void> => {
    const there = await recordingsIn(site.data);
    for (const [id, response] of uses) {
      const held = there.get(id);
      expect([id, held?.response, held?.closed]).toEqual([id, response, true]);
      const known = slices.get(id) ?? [];
      expect(held?.hashes.slice(0, known.length)).toEqual(known);
    }
  };
  /** The server is killed at a moment of a request that the line sees, and comes up again. */
  const killAt = (moment: (typeof moments)[number], on: (method: string, path: string) => boolean): Promise<void> =>
    new Promise((done, fail) => {
      site.proxy.trap = { moment, on, act: () => site.killServer().then(done, fail) };
    });
  const push = (_: string, path: string): boolean => path === "/api/sync/push";
  const slice = (method: string, path: string): boolean => method === "PUT" && path.startsWith("/api/recordings/");

  /** Every id that was called saved stands in the log once, as its author's. */
  const arrived = async (): Promise<Map<string, Response>> => {
    await site.server.kill();
    const log = (await logIn(site.data)).filter(({ id }) => said.has(id));
    const byId = new Map(log.map((row) => [row.id, JSON.parse(row.body) as Response]));
    expect([...said.keys()].filter((id) => !byId.has(id))).toEqual([]);
    expect(log.length).toBe(said.size);
    for (const row of log) expect([row.person, byId.get(row.id)?.person]).toEqual([said.get(row.id), said.get(row.id)]);
    return byId;
  };

  it(`arrive once, as their author's, with the server killed ${kills} times and the browser or its tab ${kills} times`, {
    timeout: 120_000 + kills * 60_000,
  }, async () => {
    let bench = await open("one", "A2");
    fails(0.3);
    const chance = mulberry32(seed + 1);
    for (let k = 0; k < kills; k++) {
      await bench.page.evaluate(() => window.bench.save());
      if (k % 2 === 1) await bench.page.evaluate(() => window.bench.film());
      if (k % 3 === 0) void bench.page.evaluate(() => window.bench.store()).catch(() => undefined);
      await pause(100 + chance() * 500);
      const moment = moments[k % 4];
      if (moment === undefined) await site.killServer();
      else {
        const killed = killAt(moment, (method, path) => push(method, path) || slice(method, path));
        await bench.page.evaluate(() => dispatchEvent(new Event("online")));
        await killed;
      }
      await pause(50 + chance() * 400);
      if (chance() < 0.5) {
        await bench.crash();
        await bench.page.evaluate((token) => window.bench.begin(token), site.token("A2"));
      } else {
        await bench.kill();
        benches.length = 0;
        bench = await open("one", "A2");
      }
      await answerTakes(bench);
    }
    const known = new Set(await bench.page.evaluate(() => window.bench.sent()));
    await drained(bench);
    const byId = await arrived();
    await recordingsArrived();
    expect([...known].filter((id) => said.has(id) && !byId.has(id))).toEqual([]);
    console.log(
      `kills ${2 * kills}, captured ${said.size}, acknowledged ${byId.size}, recordings ${uses.size}, lost 0, doubled 0, credited to another 0; line: ${JSON.stringify([...site.proxy.met])}`,
    );
  });

  it("and slices of a recording outlive a crash of the tab, a kill of the browser and of the server at every moment", async () => {
    let bench = await open("signed", "E2");
    const filmed = async (): Promise<void> => {
      const before = slices.size;
      await bench.page.evaluate(() => window.bench.save());
      await bench.page.evaluate(() => window.bench.film());
      const newest = () => [...slices.values()][before]?.length ?? 0;
      await expect.poll(newest, { timeout: 20_000 }).toBeGreaterThan(1);
    };
    await filmed();
    await bench.crash();
    await bench.page.evaluate((token) => window.bench.begin(token), site.token("E2"));
    await filmed();
    await bench.kill();
    benches.length = 0;
    bench = await open("signed", "E2");
    for (const on of [slice, push])
      for (const moment of moments) {
        if (on === slice && moment !== "half-sent") continue;
        const killed = killAt(moment, on);
        if (on === slice) await answerTakes(bench);
        else await bench.page.evaluate(() => window.bench.save());
        await bench.page.evaluate(() => dispatchEvent(new Event("online")));
        await killed;
        await bench.page.evaluate(() => window.bench.stop());
      }
    expect(uses.size).toBe(2);
    await drained(bench);
    await arrived();
    await recordingsArrived();
  });

  it("stand in a backup that is there whole or not at all, when making it is killed in the middle", async () => {
    const bench = await open("backup", "E2");
    const file = join(folder, "one.tar");
    for (let k = 0; k < 2; k++) {
      await bench.page.evaluate(() => window.bench.save());
      const making = spawn(process.execPath, [mainFile, "backup", file, "--data", site.data], { stdio: "ignore" });
      const ended = new Promise((done) => making.once("exit", done));
      const begun = () => readdirSync(folder).some((name) => name.startsWith(".backup-"));
      await expect.poll(begun, { timeout: 30_000, interval: 5 }).toBe(true);
      making.kill("SIGKILL");
      await ended;
      await bench.page.evaluate(() => window.bench.stop());
      for (const name of readdirSync(folder)) if (name.startsWith(".backup-")) await removeFolder(join(folder, name));
    }
    expect(existsSync(file)).toBe(false);
    const made = await countersign(["backup", file, "--data", site.data, "--json"]);
    expect(made.stderr).toBe("");
    const elsewhere = join(folder, "elsewhere");
    await countersign(["restore", file, "--data", elsewhere]);
    const held = new Set((await logIn(elsewhere)).map(({ id }) => id));
    expect(held.size).toBe((JSON.parse(made.stdout) as { responses: number }).responses);
    await drained(bench);
    await arrived();
  });

  it("keep out of the cache of clips what a captive portal or a cut line brings, and all clips come in the end", async () => {
    let bench = await open("two", "A2");
    fails(0.6);
    const stored = bench.page.evaluate(() => window.bench.store()).catch(() => undefined);
    await pause(150);
    await bench.kill();
    await stored;
    benches.length = 0;
    bench = await open("two", "A2");
    for (let k = 0; k < 3; k++) await bench.page.evaluate(() => window.bench.store());
    const cached = () => bench.page.evaluate(() => window.bench.cached());
    for (const { path, hash, text } of await cached()) {
      expect(text).not.toContain(portalPage.slice(15));
      if (path.startsWith("/media/")) expect(path).toBe(`/media/${hash}`);
    }
    site.proxy.trouble = () => "fine";
    const last = await bench.page.evaluate(() => window.bench.store());
    expect(last.stopped).toBeUndefined();
    const listed = await bench.page.evaluate(() => window.bench.listed());
    expect(listed.length).toBeGreaterThan(0);
    expect((await cached()).map(({ hash }) => hash)).toEqual(expect.arrayContaining(listed));
  });

  it("in a tab with old code beside one with new code arrive from both", async () => {
    const old = await open("both", "A3");
    await old.page.evaluate(() => window.bench.save());
    await pause(150);
    const page = site.proxy.pages.get("/bench");
    site.proxy.pages.set("/later.js", { type: "text/javascript", body: await benchScript("later") });
    site.proxy.pages.set("/later", { type: "text/html", body: (page?.body ?? "").replace("bench.js", "later.js") });
    const next = await old.browser.context.newPage();
    await next.goto(`${site.proxy.url}/later`);
    await next.waitForFunction(() => window.bench !== undefined);
    await next.evaluate((token) => window.bench.begin(token), site.token("A3"));
    await next.evaluate(() => window.bench.save());
    await pause(300);
    const before = said.size;
    await pause(300);
    expect(said.size).toBeGreaterThan(before);
    await next.evaluate(() => window.bench.stop());
    await drained(old);
    await arrived();
  });

  it("after the browser has cleared everything come back from the server, and what is new counts on", async () => {
    const first = await open("cleared", "E3");
    await first.page.evaluate(() => window.bench.save());
    await pause(200);
    await drained(first);
    const session = await first.browser.context.newCDPSession(first.page);
    await session.send("Storage.clearDataForOrigin", { origin: site.proxy.url, storageTypes: "all" });
    await first.browser.close();
    benches.length = 0;
    const again = await open("cleared", "E3");
    await expect
      .poll(() => again.page.evaluate(() => window.bench.held()), { timeout: 30_000, interval: 200 })
      .toEqual(expect.arrayContaining([...said.keys()]));
    await again.page.evaluate(() => window.bench.save());
    await pause(200);
    await drained(again);
    await arrived();
  });

  it("from two copies of one profile all arrive, the second's told apart as a fork", async () => {
    const first = await open("here", "E3");
    await first.page.evaluate(() => window.bench.save());
    await pause(150);
    await drained(first);
    await first.browser.close();
    benches.length = 0;
    copyFolder(join(folder, "here"), join(folder, "there"));
    const copies = [await open("here", "E3"), await open("there", "E3")];
    for (const { page } of copies) await page.evaluate(() => window.bench.save());
    await pause(300);
    for (const copy of copies) await drained(copy);
    const byId = await arrived();
    const devices = new Set([...byId.values()].map(({ device }) => device));
    expect(devices.size).toBe(1);
    const forks = (await logIn(site.data)).filter(({ id, flags }) => said.has(id) && flags.includes("fork"));
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
            timeout: 60_000,
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

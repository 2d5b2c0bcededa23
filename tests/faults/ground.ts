// Where things are killed: a site, the browsers at it, and account of what their pages called saved and kept.
import { join } from "node:path";
import { expect } from "vitest";
import type { Response } from "#schemas/response";
import { mulberry32 } from "#schemas/seeded";
import { removeFolder, temporaryFolder } from "../journeys/world.ts";
import { type Trap, type Trouble, troubles } from "./proxy.ts";
import { type Bench, logIn, openBench, openSite, recordingsIn, type Site } from "./site.ts";

export class Ground {
  readonly folder: string;
  readonly site: Site;
  benches: Bench[] = [];
  /** Who said each id that a page called saved. */
  readonly said = new Map<string, string>();
  /** Hashes of the slices that were called kept, by recording. */
  readonly slices = new Map<string, string[]>();
  /** The response that uses a recording. */
  readonly uses = new Map<string, string>();

  private constructor(folder: string, site: Site) {
    this.folder = folder;
    this.site = site;
  }

  static async open(script: string): Promise<Ground> {
    const folder = await temporaryFolder("kills");
    return new Ground(folder, await openSite(join(folder, "data"), script));
  }

  async close(): Promise<void> {
    for (const bench of this.benches) await bench.browser.close().catch(() => undefined);
    await this.site.close();
    await removeFolder(this.folder);
  }

  /** A browser with a profile of this name, in which the person with this code begins or goes on. */
  async bench(profile: string, code: string): Promise<Bench> {
    const bench = await openBench(this.site, join(this.folder, profile), {
      heard: (id, person) => void this.said.set(id, person),
      keptSlice: (recording, n, hash) => {
        const known = this.slices.get(recording) ?? [];
        known[n] = hash;
        this.slices.set(recording, known);
      },
    });
    this.benches.push(bench);
    await bench.page.evaluate((token) => window.bench.begin(token), this.site.token(code));
    return bench;
  }

  /** From now on this share of the requests for data meets a trouble. */
  fails(share: number, seed: number): void {
    const chance = mulberry32(seed);
    this.site.proxy.trouble = (path) => {
      if (!/^\/(api\/sync|api\/recordings|media)\//u.test(path)) return "fine";
      return chance() < share ? (troubles[Math.floor(chance() * troubles.length)] as Trouble) : "fine";
    };
  }

  /** Something is done at a moment of a request that the line sees. */
  at(moment: Trap["moment"], on: Trap["on"], act: Trap["act"] = () => this.site.killServer()): Promise<void> {
    return new Promise((done, fail) => {
      this.site.proxy.trap = { moment, on, act: (answered) => act(answered).then(done, fail) };
    });
  }

  async drained({ page }: Bench): Promise<void> {
    this.site.proxy.trouble = () => "fine";
    await page.evaluate(() => window.bench.stop());
    await page.evaluate(() => dispatchEvent(new Event("online")));
    const left = () =>
      page.evaluate(async () => {
        const { count, recordings } = await window.bench.waiting();
        return count + recordings;
      });
    await expect.poll(left, { timeout: 100_000, interval: 200 }).toBe(0);
    expect(await page.evaluate(() => window.bench.notStrict())).toEqual([]);
  }

  /** What a death left of a recording is used by an answer, as the screen offers it. */
  async answerTakes({ page }: Bench): Promise<void> {
    for (const [recording, response] of await page.evaluate(() => window.bench.answerTakes()))
      this.uses.set(recording, response);
  }

  /** Every slice that was called kept, of every recording that an answer uses, is on the server, byte for byte. */
  async recordingsArrived(): Promise<void> {
    const there = await recordingsIn(this.site.data);
    for (const [id, response] of this.uses) {
      const held = there.get(id);
      expect([id, held?.response, held?.closed]).toEqual([id, response, true]);
      const known = this.slices.get(id) ?? [];
      expect(held?.hashes.slice(0, known.length)).toEqual(known);
    }
  }

  /** The server is killed; every id that was called saved stands in the log once, as its author's. */
  async arrived(): Promise<Map<string, Response>> {
    await this.site.server.kill();
    const log = (await logIn(this.site.data)).filter(({ id }) => this.said.has(id));
    const byId = new Map(log.map((row) => [row.id, JSON.parse(row.body) as Response]));
    expect([...this.said.keys()].filter((id) => !byId.has(id))).toEqual([]);
    expect(log.length).toBe(this.said.size);
    for (const { id, person } of log) {
      const by = this.said.get(id);
      expect([person, byId.get(id)?.person]).toEqual([by, by]);
    }
    return byId;
  }
}

export const push: Trap["on"] = (_, path) => path === "/api/sync/push";
export const slice: Trap["on"] = (method, path) => method === "PUT" && path.startsWith("/api/recordings/");

// What the kills need: the built server behind the failing line, the bench page bundled from the app's own modules, and a
// real Chromium that can be killed like a crashed one.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Page } from "playwright";
import { build } from "vite";
import { openData } from "#server/commands/data";
import { verifyData } from "#server/commands/verify";
import { slicesOf } from "#server/store/recordings";
import type { LogTable } from "#server/store/tables";
import {
  fakeCamera,
  killBrowser,
  type OpenBrowser,
  openBrowser,
  type RunningServer,
  root,
  startServer,
} from "../journeys/world.ts";
import { plant } from "./plants.ts";
import { type BadLine, startProxy } from "./proxy.ts";

/** The bench page's script, bundled as the app is, with one change of the source where `changed` names one. */
export async function benchScript(changed: string | undefined = process.env["PLANT"]): Promise<string> {
  const made = await build({
    configFile: false,
    root,
    logLevel: "error",
    plugins: [plant(changed)],
    build: {
      write: false,
      minify: false,
      target: "es2022",
      lib: { entry: join(root, "tests/faults/bench-page.ts"), formats: ["es"], fileName: "bench" },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [first] = Array.isArray(made) ? made : [made];
  const chunk = first !== undefined && "output" in first ? first.output[0] : undefined;
  if (chunk?.type !== "chunk") throw new Error("the bench page was not bundled");
  return chunk.code;
}

export interface Site {
  readonly proxy: BadLine;
  readonly data: string;
  server: RunningServer;
  /** Token of the demo's person with this code. */
  token(code: string): string;
  /** SIGKILL, and up again on the same data. */
  killServer(): Promise<void>;
  close(): Promise<void>;
}

export async function openSite(data: string, script: string): Promise<Site> {
  const proxy = await startProxy();
  proxy.pages.set("/bench.js", { type: "text/javascript", body: script });
  const page = '<!doctype html><title>bench</title><script type="module" src="/bench.js"></script>';
  proxy.pages.set("/bench", { type: "text/html", body: page });
  const up = async (): Promise<RunningServer> => {
    const server = await startServer({ data, env: { PUBLIC_URL: proxy.url } });
    proxy.behind = server.port;
    return server;
  };
  const site: Site = {
    proxy,
    data,
    server: await up(),
    token: (code) => new RegExp(`/join#(\\S+)\\s+\\(${code} in`).exec(site.server.printed())?.[1] ?? "",
    killServer: async () => {
      await site.server.kill();
      site.server = await up();
    },
    close: async () => {
      await site.server.kill();
      await proxy.close();
    },
  };
  return site;
}

export interface Bench {
  readonly browser: OpenBrowser;
  page: Page;
  /** SIGKILL to the whole browser, as when the machine's memory is out. */
  kill(): Promise<void>;
  /** The tab alone dies, in the middle of whatever it does; a new one is opened in its place. */
  crash(): Promise<void>;
}

/** What the test hears from the page at once: ids that it calls saved, and slices of recordings. */
export interface Ears {
  readonly heard: (id: string, person: string) => void;
  readonly keptSlice?: (recording: string, n: number, hash: string) => void;
}

/** Opens the bench page in a profile. */
export async function openBench(site: Site, profile: string, { heard, keptSlice }: Ears): Promise<Bench> {
  const browser = await openBrowser({ profile, args: fakeCamera });
  await browser.context.exposeFunction("heard", heard);
  await browser.context.exposeFunction("keptSlice", keptSlice ?? (() => undefined));
  const visit = async (page: Page): Promise<Page> => {
    await page.goto(`${site.proxy.url}/bench`);
    await page.waitForFunction(() => window.bench !== undefined);
    return page;
  };
  const bench: Bench = {
    browser,
    page: await visit(await browser.page()),
    kill: () => killBrowser(browser),
    crash: async () => {
      const dead = bench.page;
      const session = await browser.context.newCDPSession(dead);
      const gone = dead.waitForEvent("crash");
      void session.send("Page.crash").catch(() => undefined);
      await gone;
      bench.page = await visit(await browser.context.newPage());
      await dead.close();
    },
  };
  return bench;
}

/** All responses in a data folder that no server holds any more; throws where it does not fit together. */
export async function logIn(data: string): Promise<LogTable[]> {
  const opened = await openData(data);
  const { faults } = await verifyData(opened);
  const { db } = opened.store;
  const rows = await db.selectFrom("log").selectAll().where("entry", "=", "response").execute();
  await opened.close();
  if (faults.length > 0) throw new Error(faults.join("; "));
  return rows;
}

export interface HeldRecording {
  readonly person: string;
  readonly response: string | null;
  readonly closed: boolean;
  readonly hashes: readonly string[];
}

/** All recordings in a data folder, each slice told by the SHA-256 of the bytes that are really there. */
export async function recordingsIn(data: string): Promise<Map<string, HeldRecording>> {
  const { store, media, close } = await openData(data);
  const out = new Map<string, HeldRecording>();
  for (const { id, person, response, closed_at } of await store.db.selectFrom("recordings").selectAll().execute()) {
    const slices = await slicesOf(store, id);
    const read = await Promise.all(slices.map(({ hash }) => media.read(hash)));
    const hashes = read.map((bytes) => createHash("sha256").update(bytes).digest("hex"));
    out.set(id, { person, response, closed: closed_at !== null, hashes });
  }
  await close();
  return out;
}

export const copyFolder = (from: string, to: string): void => void execFileSync("cp", ["-a", from, to]);

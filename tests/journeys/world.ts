// What every journey needs: the real built server in a data folder of its own, and real Chromium with a profile of its own.
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright";
import { chromiumArgs, chromiumPath } from "../../scripts/chromium.ts";

export const root = resolve(import.meta.dirname, "../..");
export const mainFile = join(root, "dist/server/main.js");

export async function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => done(port));
    });
  });
}

export const temporaryFolder = (name: string): Promise<string> => mkdtemp(join(tmpdir(), `countersign-${name}-`));

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly data: string;
  /** All that was printed so far, stdout and stderr. */
  printed(): string;
  /** The links printed at start, by the word before them. */
  links(): string[];
  /** SIGTERM and wait. */
  stop(): Promise<number | null>;
  /** SIGKILL and wait: a crash. */
  kill(): Promise<void>;
}

export async function startServer(options: {
  data: string;
  port?: number;
  env?: Record<string, string>;
}): Promise<RunningServer> {
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child: ChildProcess = spawn(
    process.execPath,
    [mainFile, "serve", "--data", options.data, "--port", String(port)],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"] ?? "", ...options.env },
    },
  );
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  const ended = new Promise<number | null>((done) => child.once("exit", (code) => done(code)));
  const deadline = Date.now() + patience;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${text}`);
    const healthy = await fetch(`${url}/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) break;
    if (Date.now() > deadline) throw new Error(`the server did not answer in time: ${text}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    url,
    port,
    data: options.data,
    printed: () => text,
    links: () => [...text.matchAll(/https?:\/\/\S+#\S+/g)].map((match) => match[0]),
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

export interface OpenBrowser {
  readonly context: BrowserContext;
  readonly profile: string;
  page(): Promise<Page>;
  close(): Promise<void>;
}

/** Milliseconds until something counts as never coming: no test here tells how fast it is, and machines may be busy. */
const patience = 100_000;

/** Chromium with a profile on disk, so that closing and opening again keeps what the person saved. */
export async function openBrowser(
  options: {
    profile?: string;
    width?: number;
    height?: number;
    dim?: boolean;
    locale?: string;
    args?: readonly string[];
  } = {},
): Promise<OpenBrowser> {
  const profile = options.profile ?? (await temporaryFolder("profile"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: [...chromiumArgs, ...(options.args ?? [])],
    headless: true,
    viewport: { width: options.width ?? 1280, height: options.height ?? 720 },
    colorScheme: options.dim === true ? "dark" : "light",
    locale: options.locale ?? "en-GB",
    timezoneId: "UTC",
    acceptDownloads: true,
  });
  context.setDefaultTimeout(patience);
  return {
    context,
    profile,
    page: async () => context.pages()[0] ?? context.newPage(),
    close: async () => {
      await context.close();
    },
  };
}

/** A camera that needs no permission and shows a moving test picture. */
export const fakeCamera = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"] as const;

/** SIGKILL to the whole browser, as when the machine's memory is out. */
export async function killBrowser({ context, profile }: OpenBrowser): Promise<void> {
  const gone = new Promise<void>((done) => context.once("close", () => done()));
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/u.test(name)) continue;
    try {
      if (readFileSync(`/proc/${name}/cmdline`, "utf8").includes(`--user-data-dir=${profile}`))
        process.kill(Number(name), "SIGKILL");
    } catch {
      // It has ended with its parent.
    }
  }
  await gone;
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command of the built command line, run to its end. */
export function countersign(args: readonly string[], input?: string): Promise<Run> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [mainFile, ...args], { env: { PATH: process.env["PATH"] ?? "" } });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.once("close", (code) => done({ code, stdout, stderr }));
    child.stdin.end(input ?? "");
  });
}

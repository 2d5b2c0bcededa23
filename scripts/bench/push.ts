// Saving and pushing from real Chromium to the built server on SQLite with synchronous=FULL, and what one batch of 500
// costs the store alone.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import canonicalize from "canonicalize";
import { chromium } from "playwright";
import { v7 } from "uuid";
import { build } from "vite";
import { type Item, type StudyDraft, studyFile } from "#schemas/study";
import { createLink } from "#server/access/links";
import { type Data, openData } from "#server/commands/data";
import { createDevice } from "#server/store/devices";
import { appendPush } from "#server/store/log";
import { createPerson } from "#server/store/persons";
import { insertStudy } from "#server/store/studies";
import { chromiumArgs, chromiumPath } from "../chromium.ts";
import type { Timed } from "./push-page.ts";
import { quantile, type Row } from "./row.ts";

const questions = (count: number): Item[] =>
  Array.from({ length: count }, (_, k) => ({
    protocol: "choice" as const,
    id: `i${String(k).padStart(6, "0")}`,
    name: `q${k}`,
    practice: false,
    modality: "text" as const,
    entry: `e${k}`,
    articulations: [],
    options: { A: "one", B: "two", C: "three", D: "four" },
    text: `The hands move in way ${k}.`,
  }));

export async function studyIn(data: Data, items: number, publicUrl: URL): Promise<{ token: string; person: string }> {
  const now = new Date();
  const coordinator = await createPerson(data.store, { name: "Bench", language: "en" }, now);
  const study = studyFile.parse({
    id: "bench",
    title: "Bench",
    protocol: "choice",
    languages: ["en"],
    signLanguage: "csl",
  });
  const list = questions(items);
  const draft: StudyDraft = {
    study,
    items: list,
    keys: new Map(list.map(({ id }) => [id, "A"])),
    people: [{ code: "E1", role: "expert", seat: "panel", language: "en" }],
    media: [],
  };
  const { people } = await insertStudy(data.store, draft, { coordinators: [coordinator], now, state: "open" });
  const person = people.get("E1") as string;
  const link = await createLink({ store: data.store, clock: () => now, publicUrl }, person, "personal");
  return { token: link.split("#")[1] as string, person };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  return typeof address === "object" && address !== null ? address.port : 0;
}

export async function pageScript(root: string, entry = "push-page.ts"): Promise<string> {
  const made = await build({
    configFile: false,
    root,
    logLevel: "error",
    build: {
      write: false,
      target: "es2022",
      lib: { entry: join(root, "scripts/bench", entry), formats: ["es"], fileName: "push" },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [first] = Array.isArray(made) ? made : [made];
  const chunk = first !== undefined && "output" in first ? first.output[0] : undefined;
  if (chunk?.type !== "chunk") throw new Error("the bench page was not bundled");
  return chunk.code;
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    if (
      await fetch(`${url}/health`).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("the server does not answer");
}

/** The built server over a data folder. */
export async function serving(root: string, folder: string): Promise<{ url: string; stop: () => void }> {
  const port = await freePort();
  const args = [join(root, "dist/server/main.js"), "serve", "--data", folder, "--port", String(port)];
  const server = spawn(process.execPath, args, { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  await answering(url, server);
  return { url, stop: () => void server.kill("SIGKILL") };
}

/** `answers` saved and pushed from real Chromium. */
export async function push(root: string, answers: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-bench-"));
  const data = await openData(folder);
  const { token } = await studyIn(data, answers, new URL("http://127.0.0.1"));
  await data.close();
  const { url, stop } = await serving(root, folder);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
  try {
    const script = await pageScript(root);
    const page = await browser.newPage();
    await page.route("**/bench", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: '<!doctype html><script type="module" src="/bench.js"></script>',
      }),
    );
    await page.route("**/bench.js", (route) => route.fulfill({ contentType: "text/javascript", body: script }));
    let requests = 0;
    let bytes = 0;
    page.on("request", (request) => {
      if (!request.url().includes("/api/sync/")) return;
      requests += 1;
      bytes += request.postDataBuffer()?.byteLength ?? 0;
    });
    await page.goto(`${url}/bench`);
    await page.waitForFunction(() => "benchPush" in window);
    requests = 0;
    bytes = 0;
    const timed: Timed = await page.evaluate(([key, n]) => window.benchPush(key, n, 500), [token, answers] as const);
    return [
      {
        what: "an answer durable on the device, median",
        measured: quantile(timed.saves, 0.5),
        unit: "ms",
        budget: 30,
        bound: "most",
      },
      {
        what: "an answer durable on the device, p95",
        measured: quantile(timed.saves, 0.95),
        unit: "ms",
        budget: 30,
        bound: "most",
      },
      {
        what: "an answer durable on the device, p99",
        measured: quantile(timed.saves, 0.99),
        unit: "ms",
        budget: 60,
        bound: "most",
      },
      {
        what: `push of ${answers} from Chromium`,
        measured: answers / (timed.pushMs / 1000),
        unit: "responses/s",
        budget: 2500,
        bound: "least",
      },
      {
        what: `bytes up, push of ${answers}`,
        measured: bytes / answers,
        unit: "B a response",
        budget: 140,
        bound: "most",
      },
      {
        what: `requests, push of ${answers}`,
        measured: requests / (answers / 500),
        unit: "a 500",
        budget: 2,
        bound: "most",
      },
    ];
  } finally {
    await browser.close();
    stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One batch of 500 into the log, without HTTP. */
export async function append(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-bench-"));
  const data = await openData(folder);
  try {
    const { person } = await studyIn(data, 10_000, new URL("http://127.0.0.1"));
    const now = new Date();
    const { device } = await createDevice(data.store, { person, shared: false, now });
    const took: number[] = [];
    for (let batch = 0; batch < 20; batch++) {
      const texts = Array.from({ length: 500 }, (_, k) => {
        const n = batch * 500 + k + 1;
        return canonicalize({
          v: 1,
          app: "bench",
          id: v7(),
          device,
          n,
          study: "bench",
          studyVersion: 1,
          person,
          item: `i${String(n - 1).padStart(6, "0")}`,
          occasion: 1,
          kind: "choice",
          at: now.toISOString(),
          offset: 0,
          answer: { option: "A", shown: ["C", "A", "D", "B"] },
        }) as string;
      });
      const from = performance.now();
      await appendPush(data.store, { device, person, texts, now });
      took.push(performance.now() - from);
    }
    return [
      {
        what: "server time for a batch of 500, FULL, median",
        measured: quantile(took, 0.5),
        unit: "ms",
        budget: 25,
        bound: "most",
      },
    ];
  } finally {
    await data.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

// The player's budgets, on the real stage in real Chromium: next clip visible against the same clip as a prefetched
// blob on one plain <video> in the same run, exact steps on six rates, heap after 300 clips.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import react from "@vitejs/plugin-react";
import { chromium, type Page } from "playwright";
import { build } from "vite";
import { chromiumArgs, chromiumPath } from "../chromium.ts";
import type { Bench, BenchClip } from "./player/page.tsx";
import { quantile } from "./row.ts";

export interface NextClip {
  readonly median: number;
  readonly p95: number;
  readonly peerMedian: number;
  readonly storedP95: number;
  readonly stepP95: number;
  readonly steps: number;
  readonly exactSteps: number;
  readonly heapGrowthMB: number;
}

const rates: readonly [name: string, fps: number, frames: number][] = [
  ["24", 24, 48],
  ["25", 25, 48],
  ["29.97", 30000 / 1001, 48],
  ["30", 30, 48],
  ["50", 50, 72],
  ["60", 60, 72],
];
const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".mp4": "video/mp4",
};

/** `root` = the repository. Needs no server of the product. Clips of 1280 x 720 with B-frames, as studies have them. */
export async function nextClip(root: string, rounds = 40, many = 300): Promise<NextClip> {
  const page = join(root, "dist/bench-player");
  await build({
    root: join(root, "scripts/bench/player"),
    configFile: false,
    logLevel: "warn",
    plugins: [react()],
    build: { outDir: page, emptyOutDir: true },
  });
  const fixtures = join(root, "fixtures/media");
  const server = createServer(async (request, answer) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://here").pathname);
    const clip = path.startsWith("/clips/");
    const file = clip ? join(fixtures, path.slice(7)) : join(page, path === "/" ? "index.html" : path);
    const bytes = await readFile(file).catch(() => undefined);
    answer.writeHead(bytes === undefined ? 404 : 200, { "Content-Type": types[extname(file)] ?? "text/plain" });
    answer.end(bytes);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
  try {
    const open = async (): Promise<Page> => {
      const opened = await browser.newPage({ viewport: { width: 1280, height: 720 } });
      await opened.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      return opened;
    };
    const clips = ["a", "b", "c"].map((name) => large(`/clips/numbered-720p-${name}.mp4`));
    const seen = await inPage(await open(), (bench, given) => bench.next(given.clips, given.rounds), { clips, rounds });
    const steps = await everyStep(open);
    const heap = await heapAfter(await open(), clips, many);
    return {
      median: quantile(seen.prepared, 0.5),
      p95: quantile(seen.prepared, 0.95),
      peerMedian: quantile(seen.peer, 0.5),
      storedP95: quantile(seen.stored, 0.95),
      stepP95: quantile(steps.times, 0.95),
      steps: steps.times.length,
      exactSteps: steps.exact,
      heapGrowthMB: heap,
    };
  } finally {
    await browser.close();
    server.close();
  }
}

const large = (path: string): BenchClip => ({
  path,
  facts: { type: "video/mp4", width: 1280, height: 720, fps: 30, durationMs: 2000 },
});

async function everyStep(open: () => Promise<Page>) {
  const times: number[] = [];
  let exact = 0;
  for (const [name, fps, frames] of rates) {
    const facts = { type: "video/mp4", width: 128, height: 64, fps, frames, firstTimestampMs: 0 } as const;
    const page = await open();
    const clip = { path: `/clips/numbered-${name}.mp4`, facts };
    const done = await inPage(page, (bench, given) => bench.steps(given.clip, given.frames), { clip, frames });
    await page.close();
    times.push(...done.times);
    exact += done.exact;
  }
  return { times, exact };
}

/** Growth of the JS heap in MB between the 20th clip and the last, garbage collected before both readings. */
async function heapAfter(page: Page, clips: readonly BenchClip[], many: number): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const read = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0;
  };
  const run = (count: number) => inPage(page, (bench, given) => bench.many(given.clips, given.count), { clips, count });
  await run(20);
  const before = await read();
  await run(many);
  return ((await read()) - before) / 1e6;
}

async function inPage<Given, Result>(
  page: Page,
  job: (bench: Bench, given: Given) => Promise<Result>,
  given: Given,
): Promise<Result> {
  const code = `(${job.toString()})(window.bench, ${JSON.stringify(given)})`;
  return (await page.evaluate(code)) as Result;
}

// A clip of 200 MB from the built server into real Chromium, hashed and kept in parts as it comes, and then ranges of it
// and pictures of it through the built service worker.
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { type StudyDraft, studyFile } from "#schemas/study";
import { createLink } from "#server/access/links";
import { openData } from "#server/commands/data";
import { createPerson } from "#server/store/persons";
import { insertStudy } from "#server/store/studies";
import { chromiumArgs, chromiumPath } from "../chromium.ts";
import { longClip } from "../long-clip.ts";
import { pageScript, serving } from "./push.ts";
import { quantile, type Row } from "./row.ts";

const size = 200 * 1024 * 1024;
const length = 64 * 1024;

async function study(root: string, folder: string): Promise<{ token: string; hash: string; bytes: number }> {
  const data = await openData(folder);
  const clip = longClip(readFileSync(join(root, "fixtures/media/numbered-25.mp4")), size);
  const hash = createHash("sha256").update(clip).digest("hex");
  await data.media.put(clip);
  const now = new Date();
  const item = { protocol: "emotion", id: "long", name: "long", practice: false, clip: "long", media: hash } as const;
  const draft: StudyDraft = {
    study: studyFile.parse({ id: "ranges", title: "R", protocol: "emotion", languages: ["en"], signLanguage: "ase" }),
    items: [{ ...item, condition: "hidden" }],
    keys: new Map(),
    people: [{ code: "A1", role: "annotator", seat: "panel", language: "en" }],
    media: [
      {
        ...{ hash, bytes: clip.length, type: "video/mp4", width: 128, height: 64, durationMs: 1920 },
        ...{ name: "long.mp4", rights: "team" },
      },
    ],
  };
  const coordinator = await createPerson(data.store, { name: "Bench", language: "en" }, now);
  const { people } = await insertStudy(data.store, draft, { coordinators: [coordinator], now, state: "open" });
  const access = { store: data.store, clock: () => now, publicUrl: new URL("http://127.0.0.1") };
  const link = await createLink(access, people.get("A1") as string, "personal");
  await data.close();
  return { token: link.split("#")[1] as string, hash, bytes: clip.length };
}

/** Megabytes that the processes hold in memory of their own. */
function held(pids: readonly number[]): number {
  const pages = pids.map((pid) => {
    try {
      const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ").map(Number);
      return resident - shared;
    } catch {
      return 0;
    }
  });
  return (pages.reduce((sum, one) => sum + one, 0) * 4096) / 1e6;
}

export async function ranges(root: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-bench-"));
  const { token, hash, bytes } = await study(root, folder);
  const { url, stop } = await serving(root, folder);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
  try {
    const script = await pageScript(root, "ranges-page.ts");
    const page = await browser.newPage();
    const html = '<!doctype html><script type="module" src="/bench.js"></script>';
    await page.route("**/health/bench", (route) => route.fulfill({ contentType: "text/html", body: html }));
    await page.route("**/bench.js", (route) => route.fulfill({ contentType: "text/javascript", body: script }));
    await page.goto(`${url}/health/bench`);
    await page.waitForFunction(() => "benchRanges" in window);
    const system = await browser.newBrowserCDPSession();
    const { processInfo } = (await system.send("SystemInfo.getProcessInfo")) as {
      processInfo: { type: string; id: number }[];
    };
    const pids = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
    const before = held(pids);
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, held(pids));
    }, 50);
    const stored = await page.evaluate((key) => window.benchRanges.store(key), token);
    clearInterval(watch);
    if (!stored.ready) throw new Error("the clip was not stored");
    const address = `/media/${hash}?p=${stored.person}`;
    const starts = Array.from({ length: 200 }, (_, k) => Math.floor(((k * 0.6180339887) % 1) * (bytes - length)));
    const took = await page.evaluate(([at, from, long]) => window.benchRanges.cut(at, from, long), [
      address,
      starts,
      length,
    ] as const);
    const shares = Array.from({ length: 40 }, (_, k) => (k * 0.6180339887) % 0.95);
    const seeks = await page.evaluate(([at, list]) => window.benchRanges.seek(at, list), [address, shares] as const);
    return [
      {
        ...{ what: "200 MB clip: fetched, hashed, kept", measured: bytes / 1e6 / (stored.ms / 1000), unit: "MB/s" },
        ...{ budget: 20, bound: "least", note: `${(stored.ms / 1000).toFixed(1)} s, told of ${stored.steps} times` },
      },
      {
        ...{ what: "200 MB clip: memory of the page while it comes", measured: peak - before, unit: "MB more" },
        ...{ budget: 60, bound: "most", note: "a clip of 500 MB takes 235 MB" },
      },
      {
        ...{ what: "64 KiB of it through the worker, p95", measured: quantile(took, 0.95), unit: "ms", budget: 50 },
        ...{ bound: "most", note: `median ${quantile(took, 0.5).toFixed(1)} ms` },
      },
      {
        ...{ what: "a picture of it sought, p95", measured: quantile(seeks, 0.95), unit: "ms", budget: 250 },
        ...{ bound: "most", note: `median ${quantile(seeks, 0.5).toFixed(1)} ms` },
      },
    ];
  } finally {
    await browser.close();
    stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

// What intake accepts and cleans does play to its end in a real browser, in the size and for as long as intake said.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Browser, chromium } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Taken, takeIn } from "#server/media/take-in";
import { chromiumArgs, chromiumPath } from "../../scripts/chromium.ts";

type Accepted = Taken & { verdict: "accepted" };
const root = join(import.meta.dirname, "../..");
const own = [
  "fixtures/quiz/media/videos/0001.mp4",
  "fixtures/quiz/media/videos/0006.webm",
  "fixtures/emotion/media/u08.webm",
];
const odd = join(root, "../shared/data/odd-media");
const files = [
  ...own.map((name) => join(root, name)),
  ...(existsSync(odd) ? readdirSync(odd).map((name) => join(odd, name)) : []),
];

const taken: (Accepted & { file: string })[] = [];
let server: Server;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  for (const file of files) {
    const one = await takeIn(readFileSync(file));
    if (one.verdict === "accepted") taken.push({ ...one, file });
  }
  server = createServer((asked, answer) => {
    const one = taken[Number(asked.url?.slice(1))];
    answer.setHeader("content-type", one?.facts.type ?? "text/html");
    answer.end(one?.bytes ?? "<title>media</title>");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
});
afterAll(async () => {
  await browser.close();
  server.close();
});

describe("a video that intake accepts", () => {
  it("plays to its end as intake described it", async () => {
    const page = await browser.newPage();
    await page.goto(`${origin}/page`);
    const played = await page.evaluate(async (count) => {
      const play = (k: number): Promise<object> =>
        new Promise((done) => {
          const video = document.createElement("video");
          video.muted = true;
          video.src = `/${k}`;
          video.onerror = () => done({ error: video.error?.message });
          video.onended = () => {
            done({ width: video.videoWidth, height: video.videoHeight, ms: Math.round(video.duration * 1000) });
            video.remove();
          };
          document.body.append(video);
          video.playbackRate = 4;
          void video.play().catch((error: Error) => done({ error: error.message }));
        });
      const out: object[] = [];
      for (let k = 0; k < count; k += 4)
        out.push(...(await Promise.all([0, 1, 2, 3].filter((j) => k + j < count).map((j) => play(k + j)))));
      return out;
    }, taken.length);
    expect(taken.length).toBeGreaterThanOrEqual(own.length);
    for (const [k, { facts, file }] of taken.entries()) {
      expect(played[k], file).toMatchObject({ width: facts.width, height: facts.height });
      expect(Math.abs((played[k] as { ms: number }).ms - (facts.durationMs ?? 0)), file).toBeLessThan(50);
    }
    await page.close();
  });
});

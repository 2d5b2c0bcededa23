// A signed answer with a real camera stream of Chromium: the browser is killed in mid-take, what was signed until then is
// offered again, goes up with the answer and is on the server byte for byte.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join as path } from "node:path";
import Database from "better-sqlite3";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../client/words/en.ts";
import { mendRecording } from "../../server/media/mend-recording.ts";
import { begin, join } from "./hands.ts";
import {
  fakeCamera,
  killBrowser,
  type OpenBrowser,
  openBrowser,
  type RunningServer,
  removeFolder,
  startServer,
  temporaryFolder,
} from "./world.ts";

const { recorder, skip } = en;

describe("signing an answer", () => {
  let folder: string;
  let server: RunningServer;
  let browser: OpenBrowser;
  beforeAll(async () => {
    folder = await temporaryFolder("signed");
    server = await startServer({ data: path(folder, "data") });
    browser = await openBrowser({ args: fakeCamera });
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await removeFolder(folder);
    await removeFolder(browser.profile);
  });

  const toRecorder = async (page: Page) => {
    await page.getByRole("button", { name: en.annotate.skip }).waitFor();
    await page.keyboard.press("s");
    await page.getByRole("radio", { name: skip.reasons.upsetting }).check();
    await page.getByRole("button", { name: recorder.signIt }).click();
  };

  it("keeps what was signed until the browser died, and sends it byte for byte", async () => {
    const link = /\S+\/join#\S+(?=\s+\(A1 in)/.exec(server.printed())?.[0] ?? "";
    const first = await browser.page();
    await join(first, link);
    await begin(first);
    await toRecorder(first);
    await first.getByRole("button", { name: recorder.turnOn }).press("Enter");
    await first.getByRole("button", { name: recorder.record, exact: true }).press("Enter");
    await first.getByText(recorder.recording, { exact: true }).waitFor();
    await first.getByText(/^([3-9]|[1-5]\d) \/ 60 s$/u).waitFor();
    await killBrowser(browser);

    browser = await openBrowser({ profile: browser.profile, args: fakeCamera });
    const page = await browser.page();
    await page.goto(`${server.url}/work`);
    await begin(page);
    await toRecorder(page);
    await page.getByText(/^We kept \d+ s/u).waitFor();
    const shown = page.getByLabel(recorder.yours);
    await expect
      .poll(() => shown.evaluate((video: HTMLVideoElement) => video.videoWidth), { timeout: 100_000 })
      .toBeGreaterThan(0);
    await expect
      .poll(() => shown.evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: 100_000 })
      .toBeGreaterThan(1);
    const kept = await page.evaluate(async () => {
      const open = (name: string) =>
        new Promise<IDBDatabase>((done) => {
          const asked = indexedDB.open(name);
          asked.onsuccess = () => done(asked.result);
        });
      const name = (await indexedDB.databases()).find((one) => one.name?.startsWith("countersign-"))?.name ?? "";
      const asked = (await open(name)).transaction("slices").objectStore("slices").getAll();
      return new Promise<string[]>((done) => {
        asked.onsuccess = () => done(asked.result.map((slice: { hash: string }) => slice.hash));
      });
    });
    expect(kept.length).toBeGreaterThanOrEqual(2);
    await page.getByRole("button", { name: recorder.use }).click();
    await page.getByText(/^Signed, \d+ s$/u).waitFor();
    await page.getByRole("button", { name: skip.submit }).click();

    const store = new Database(path(server.data, "countersign.db"), { readonly: true });
    const there = () =>
      store
        .prepare(
          "select s.hash from recording_slices s join recordings r on r.id = s.recording where r.closed_at is not null order by s.n",
        )
        .pluck()
        .all() as string[];
    await expect.poll(there, { timeout: 100_000 }).toEqual(kept);
    const used = store.prepare("select r.response, l.body from recordings r join log l on l.id = r.response").get() as {
      body: string;
    };
    expect(JSON.parse(used.body)).toMatchObject({ kind: "skip", answer: { reason: "upsetting" } });
    store.close();
    const parts = kept.map((hash) => readFileSync(path(server.data, "media", hash.slice(0, 2), hash)));
    expect(parts.map((part) => createHash("sha256").update(part).digest("hex"))).toEqual(kept);
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(new Uint8Array(Buffer.concat(parts))) });
    expect(await input.getPrimaryVideoTrack()).not.toBeNull();
    expect(await input.getPrimaryAudioTrack()).toBeNull();
    expect(await input.computeDuration()).toBeGreaterThan(1.5);

    const type = (await input.getMimeType()).startsWith("video/mp4") ? "video/mp4" : "video/webm";
    const mended = new Input({
      formats: ALL_FORMATS,
      source: new BufferSource(await mendRecording(new Uint8Array(Buffer.concat(parts)), type)),
    });
    expect((await input.getDurationFromMetadata()) ?? 0).toBeLessThan(0.5);
    expect(await mended.getDurationFromMetadata()).toBeGreaterThan(1.5);
  });
});

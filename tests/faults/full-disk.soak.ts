// The browser's disk is full, by a quota of Chromium's own: while a clip comes down, and while an answer is saved and
// sent. Nothing is called saved or sent that is not; the person reads why and what to do; with room again all goes on.
import { join as path } from "node:path";
import type { CDPSession, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { en } from "../../client/words/en.ts";
import { begin, join, labelClip, readyOffline } from "../journeys/hands.ts";
import {
  countersign,
  type OpenBrowser,
  openBrowser,
  type RunningServer,
  removeFolder,
  startServer,
  temporaryFolder,
} from "../journeys/world.ts";
import { drawStudy } from "./drawn-study.ts";
import { type BadLine, startProxy } from "./proxy.ts";
import { logIn } from "./site.ts";

const clips = 5;
let folder: string;
let line: BadLine;
let server: RunningServer;
let browser: OpenBrowser;
let page: Page;
let session: CDPSession;
const broken: string[] = [];

beforeAll(async () => {
  folder = await temporaryFolder("full-disk");
  const data = path(folder, "data");
  drawStudy(path(folder, "study"), { id: "full", title: "Full", clips, people: ["Ann"], ballast: 1_000_000 });
  const run = await countersign(["study", "import", path(folder, "study"), "--data", data, "--json"]);
  expect(run.stderr).toBe("");
  const { people } = JSON.parse(run.stdout) as { people: { link: string }[] };
  line = await startProxy();
  server = await startServer({ data, env: { PUBLIC_URL: line.url } });
  line.behind = server.port;
  browser = await openBrowser({ profile: path(folder, "profile") });
  page = await browser.page();
  page.on("pageerror", ({ message }) => broken.push(message));
  session = await browser.context.newCDPSession(page);
  await free();
  line.trouble = (asked) => (asked.startsWith("/media/") ? "cut-before" : "fine");
  await join(page, `${line.url}/join#${people[0]?.link.split("#")[1]}`);
});
afterAll(async () => {
  await browser.close();
  await server.kill();
  await line.close();
  await removeFolder(folder);
});

const room = 12_000_000;
const quota = (quotaSize: number) => session.send("Storage.overrideQuotaForOrigin", { origin: line.url, quotaSize });
const free = () => quota(room);
/**
 * The origin may hold no more than it does. Chromium counts small writes against what it last knew of the room, for half
 * a minute; many that are larger than all of it make it look.
 */
async function fill(): Promise<void> {
  await quota(1);
  const refused = await page.evaluate(
    ([bytes, piece]) =>
      new Promise<string | undefined>((done) => {
        const asked = indexedDB.open("ballast");
        asked.onupgradeneeded = () => asked.result.createObjectStore("ballast");
        asked.onerror = () => done(asked.error?.name);
        asked.onsuccess = () => {
          const change = asked.result.transaction("ballast", "readwrite");
          for (let k = 0; k < bytes / piece; k++) change.objectStore("ballast").put(new Uint8Array(piece), k);
          change.oncomplete = () => done(undefined);
          change.onabort = () => done(change.error?.name);
        };
      }),
    [room, 30_000] as const,
  );
  expect(refused).toBe("QuotaExceededError");
}
const clipsHere = () =>
  page.evaluate(async () => {
    const held = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return held.flat().filter(({ url }) => new URL(url).pathname.startsWith("/media/")).length;
  });

it("says that there is no room while clips come down, counts only what is there, and goes on when there is", async () => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  line.trouble = (asked) => (asked.startsWith("/media/") ? "slow" : "fine");
  const store = page.getByRole("button", { name: en.work.store });
  await store.click();
  await expect.poll(clipsHere, { timeout: 100_000, interval: 20 }).toBeGreaterThan(0);
  await fill();
  await page.getByText(en.work.noRoom).waitFor();
  const here = await clipsHere();
  expect(here).toBeLessThan(clips);
  const said = /(\d+) of \d+ videos/u.exec((await page.locator("main").textContent()) ?? "")?.[1];
  expect(Number(said)).toBeLessThanOrEqual(here);
  await free();
  line.trouble = () => "fine";
  await store.click();
  await readyOffline(page);
  expect(await clipsHere()).toBe(clips);
  expect(await page.getByText(en.work.noRoom).isVisible()).toBe(false);
});

it("keeps an answer on the screen that it cannot save, and saves and sends it once there is room", async () => {
  const answer = { sentiment: -2, emotions: [0, 1, 2, 3, 0, 1, 2, 3, 0, 1], confidence: 42, cue: "brows down" };
  await begin(page);
  await page.getByRole("heading", { name: en.steps.sentiment }).waitFor();
  await fill();
  await labelClip(page, answer);
  await page.getByText(en.annotate.notSaved).waitFor();
  await page.getByText(en.annotate.notSavedLead).waitFor();
  expect(await page.getByRole("textbox").first().inputValue()).toBe(answer.cue);
  expect(await page.getByText(en.sync.sent(0)).first().isVisible()).toBe(true);
  await free();
  await page.keyboard.press("Control+Enter");
  await page.getByText(en.sync.sent(1)).waitFor();
  await page.getByRole("heading", { name: en.steps.sentiment }).waitFor();
});

it("calls nothing sent that it could not note as sent, and sends it once", async () => {
  line.trouble = (asked) => (asked.startsWith("/api/sync/") ? "cut-before" : "fine");
  await labelClip(page, { sentiment: 1, emotions: Array(10).fill(0), confidence: 5 });
  await page.getByText(/1 only on this device/).waitFor();
  await fill();
  line.trouble = () => "fine";
  const pushed = page.waitForResponse((reply) => reply.url().endsWith("/api/sync/push") && reply.ok());
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await pushed;
  expect(await page.getByText(/1 only on this device/).isVisible()).toBe(true);
  await free();
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByText(en.sync.sent(2)).waitFor();
  await server.kill();
  const log = await logIn(server.data);
  const given = log.map(({ body }) => JSON.parse(body) as { kind: string; answer: { sentiment?: number } });
  expect(given.filter(({ kind }) => kind === "emotion").map(({ answer }) => answer.sentiment)).toEqual([-2, 1]);
  expect(broken).toEqual([]);
});

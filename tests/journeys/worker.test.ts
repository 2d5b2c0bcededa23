// The built service worker in real Chromium: the app opens with no server, a stored clip plays and seeks from the cache
// for the person whose pack lists it, and a newer app waits until the page consents.
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname, join, normalize } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "#client/words/en";
import { longClip } from "../../scripts/long-clip.ts";
import { freePort, type OpenBrowser, openBrowser, removeFolder, root } from "./world.ts";

const dist = join(root, "dist/client");
const clip = readFileSync(join(root, "fixtures/media/numbered-25.mp4"));
const hash = createHash("sha256").update(clip).digest("hex");
/** 24 MB: every picture lies half a megabyte from the one before. */
const long = longClip(clip, 24 * 1024 * 1024);
const longHash = createHash("sha256").update(long).digest("hex");
const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

let server: Server;
let port: number;
let browser: OpenBrowser;
let page: Page;
/** Appended to sw.js: another text is a newer worker. */
let build = "";
const asked: string[] = [];

const start = (): Promise<void> =>
  new Promise((done) => {
    server = createServer((request, reply) => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      asked.push(pathname);
      if (pathname === "/health/long.mp4") return void reply.writeHead(200, { "content-type": "video/mp4" }).end(long);
      if (/^\/(api|media)\//u.test(pathname)) return void reply.writeHead(404).end();
      const file = join(dist, normalize(pathname));
      const path = statSync(file, { throwIfNoEntry: false })?.isFile() ? file : join(dist, "index.html");
      const body = readFileSync(path);
      reply.writeHead(200, { "content-type": types[extname(path)] ?? "text/plain", "cache-control": "no-cache" });
      reply.end(pathname === "/sw.js" ? `${body}\n//${build}` : body);
    });
    server.listen(port, "127.0.0.1", done);
  });
const stop = (): Promise<void> =>
  new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });

beforeAll(async () => {
  port = await freePort();
  await start();
  browser = await openBrowser();
  page = await browser.page();
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
});
afterAll(async () => {
  await browser.close();
  await removeFolder(browser.profile);
  await stop();
});

/** What the page of a person has stored, as the outbox writes it. */
async function storeClip(person: string, listed: boolean): Promise<void> {
  await page.evaluate(
    async ({ person, listed, hash, bytes }) => {
      const db = await new Promise<IDBDatabase>((done, fail) => {
        const opening = indexedDB.open(`countersign-${person}`, 10);
        opening.onupgradeneeded = () => {
          opening.result.createObjectStore("media", { keyPath: "hash" });
          opening.result.createObjectStore("meta", { keyPath: "key" });
        };
        opening.onsuccess = () => done(opening.result);
        opening.onerror = () => fail(opening.error);
      });
      const write = db.transaction(["media"], "readwrite");
      if (listed) write.objectStore("media").put({ hash });
      await new Promise((done) => {
        write.oncomplete = done;
      });
      db.close();
      const cache = await caches.open("countersign-media");
      const whole = new Response(Uint8Array.from(bytes), { headers: { "content-type": "video/mp4" } });
      await cache.put(`/media/${hash}`, whole);
    },
    { person, listed, hash, bytes: [...clip] },
  );
}

/** A long one as the outbox keeps it: in parts of 2 MiB, and a mark that all of them are here. */
async function storeLongClip(person: string): Promise<void> {
  await page.evaluate(
    async ({ person, hash }) => {
      const blob = await (await fetch("/health/long.mp4")).blob();
      const parts = await caches.open("countersign-parts");
      const step = 2 * 1024 * 1024;
      for (let n = 0; n * step < blob.size; n += 1)
        await parts.put(`/media/${hash}/${n}`, new Response(blob.slice(n * step, (n + 1) * step)));
      const headers = { "content-type": "video/mp4", "x-clip-bytes": String(blob.size) };
      await parts.put(`/media/${hash}/whole`, new Response(null, { headers }));
      const db = await new Promise<IDBDatabase>((done) => {
        const opening = indexedDB.open(`countersign-${person}`);
        opening.onsuccess = () => done(opening.result);
      });
      const write = db.transaction(["media"], "readwrite");
      write.objectStore("media").put({ hash });
      await new Promise((done) => {
        write.oncomplete = done;
      });
      db.close();
    },
    { person, hash: longHash },
  );
}

/** The numbers that the pictures carry after seeking to each, and whether it plays on to the end from the last. */
const watch = (src: string, pictures: readonly number[]) =>
  page.evaluate(
    async ({ src, pictures }) => {
      const video = document.createElement("video");
      video.muted = true;
      video.src = src;
      document.body.append(video);
      await new Promise((done, fail) => {
        video.onloadeddata = done;
        video.onerror = () => fail(new Error(video.error?.message));
      });
      const draw = new OffscreenCanvas(128, 64).getContext("2d", { willReadFrequently: true });
      const seen: number[] = [];
      for (const number of pictures) {
        const sought = new Promise((done) => video.addEventListener("seeked", done, { once: true }));
        video.currentTime = (number + 0.5) / 25;
        await sought;
        let read = -1;
        // "seeked" may come before the picture does: what is shown counts once a second has gone or it is the one.
        for (const until = performance.now() + 1000; read !== number && performance.now() < until; ) {
          await new Promise(requestAnimationFrame);
          draw?.drawImage(video, 0, 0);
          read = 0;
          for (let bit = 0; bit < 8; bit += 1) {
            const [light = 0] = draw?.getImageData((bit % 4) * 32 + 16, Math.floor(bit / 4) * 32 + 16, 1, 1).data ?? [];
            read = read * 2 + (light > 127 ? 1 : 0);
          }
        }
        seen.push(read);
      }
      const ended = new Promise((done) => video.addEventListener("ended", done, { once: true }));
      await video.play();
      await ended;
      const shown = { seen, ended: video.ended };
      video.remove();
      return shown;
    },
    { src, pictures },
  );

const ask = (url: string, range?: string) =>
  page.evaluate(
    async ({ url, range }) => {
      try {
        const reply = await fetch(url, range === undefined ? {} : { headers: { range } });
        const size = (await reply.arrayBuffer()).byteLength;
        return { status: reply.status, range: reply.headers.get("content-range"), size };
      } catch {
        return { status: 0, range: null, size: 0 };
      }
    },
    { url, range },
  );

/**
 * Waits in the page until a newer worker is installed. One look may find nothing: a look that the browser began by itself
 * before the newer text stood on the server answers for ours too (Service Workers, "Update": equivalent jobs are one).
 */
const installNewer = () =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    for (;;) {
      await registration.update();
      const next = registration.installing ?? registration.waiting;
      if (next === null) continue;
      await new Promise<void>((done, fail) => {
        const look = () => {
          if (next.state === "installed") done();
          if (next.state === "redundant") fail(new Error("the newer worker did not install"));
        };
        next.addEventListener("statechange", look);
        look();
      });
      return;
    }
  });

/** Until the newest worker controls the page. Where one still waits, the person presses the button that offers it. */
async function turnToNewest(): Promise<void> {
  if (await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)) {
    const offer = page.getByRole("button", { name: en.update.now });
    await Promise.all([page.waitForEvent("load"), offer.click()]);
  }
  await page.waitForFunction(async () => {
    const { waiting, active } = await navigator.serviceWorker.ready;
    return waiting === null && active?.state === "activated" && navigator.serviceWorker.controller === active;
  });
}

describe("the service worker", () => {
  it("controls the page from the first load on, and opens every address of the app with no server, signs of glosses included", async () => {
    await stop();
    for (const path of ["/", "/work", "/join", "/desk/studies/x"]) {
      await page.goto(`http://127.0.0.1:${port}${path}`);
      await page.waitForFunction(() => (document.getElementById("root")?.childElementCount ?? 0) > 0);
    }
    expect((await ask("/api/access/me")).status).toBe(0);
    expect((await ask("/health")).status).toBe(0);
    const fonts = await page.evaluate(() =>
      Promise.all(
        [..."①➊ㄈコ⼞ϟ"].map(async (sign) => {
          const faces = await document.fonts.load('400 40px "Gloss Signs"', sign);
          return `${sign} ${faces.map(({ status }) => status).join()}`;
        }),
      ),
    );
    expect(fonts).toEqual([..."①➊ㄈコ⼞ϟ"].map((sign) => `${sign} loaded`));
    await start();
  });

  it("cuts exact parts from a stored clip, with no server, for the person whose pack lists it", async () => {
    await storeClip("lists-it", true);
    await stop();
    const mine = `/media/${hash}?p=lists-it`;
    expect(await ask(mine, "bytes=5-14")).toEqual({ status: 206, range: `bytes 5-14/${clip.length}`, size: 10 });
    expect(await ask(mine, `bytes=${clip.length}-`)).toMatchObject({ status: 416 });
    expect(await ask(mine)).toMatchObject({ status: 200, size: clip.length });
    await start();
  });

  it("plays and seeks a stored clip with no server", async () => {
    await stop();
    const at = await page.evaluate(async (src) => {
      const video = document.createElement("video");
      video.muted = true;
      video.src = src;
      document.body.append(video);
      await new Promise((done, fail) => {
        video.onloadeddata = done;
        video.onerror = () => fail(new Error(video.error?.message));
      });
      const middle = video.duration / 2;
      video.currentTime = middle;
      await new Promise((done) => {
        video.onseeked = done;
      });
      const shown = { at: video.currentTime, middle, width: video.videoWidth };
      video.remove();
      return shown;
    }, `/media/${hash}?p=lists-it`);
    expect(at.at).toBeCloseTo(at.middle, 1);
    expect(at.width).toBeGreaterThan(0);
    await start();
  });

  it("gives nobody else a stored clip: their request goes to the server", async () => {
    await storeClip("lists-nothing", false);
    expect((await ask(`/media/${hash}?p=lists-nothing`, "bytes=0-9")).status).toBe(404);
    expect((await ask(`/media/${hash}`, "bytes=0-9")).status).toBe(404);
    expect(asked.filter((path) => path.startsWith("/media/")).at(-1)).toBe(`/media/${hash}`);
    await stop();
    expect((await ask(`/media/${hash}?p=lists-nothing`)).status).toBe(0);
    await start();
  });

  it("lets a newer app wait until the page consents", async () => {
    build = "newer";
    await installNewer();
    const before = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await new Promise((done) => setTimeout(done, 300));
      return {
        waits: registration?.waiting !== null,
        active: registration?.active === navigator.serviceWorker.controller,
      };
    });
    expect(before).toEqual({ waits: true, active: true });
    await turnToNewest();
  });

  it("plays and seeks a long clip kept in parts with no server, while a newer worker comes and after it took over", async () => {
    const pictures = [40, 3, 27, 12, 45, 0, 38];
    const address = `/media/${longHash}?p=lists-it`;
    await storeLongClip("lists-it");
    await stop();
    expect(await watch(address, pictures)).toEqual({ seen: pictures, ended: true });
    const cut = await ask(address, `bytes=2097150-${long.length - 3}`);
    expect(cut).toEqual({
      ...{ status: 206, range: `bytes 2097150-${long.length - 3}/${long.length}` },
      size: long.length - 2 - 2097150,
    });
    await start();
    build = "newest";
    const installed = installNewer();
    expect(await watch(address, pictures)).toEqual({ seen: pictures, ended: true });
    await installed;
    await turnToNewest();
    await stop();
    expect(await watch(address, [...pictures].reverse())).toEqual({ seen: [...pictures].reverse(), ended: true });
    await start();
  });
});

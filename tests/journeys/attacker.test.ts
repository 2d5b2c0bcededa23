// Everything that an expert's real browser holds (databases, caches, storage, script) or may fetch with its cookie and
// its device key: nothing of it names a key, an entry or a file of the quiz.
import { readFileSync } from "node:fs";
import { join as path } from "node:path";
import Papa from "papaparse";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PackItem } from "../../schemas/sync.ts";
import { solvers } from "../sync/solvers.ts";
import { answerQuestion, begin, join, readyOffline } from "./hands.ts";
import {
  type OpenBrowser,
  openBrowser,
  type RunningServer,
  removeFolder,
  root,
  startServer,
  temporaryFolder,
} from "./world.ts";

interface Held {
  rows: unknown[];
  items: PackItem[];
  deviceKey: string;
  cached: string[];
  storage: string;
}

/** Reads every database, cache and storage of the origin, as somebody at the developer tools would. */
const holdings = (page: Page): Promise<Held> =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
      });
    const rows: unknown[] = [];
    let items: unknown[] = [];
    let deviceKey = "";
    for (const { name } of await indexedDB.databases()) {
      const db = await asked(indexedDB.open(name as string));
      for (const store of db.objectStoreNames) {
        const all = await asked(db.transaction(store).objectStore(store).getAll());
        rows.push(...all);
        if (store === "items") items = all;
        for (const row of all as { name?: string; key?: string; value?: unknown }[])
          if ((row.name ?? row.key) === "deviceKey") deviceKey = String(row.value);
      }
      db.close();
    }
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const reply = await cache.match(request);
        const text = /text|javascript|json|manifest/.test(reply?.headers.get("content-type") ?? "")
          ? await reply?.text()
          : "";
        cached.push(`${request.url}\n${JSON.stringify([...(reply?.headers ?? [])])}\n${text}`);
      }
    }
    const storage = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]);
    return { rows, items: items as PackItem[], deviceKey, cached, storage };
  }) as Promise<Held>;

describe("an attacker at an expert's browser", () => {
  let folder: string;
  let server: RunningServer;
  let browser: OpenBrowser;
  let page: Page;
  let held: Held;
  const quiz = path(root, "fixtures/quiz");
  const csv = (name: string) =>
    Papa.parse<Record<string, string>>(readFileSync(path(quiz, name), "utf8"), { header: true, skipEmptyLines: true })
      .data;
  const named = [
    ...csv("key.csv").map((row) => row["id"] as string),
    ...csv("entries.csv").flatMap((row) => [row["image"], row["video"]] as string[]),
  ];

  beforeAll(async () => {
    folder = await temporaryFolder("attacker");
    server = await startServer({ data: path(folder, "data") });
    const link = /expert\s+(\S+)/.exec(server.printed())?.[1] as string;
    browser = await openBrowser();
    page = await browser.page();
    await join(page, link);
    await readyOffline(page);
    await begin(page);
    await answerQuestion(page, 1);
    await answerQuestion(page, 2);
    held = await holdings(page);
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await removeFolder(folder);
  });

  it("finds questions, and neither their names nor their files in database, cache, storage or script", () => {
    expect(held.items.length).toBe(36);
    expect(held.deviceKey.length).toBeGreaterThan(20);
    const all = [JSON.stringify(held.rows), ...held.cached, held.storage].join("\n");
    expect(all.length).toBeGreaterThan(100_000);
    for (const name of named) expect(all, name).not.toContain(name);
    for (const row of held.items) expect(Object.keys(row)).not.toContain("answer");
    expect(JSON.stringify(held.rows)).not.toMatch(/"(gloss|entry|articulations|gestures|seat|answerKey)"/);
  });

  it("is refused by every other address of the server, with the cookie and with the device key", async () => {
    const described = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const own = /^\/api\/(access|sync|recordings)\/|^\/api\/openapi\.json$|^\/health$/;
    const others = Object.keys(described.paths).filter(
      (one) => !own.test(one) && "get" in (described.paths[one] as object),
    );
    expect(others.length).toBeGreaterThan(8);
    for (const one of others) {
      const address = one
        .replace("{study}", "demo-quiz")
        .replace("{item}", held.items[0]?.id as string)
        .replace("{file}", "baseline.csv")
        .replace(/\{\w+\}/g, "x");
      const byCookie = await page.evaluate(async (url) => {
        const reply = await fetch(url);
        return { status: reply.status, text: await reply.text() };
      }, address);
      const byKey = await fetch(server.url + address, { headers: { authorization: `Bearer ${held.deviceKey}` } });
      if (address === "/api/studies") {
        expect(byCookie.text).not.toMatch(/gloss|answer"/);
        continue;
      }
      expect([401, 403, 404], `${address} by cookie: ${byCookie.status}`).toContain(byCookie.status);
      expect([401, 403, 404], `${address} by key: ${byKey.status}`).toContain(byKey.status);
    }
  });

  it("does no better than chance with any solver that sees no sign", () => {
    const keys = new Map(csv("key.csv").map((row) => [row["id"], row["answer"]]));
    const questions = readFileSync(path(quiz, "questions.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map(
        (line) =>
          JSON.parse(line) as {
            id: string;
            entry: string;
            input: string;
            modality: string;
            options: Record<string, string>;
          },
      );
    const truthOf = (item: PackItem) =>
      questions.find(
        (one) => one.modality === item.modality && JSON.stringify(one.options) === JSON.stringify(item.options),
      );
    for (const [name, solve] of Object.entries(solvers)) {
      const right = new Map<string, number>();
      for (const [at, letter] of solve(held.items).entries()) {
        const truth = truthOf(held.items[at] as PackItem);
        expect(truth).toBeDefined();
        const entry = truth?.entry as string;
        right.set(entry, (right.get(entry) ?? 0) + (letter === keys.get(truth?.id) ? 1 : 0));
      }
      const shares = [...right.values()].map((hits) => hits / 3);
      const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
      expect(mean, name).toBeLessThan(0.25 + 3 * Math.sqrt((0.25 * 0.75) / shares.length));
    }
  });
});

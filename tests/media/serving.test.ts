// Media over HTTP: exact ranges, the headers that keep a file a file, and the right checked for each file.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "#server/app";
import { type Data, openData } from "#server/commands/data";
import { loadDemo } from "#server/commands/demo-data";
import { createFigures } from "#server/figures/figures";
import { cutOf } from "#server/media/ranges";
import { createDevice, revokeDevices } from "#server/store/devices";
import { mediaOfStudy } from "#server/store/media";
import { membersOf } from "#server/store/members";

const folder = mkdtempSync(join(tmpdir(), "countersign-media-test-"));
const clock = () => new Date();
const publicUrl = new URL("http://127.0.0.1:8787");
let data: Data;
let app: Hono;
let key: string;
let strangersKey: string;
let hash: string;
let bytes: Uint8Array;

beforeAll(async () => {
  data = await openData(folder);
  const deps = { ...data, clock, publicUrl };
  await loadDemo(deps);
  app = createApp({ ...deps, figures: createFigures(deps), log: pino({ level: "silent" }) });
  const keyOf = async (study: string, code: string): Promise<string> => {
    const person = (await membersOf(data.store, study)).find((member) => member.code === code)?.person as string;
    return (await createDevice(data.store, { person, shared: false, now: clock() })).deviceKey;
  };
  key = await keyOf("demo-feelings", "A1");
  strangersKey = await keyOf("demo-quiz", "E1");
  const [first] = await mediaOfStudy(data.store, "demo-feelings");
  hash = first?.hash as string;
  bytes = await data.media.read(hash);
});
afterAll(async () => {
  await data.close();
  rmSync(folder, { recursive: true });
});

const ask = (headers: Record<string, string> = {}, method = "GET", path = `/media/${hash}`, by = key) =>
  app.request(path, { method, headers: { Authorization: `Bearer ${by}`, ...headers } });
const bodyOf = async (answer: Response): Promise<Uint8Array> => new Uint8Array(await answer.arrayBuffer());

describe("a medium", () => {
  it("comes whole with the headers that keep it a file", async () => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "cache-control": "private, max-age=31536000, immutable",
      "content-length": String(bytes.length),
      "content-security-policy": "sandbox; default-src 'none'",
      "content-type": "video/mp4",
      "cross-origin-resource-policy": "same-origin",
      etag: `"${hash}"`,
      "x-content-type-options": "nosniff",
    });
    expect(await bodyOf(answer)).toEqual(new Uint8Array(bytes));
  });

  it.each([
    ["bytes=100-199", 100, 199],
    ["bytes=0-0", 0, 0],
    ["bytes=1000-", 1000, -1],
    ["bytes=-10", -10, -1],
    ["bytes=5-99999999", 5, -1],
    ["bytes=-99999999", 0, -1],
    ["BYTES= 7-8", 7, 8],
  ])("answers %s with exactly these bytes", async (range, from, to) => {
    const size = bytes.length;
    const [start, end] = [from < 0 ? size + from : from, to < 0 ? size + to : to];
    const answer = await ask({ Range: range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get("content-range")).toBe(`bytes ${start}-${end}/${size}`);
    expect(answer.headers.get("content-length")).toBe(String(end - start + 1));
    expect(await bodyOf(answer)).toEqual(new Uint8Array(bytes.subarray(start, end + 1)));
  });

  it.each(["bytes=99999999-", "bytes=-0"])("answers %s, outside the file, with 416 and its size", async (range) => {
    const answer = await ask({ Range: range });
    expect([answer.status, answer.headers.get("content-range")]).toEqual([416, `bytes */${bytes.length}`]);
    expect(await bodyOf(answer)).toHaveLength(0);
  });

  it.each(["bytes=0-1,4-5", "bytes=9-3", "bytes=-", "items=0-1", "bytes=a-b"])(
    "answers %s, which is no single byte range, with the whole file",
    async (range) => {
      const answer = await ask({ Range: range });
      expect([answer.status, (await bodyOf(answer)).length]).toEqual([200, bytes.length]);
    },
  );

  it("answers HEAD without a body, and a known ETag with 304", async () => {
    const head = await ask({}, "HEAD");
    expect([head.status, head.headers.get("content-length"), (await bodyOf(head)).length]).toEqual([
      200,
      String(bytes.length),
      0,
    ]);
    expect((await ask({ "If-None-Match": `W/"${hash}"` })).status).toBe(304);
    expect((await ask({ "If-None-Match": '"other"' })).status).toBe(200);
  });

  it("cuts a range only of the file that If-Range names", async () => {
    expect((await ask({ Range: "bytes=0-9", "If-Range": `"${hash}"` })).status).toBe(206);
    expect((await ask({ Range: "bytes=0-9", "If-Range": '"other"' })).status).toBe(200);
  });

  it("is hidden from nobody and from people of another study", async () => {
    expect((await app.request(`/media/${hash}`)).status).toBe(401);
    expect((await ask({}, "GET", `/media/${hash}`, strangersKey)).status).toBe(404);
    expect((await ask({}, "GET", `/media/${"0".repeat(64)}`)).status).toBe(404);
  });

  it("is found by its hash alone, never by a path (FR-50, FR-55)", async () => {
    const odd = [
      `/media//${hash}`,
      `//media/${hash}`,
      `/media%2f${hash}`,
      `/media/%5c${hash}`,
      "/media/..%2fcountersign.db",
      "/media/%2e%2e/countersign.db",
      "/media/....//countersign.db",
      `/media/${hash}%00.txt`,
      `/media/${hash.toUpperCase()}`,
      "/media/incoming",
    ];
    for (const path of odd) expect([400, 401, 404], path).toContain((await ask({}, "GET", path)).status);
  });

  it("is no longer given to a device that was revoked", async () => {
    const person = (await membersOf(data.store, "demo-feelings")).find(({ code }) => code === "A2")?.person as string;
    const { deviceKey } = await createDevice(data.store, { person, shared: false, now: clock() });
    expect((await ask({}, "GET", `/media/${hash}`, deviceKey)).status).toBe(200);
    await revokeDevices(data.store, person, clock());
    expect((await ask({}, "GET", `/media/${hash}`, deviceKey)).status).toBe(404);
  });
});

describe("the content store", () => {
  it("keeps a file once, under its hash, and leaves nothing behind when a stream fails", async () => {
    const parts = async function* () {
      yield bytes.subarray(0, 100);
      yield bytes.subarray(100);
    };
    expect(await data.media.put(parts())).toEqual({ hash, bytes: bytes.length });
    const before = readdirSync(join(folder, "media/incoming"));
    const failing = async function* () {
      yield bytes.subarray(0, 100);
      throw new Error("cut");
    };
    await expect(data.media.put(failing())).rejects.toThrow("cut");
    expect(readdirSync(join(folder, "media/incoming"))).toEqual(before);
    const held: string[] = [];
    for await (const one of data.media.list()) held.push(one);
    expect(held).toContain(hash);
    expect(await data.media.has("../../countersign.db")).toBe(false);
    expect(readFileSync(join(folder, "media", hash.slice(0, 2), hash)).length).toBe(bytes.length);
  });
});

it("a range of an empty file lies outside it", () => {
  expect(cutOf("bytes=0-", 0)).toBe("outside");
});

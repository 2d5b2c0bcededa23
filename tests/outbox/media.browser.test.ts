// In real Chromium with its Cache API: what gets in, what never does, and what the worker answers from it.
import "dexie";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sha256Hex } from "#client/capture/seal";
import { type MediaRow, type PersonDatabase, setMeta } from "#client/outbox/database";
import { databaseOf, everybody, forget, registry } from "#client/outbox/known";
import { dropUnlisted, keepStorage, mediaAddress, mediaUrl, storeMedia } from "#client/outbox/media";
import { mediaCache } from "#client/outbox/media-cache";
import { mediaReady } from "#client/outbox/media-ready";
import { answerMedia, mediaQuestion } from "#client/worker/media-route";
import { lookUp } from "#client/worker/pack-lookup";

const clipBytes = (k: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: 1000 + k }, (_, i) => (i * 7 + k) % 256);
const html = (): Response =>
  new Response("<html>Sign in</html>", { status: 200, headers: { "content-type": "text/html" } });

async function person(name: string, clips: number[]): Promise<PersonDatabase> {
  const db = databaseOf(name);
  await registry.people.put({
    person: name,
    initials: "X",
    shared: false,
    addedAt: "",
    signedOut: false,
    linkHash: "",
  });
  await setMeta(db, "deviceKey", `key-${name}`);
  for (const [position, k] of clips.entries()) {
    const bytes = clipBytes(k);
    const hash = await sha256Hex(bytes);
    const facts = { hash, bytes: bytes.length, type: "video/mp4", width: 1, height: 1 } as const;
    await db.media.put({ ...facts, studies: ["s1"], stored: 0 } satisfies MediaRow);
    await db.items.put({
      study: "s1",
      id: `c${k}`,
      occasion: 1,
      practice: false,
      modality: "video",
      media: hash,
      position,
    });
  }
  return db;
}

/** A server that has clips 0..9 and notes what was asked of it. */
async function clipServer() {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (let k = 0; k < 10; k++) files.set(`/media/${await sha256Hex(clipBytes(k))}`, clipBytes(k));
  const asked: string[] = [];
  return {
    asked,
    fetch: async (path: string, init?: RequestInit): Promise<Response> => {
      asked.push(`${path} ${new Headers(init?.headers).get("authorization")}`);
      const bytes = files.get(path);
      return bytes === undefined
        ? new Response(null, { status: 404 })
        : new Response(bytes, { headers: { "content-type": "video/mp4" } });
    },
  };
}

beforeEach(() => caches.delete(mediaCache));
afterEach(async () => {
  vi.restoreAllMocks();
  for (const db of await everybody()) await forget(db);
});

describe("clips on this device", () => {
  it("are fetched whole, one after the other in the order of the work, with the person's device key", async () => {
    const server = await clipServer();
    const db = await person("ada", [3, 1, 2]);
    const seen: number[] = [];
    const after = await storeMedia(db, ({ files }) => void seen.push(files), undefined, server.fetch);
    expect(after).toEqual({ files: 3, of: 3, bytes: 3006, bytesOf: 3006 });
    expect(seen).toEqual([0, 1, 2, 3]);
    expect(server.asked[0]).toBe(`/media/${await sha256Hex(clipBytes(3))} Bearer key-ada`);
  });

  it("go on after a reload where they stopped (FR-10)", async () => {
    const server = await clipServer();
    const db = await person("ada", [0, 1, 2, 3, 4]);
    let left = 2;
    const cut = async (path: string, init?: RequestInit): Promise<Response> => {
      if (left-- === 0) throw new TypeError("gone");
      return server.fetch(path, init);
    };
    expect(await storeMedia(db, undefined, undefined, cut)).toMatchObject({ files: 2, of: 5, stopped: "unreachable" });
    expect(await mediaReady(db)).toMatchObject({ files: 2, of: 5 });
    const before = server.asked.length;
    expect(await storeMedia(db, undefined, undefined, server.fetch)).toMatchObject({ files: 5 });
    expect(server.asked.length - before).toBe(3);
  });

  it.each([
    ["a captive portal's page", html, "unreachable"],
    [
      "half a clip",
      () => new Response(clipBytes(0).slice(0, 500), { headers: { "content-type": "video/mp4" } }),
      "damaged",
    ],
    [
      "another clip",
      () =>
        new Response(
          clipBytes(0).map((byte) => byte ^ 1),
          { headers: { "content-type": "video/mp4" } },
        ),
      "damaged",
    ],
    [
      "a part with 206",
      () => new Response(clipBytes(0), { status: 206, headers: { "content-type": "video/mp4" } }),
      "unreachable",
    ],
    ["a refusal", () => new Response("{}", { status: 403 }), "refused"],
  ] as const)("never become %s", async (_, reply, stopped) => {
    const db = await person("ada", [0]);
    expect(await storeMedia(db, undefined, undefined, async () => reply())).toMatchObject({ files: 0, stopped });
    expect(await (await caches.open(mediaCache)).keys()).toEqual([]);
  });

  it("are not called ready when the browser has dropped them", async () => {
    const server = await clipServer();
    const db = await person("ada", [0, 1]);
    await storeMedia(db, undefined, undefined, server.fetch);
    await caches.delete(mediaCache);
    await storeMedia(db, undefined, undefined, () => Promise.reject(new TypeError("offline")));
    expect(await mediaReady(db)).toMatchObject({ files: 0, of: 2, bytes: 0 });
  });

  it("stay while anybody here has them in their pack, and go with the last", async () => {
    const server = await clipServer();
    const [ada, bo] = [await person("ada", [0, 1]), await person("bo", [1])];
    for (const db of [ada, bo]) await storeMedia(db, undefined, undefined, server.fetch);
    expect(server.asked.length).toBe(2);
    await ada.media.clear();
    await dropUnlisted();
    const kept = (await (await caches.open(mediaCache)).keys()).map(({ url }) => new URL(url).pathname);
    expect(kept).toEqual([`/media/${await sha256Hex(clipBytes(1))}`]);
  });

  it("have an address while no worker is in control", async () => {
    const server = await clipServer();
    const db = await person("ada", [0]);
    await storeMedia(db, undefined, undefined, server.fetch);
    const { url, release } = await mediaAddress(db, await sha256Hex(clipBytes(0)));
    expect(url).toMatch(/^blob:/u);
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(1000);
    release();
  });

  it("ask the browser to be kept and tell its answer", async () => {
    const state = await keepStorage();
    expect(typeof state.persisted).toBe("boolean");
    expect(state.quota).toBeGreaterThan(0);
  });
});

describe("the worker's answer for a clip", () => {
  const ask = (url: string, range?: string) => {
    const request = new Request(new URL(url, location.href), range === undefined ? {} : { headers: { range } });
    const question = mediaQuestion("GET", new URL(request.url));
    if (question === undefined) throw new Error("not taken");
    return answerMedia(request, question, lookUp);
  };

  it("is cut from the stored file for the person whose pack lists it", async () => {
    const server = await clipServer();
    const db = await person("ada", [0]);
    await storeMedia(db, undefined, undefined, server.fetch);
    const url = mediaUrl(db, await sha256Hex(clipBytes(0)));
    const part = await ask(url, "bytes=10-19");
    expect([part.status, part.headers.get("content-range"), part.headers.get("content-type")]).toEqual([
      206,
      "bytes 10-19/1000",
      "video/mp4",
    ]);
    expect([...new Uint8Array(await part.arrayBuffer())]).toEqual([...clipBytes(0).slice(10, 20)]);
    expect((await ask(url)).status).toBe(200);
    expect((await ask(url, "bytes=1000-")).status).toBe(416);
  });

  it("comes from the network, with that person's own key, where their pack does not list it, and is not kept", async () => {
    const server = await clipServer();
    await storeMedia(await person("ada", [0]), undefined, undefined, server.fetch);
    const bo = await person("bo", []);
    const net = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("no", { status: 404 }));
    const reply = await ask(mediaUrl(bo, await sha256Hex(clipBytes(0))), "bytes=0-9");
    expect(reply.status).toBe(404);
    expect(net.mock.calls[0]?.[1]?.headers).toEqual({ authorization: "Bearer key-bo", range: "bytes=0-9" });
    expect((await (await caches.open(mediaCache)).keys()).length).toBe(1);
  });

  it("makes no database for somebody who is not known here", async () => {
    expect(await lookUp("nobody", "a".repeat(64))).toEqual({ listed: false, deviceKey: undefined });
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain("countersign-nobody");
  });
});

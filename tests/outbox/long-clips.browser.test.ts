// A long clip in real Chromium: in parts, taken up where it was cut, checked as a whole, and served in exact ranges.
import "dexie";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256Hex } from "#client/capture/seal";
import { type PersonDatabase, setMeta } from "#client/outbox/database";
import { databaseOf, everybody, forget, registry } from "#client/outbox/known";
import { mediaAddress, mediaUrl, play, storeMedia } from "#client/outbox/media";
import { mediaCache, partBytes, partsCache } from "#client/outbox/media-cache";
import { mediaReady } from "#client/outbox/media-ready";
import { makeRoom } from "#client/outbox/room";
import { answerMedia, mediaQuestion } from "#client/worker/media-route";
import { lookUp } from "#client/worker/pack-lookup";

const size = 24 * 1024 * 1024 + 123;
/** Every place has its own four bytes, so that a part in the wrong place shows. */
const long = new Uint8Array(size);
for (let at = 0; at + 4 <= size; at += 4) new DataView(long.buffer).setUint32(at, at * 2_654_435_761);
const longHash = await sha256Hex(long);
const short = new Uint8Array(5000).fill(7);
const shortHash = await sha256Hex(short);
const files = new Map([
  [longHash, long],
  [shortHash, short],
]);

const asked: string[] = [];
const rangeOf = (init?: RequestInit): string | null => new Headers(init?.headers).get("range");

/** A server with exact ranges; `cutAt` ends the line after so many bytes. */
const server =
  (cutAt = Number.POSITIVE_INFINITY, signal?: AbortController) =>
  async (path: string, init?: RequestInit): Promise<Response> => {
    const bytes = files.get(path.split("/")[2] ?? "") ?? new Uint8Array();
    const range = rangeOf(init);
    asked.push(range ?? "all");
    const from = range === null ? 0 : Number(/\d+/u.exec(range)?.[0]);
    let at = from;
    const body = new ReadableStream<Uint8Array>({
      pull(to) {
        if (at - from >= cutAt) {
          signal?.abort();
          to.error(new TypeError("gone"));
        } else if (at >= bytes.length) to.close();
        else {
          to.enqueue(bytes.slice(at, at + 65_536));
          at += 65_536;
        }
      },
    });
    const headers = { "content-type": "video/mp4" };
    return range === null
      ? new Response(body, { headers })
      : new Response(body, {
          status: 206,
          headers: { ...headers, "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` },
        });
  };

async function person(name: string, clips: readonly string[]): Promise<PersonDatabase> {
  const db = databaseOf(name);
  const known = { person: name, initials: "X", shared: false, addedAt: "", signedOut: false, linkHash: "" };
  await registry.people.put(known);
  await setMeta(db, "deviceKey", `key-${name}`);
  for (const [position, hash] of clips.entries()) {
    const facts = { hash, bytes: files.get(hash)?.length ?? 0, type: "video/mp4", width: 1, height: 1 } as const;
    await db.media.put({ ...facts, studies: ["s1"], stored: 0 });
    const item = { study: "s1", id: `c${position}`, occasion: 1, practice: false, modality: "video" } as const;
    await db.items.put({ ...item, media: hash, position });
  }
  return db;
}
const inCaches = async (): Promise<number> =>
  (await (await caches.open(mediaCache)).keys()).length + (await (await caches.open(partsCache)).keys()).length;

beforeEach(async () => {
  asked.length = 0;
  await caches.delete(mediaCache);
  await caches.delete(partsCache);
});
afterEach(async () => {
  for (const db of await everybody()) await forget(db);
});

describe("a long clip", () => {
  it("shows progress inside it, goes on in the middle after a cut, and is checked as a whole", async () => {
    const db = await person("ada", [longHash]);
    const seen: number[] = [];
    const cut = await storeMedia(db, ({ bytes }) => void seen.push(bytes), undefined, server(7 * 1024 * 1024));
    expect(cut).toMatchObject({ files: 0, stopped: "unreachable", bytes: 3 * partBytes });
    expect(seen).toEqual([0, partBytes, 2 * partBytes, 3 * partBytes, 3 * partBytes]);
    expect(await storeMedia(db, undefined, undefined, server())).toMatchObject({ files: 1, bytes: size });
    expect(asked).toEqual(["all", `bytes=${3 * partBytes}-`]);
  });

  it("may be paused in the middle", async () => {
    const db = await person("ada", [longHash]);
    const pause = new AbortController();
    const paused = await storeMedia(db, undefined, pause.signal, server(5 * 1024 * 1024, pause));
    expect(paused).toMatchObject({ files: 0, stopped: "paused", bytes: 2 * partBytes });
    expect(await storeMedia(db, undefined, undefined, server())).toMatchObject({ files: 1 });
  });

  it("is thrown away whole where a part is not the listed file's, and begins anew", async () => {
    const db = await person("ada", [longHash]);
    await storeMedia(db, undefined, undefined, server(5 * 1024 * 1024));
    const parts = await caches.open(partsCache);
    await parts.put(`/media/${longHash}/0`, new Response(new Uint8Array(partBytes)));
    expect(await storeMedia(db, undefined, undefined, server())).toMatchObject({ files: 0, stopped: "damaged" });
    expect([await inCaches(), (await mediaReady(db)).bytes]).toEqual([0, 0]);
    expect(await storeMedia(db, undefined, undefined, server())).toMatchObject({ files: 1 });
  });

  it.each([
    ["a portal's page", () => new Response("<html>Sign in</html>", { headers: { "content-type": "text/html" } })],
    [
      "another range",
      () =>
        new Response(long.slice(0, 10), {
          status: 206,
          headers: { "content-type": "video/mp4", "content-range": `bytes 0-9/${size}` },
        }),
    ],
  ] as const)("takes %s for nothing when it goes on", async (_, reply) => {
    const db = await person("ada", [longHash]);
    await storeMedia(db, undefined, undefined, server(3 * 1024 * 1024));
    const after = await storeMedia(db, undefined, undefined, async () => reply());
    expect(after).toMatchObject({ files: 0, stopped: "unreachable", bytes: partBytes });
    expect(await inCaches()).toBe(1);
  });

  it("goes on too where a proxy knows no ranges and sends all of it again", async () => {
    const db = await person("ada", [longHash]);
    await storeMedia(db, undefined, undefined, server(3 * 1024 * 1024));
    const whole = new Response(long, { headers: { "content-type": "video/mp4" } });
    expect(await storeMedia(db, undefined, undefined, async () => whole)).toMatchObject({ files: 1, bytes: size });
  });

  it("answers every range exactly, over the borders of its parts too (FR-19, FR-20)", async () => {
    const db = await person("ada", [longHash]);
    await storeMedia(db, undefined, undefined, server());
    const url = new URL(mediaUrl(db, longHash), location.href);
    const ask = async (range?: string) => {
      const request = new Request(url, range === undefined ? {} : { headers: { range } });
      const question = mediaQuestion("GET", url);
      if (question === undefined) throw new Error("not taken");
      return answerMedia(request, question, lookUp);
    };
    for (const [from, to] of [
      [0, 9],
      [partBytes - 3, partBytes + 3],
      [5 * partBytes, 7 * partBytes - 1],
      [size - 5, size - 1],
    ] as const) {
      const part = await ask(`bytes=${from}-${to}`);
      expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes ${from}-${to}/${size}`]);
      expect(part.headers.get("content-length")).toBe(String(to - from + 1));
      expect(await sha256Hex(await part.arrayBuffer())).toBe(await sha256Hex(long.slice(from, to + 1)));
    }
    const open = await ask(`bytes=${size - 10}-`);
    expect(new Uint8Array(await open.arrayBuffer())).toEqual(long.slice(size - 10));
    const all = await ask();
    expect([all.status, all.headers.get("content-length")]).toEqual([200, String(size)]);
    expect(await sha256Hex(await all.arrayBuffer())).toBe(longHash);
    expect((await ask(`bytes=${size}-`)).status).toBe(416);
  });

  it("has an address of its own while no worker is in control", async () => {
    const db = await person("ada", [longHash]);
    await storeMedia(db, undefined, undefined, server());
    const { url, release } = await mediaAddress(db, longHash);
    expect(url).toMatch(/^blob:/u);
    expect(await sha256Hex(await (await fetch(url)).arrayBuffer())).toBe(longHash);
    release();
  });
});

describe("room for clips", () => {
  const answerHere = (db: PersonDatabase, item: string, state: "sent" | "waiting") =>
    db.responses.put({
      ...{ id: `r-${item}`, study: "s1", item, occasion: 1, kind: "skip", device: "d", n: 1, at: "", state, flags: [] },
      text: JSON.stringify({ id: `r-${item}`, kind: "skip", item, occasion: 1, at: "2026-01-01T00:00:00.000Z" }),
    } as never);
  const study = { id: "s1", state: "open" } as never;

  it("is made from clips whose answers are all sent, and from nothing else", async () => {
    const db = await person("ada", [shortHash, longHash]);
    await db.studies.put(study);
    await storeMedia(db, undefined, undefined, server());
    expect(await makeRoom(db, longHash)).toBe(false);
    await answerHere(db, "c0", "waiting");
    expect(await makeRoom(db, longHash)).toBe(false);
    await answerHere(db, "c0", "sent");
    await db.drafts.put({ study: "s1", item: "c0", occasion: 1, answer: {}, trail: [], basis: "r-c0", savedAt: "" });
    expect(await makeRoom(db, longHash)).toBe(false);
    await db.drafts.clear();
    const bo = await person("bo", [shortHash]);
    await bo.studies.put(study);
    expect(await makeRoom(db, longHash)).toBe(false);
    await answerHere(bo, "c0", "sent");
    expect(await makeRoom(db, longHash)).toBe(true);
    expect(await mediaReady(db)).toMatchObject({ files: 1, of: 1 });
    asked.length = 0;
    await storeMedia(db, undefined, undefined, server());
    expect(asked).toEqual([]);
  });

  it("goes first to what comes after the clip on the stage, and five of it come even where the rest is paused", async () => {
    const many = Array.from({ length: 9 }, (_, k) => new Uint8Array(100 + k).fill(k));
    const hashes = await Promise.all(many.map((bytes) => sha256Hex(bytes)));
    for (const [k, hash] of hashes.entries()) files.set(hash, many[k] as Uint8Array<ArrayBuffer>);
    const db = await person("ada", hashes);
    await setMeta(db, "keepsMedia", false);
    const order: string[] = [];
    await play(db, hashes[2] as string, (path, init) => {
      order.push(path.split("/")[2] ?? "");
      return server()(path, init);
    });
    expect(order).toEqual(hashes.slice(3, 8));
  });
});

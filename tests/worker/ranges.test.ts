import { describe, expect, it } from "vitest";
import { mediaQuestion } from "#client/worker/media-route";
import { answerFrom, partOf } from "#client/worker/ranges";

const bytes = Uint8Array.from({ length: 100 }, (_, k) => k);
const file = new Blob([bytes], { type: "video/mp4" });
const ask = (range: string | null, head = false) =>
  answerFrom({ type: "video/mp4", size: file.size, cut: (start, end) => file.slice(start, end) }, range, head);
const numbers = async (reply: Response) => [...new Uint8Array(await reply.arrayBuffer())];

describe("a stored clip asked for in parts", () => {
  it.each([
    ["bytes=0-9", 0, 9],
    ["bytes=10-19", 10, 19],
    ["bytes=90-", 90, 99],
    ["bytes=95-500", 95, 99],
    ["bytes=-5", 95, 99],
    ["bytes=-500", 0, 99],
    ["bytes=99-99", 99, 99],
  ])("answers %s with 206 and exactly bytes %d to %d", async (range, start, end) => {
    const reply = ask(range);
    expect(reply.status).toBe(206);
    expect(reply.headers.get("content-range")).toBe(`bytes ${start}-${end}/100`);
    expect(reply.headers.get("content-length")).toBe(String(end - start + 1));
    expect(await numbers(reply)).toEqual([...bytes.slice(start, end + 1)]);
  });

  it.each(["bytes=100-", "bytes=200-300", "bytes=-0", "bytes=9-3", "bytes=", "bytes=0-1,5-6", "lines=1-2"])(
    "answers %s with 416, never with a 200",
    (range) => {
      expect(ask(range).status).toBe(416);
      expect(ask(range).headers.get("content-range")).toBe("bytes */100");
    },
  );

  it("answers a plain request whole, and HEAD without a body", async () => {
    expect(ask(null).status).toBe(200);
    expect((await numbers(ask(null))).length).toBe(100);
    const head = ask("bytes=0-9", true);
    expect([head.status, head.headers.get("content-length"), (await numbers(head)).length]).toEqual([206, "10", 0]);
  });

  it("has no whole file in an empty one", () => {
    expect(partOf("bytes=0-", 0)).toBe("outside");
  });
});

describe("which requests the worker takes for a clip", () => {
  const hash = "a".repeat(64);
  const of = (method: string, path: string) => mediaQuestion(method, new URL(path, "http://127.0.0.1"));

  it("takes a clip of a named person", () => {
    expect(of("GET", `/media/${hash}?p=ada`)).toEqual({ hash, person: "ada" });
    expect(of("HEAD", `/media/${hash}?p=a%2Fb`)).toEqual({ hash, person: "a/b" });
  });

  it.each([
    ["GET", `/media/${hash}`],
    ["GET", `/media/${hash}?p=`],
    ["POST", `/media/${hash}?p=ada`],
    ["GET", `/media//${hash}?p=ada`],
    ["GET", `/media/${hash.toUpperCase()}?p=ada`],
    ["GET", `/media/${hash}/x?p=ada`],
  ])("leaves %s %s to the network", (method, path) => {
    expect(of(method, path)).toBeUndefined();
  });
});

// A medium on the disk is judged and cleaned in pieces, with the same outcome as in memory, however large it is.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { cleanFile, takeIn, takeInFile } from "#server/media/take-in";

const root = mkdtempSync(join(tmpdir(), "countersign-streaming-"));
afterAll(() => rmSync(root, { recursive: true }));
const fixtures = join(import.meta.dirname, "../../fixtures/quiz/media");
const shared = join(import.meta.dirname, "../../../shared/data");
const folders = [
  ...["videos", "images"].map((name) => join(fixtures, name)),
  ...["odd-media", "exif-orientation", "intel-asl-gestures/mp4"].map((name) => join(shared, name)),
].filter((folder) => existsSync(folder));

async function hashOf(pieces: AsyncIterable<Uint8Array>): Promise<{ hash: string; bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { hash: hash.digest("hex"), bytes };
}

describe("a medium on the disk", () => {
  it("gets the verdict that its bytes get, and leaves the same bytes to be kept", async () => {
    let accepted = 0;
    for (const folder of folders)
      for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        const whole = await takeIn(readFileSync(path));
        const inPieces = await takeInFile(path);
        if (whole.verdict === "refused") expect(inPieces, name).toEqual(whole);
        else {
          const { bytes: _, ...told } = whole;
          expect(inPieces, name).toEqual(told);
          const { hash, bytes } = whole.facts;
          expect(await hashOf(cleanFile(path, whole.facts.type)), name).toEqual({ hash, bytes });
          accepted += 1;
        }
      }
    expect(accepted).toBeGreaterThan(10);
  });

  it("has its names blanked also where they lie across the pieces in which it is read", async () => {
    const film = readFileSync(join(fixtures, "videos/0001.mp4"));
    const box = (type: string, size: number, words: string) => {
      const out = Buffer.alloc(size, words);
      out.writeUInt32BE(size, 0);
      out.write(type, 4, "latin1");
      return out;
    };
    const path = join(root, "named.mp4");
    writeFileSync(path, Buffer.concat([film, box("uuid", 3 * 2 ** 20 + 17, "Ann at home "), box("free", 40, "Ann")]));
    const parts: Uint8Array[] = [];
    for await (const piece of cleanFile(path, "video/mp4")) parts.push(Uint8Array.from(piece));
    const clean = Buffer.concat(parts);
    expect(clean.includes("Ann")).toBe(false);
    expect(
      clean.subarray(0, film.length).equals(Buffer.from(((await takeIn(film)) as { bytes: Uint8Array }).bytes)),
    ).toBe(true);
    expect((await takeIn(readFileSync(path))) as object).toMatchObject({
      facts: await hashOf(cleanFile(path, "video/mp4")),
    });
  });

  it("of 256 MB takes a small part of that in memory", async () => {
    const film = readFileSync(join(fixtures, "videos/0001.mp4"));
    const size = 256 * 2 ** 20;
    const path = join(root, "large.mp4");
    writeFileSync(path, film);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(size - film.length, 0);
    head.write("free", 4, "latin1");
    const file = openSync(path, "r+");
    writeSync(file, head, 0, 8, film.length);
    truncateSync(path, size);
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 5);
    expect(await takeInFile(path)).toMatchObject({ verdict: "accepted", facts: { bytes: size, frames: 60 } });
    clearInterval(watch);
    expect(most - before).toBeLessThan(128 * 2 ** 20);
  });
});

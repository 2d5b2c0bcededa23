// A ZIP file whose sizes and places stand in ZIP64 records, as large archives have them, is read by ranges.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { openSource } from "#server/intake/open-source";

const root = mkdtempSync(join(tmpdir(), "countersign-zip64-"));
afterAll(() => rmSync(root, { recursive: true }));

function bytesOf(...parts: readonly (readonly [number, number | bigint])[]): Buffer {
  return Buffer.concat(
    parts.map(([size, value]) => {
      const out = Buffer.alloc(size);
      if (size === 8) out.writeBigUInt64LE(BigInt(value));
      else out.writeUIntLE(Number(value), 0, size);
      return out;
    }),
  );
}

/** Everything that can stand in a ZIP64 record does. */
function zip64(files: Readonly<Record<string, { content: Buffer; deflate: boolean }>>): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, { content, deflate }] of Object.entries(files)) {
    const packed = deflate ? deflateRawSync(content) : content;
    const method = deflate ? 8 : 0;
    const named = Buffer.from(name);
    const crc = crc32(content);
    const head = bytesOf(
      [4, 0x04034b50],
      [2, 45],
      [2, 0x800],
      [2, method],
      [4, 0],
      [4, crc],
      [4, 0xffffffff],
      [4, 0xffffffff],
    );
    const local = Buffer.concat([
      head,
      bytesOf([2, named.length], [2, 20]),
      named,
      bytesOf([2, 1], [2, 16], [8, content.length], [8, packed.length]),
    ]);
    const extra = bytesOf([2, 1], [2, 24], [8, content.length], [8, packed.length], [8, at]);
    const about = bytesOf(
      [4, 0x02014b50],
      [2, 45],
      [2, 45],
      [2, 0x800],
      [2, method],
      [4, 0],
      [4, crc],
      [4, 0xffffffff],
      [4, 0xffffffff],
    );
    const rest = bytesOf([2, named.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0], [4, 0xffffffff]);
    entries.push(Buffer.concat([about, rest, named, extra]));
    bodies.push(local, packed);
    at += local.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const count = entries.length;
  const wide = bytesOf(
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, directory.length],
    [8, at],
  );
  const locator = bytesOf([4, 0x07064b50], [4, 0], [8, at + directory.length], [4, 1]);
  const end = bytesOf(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, 0xffff],
    [2, 0xffff],
    [4, 0xffffffff],
    [4, 0xffffffff],
    [2, 0],
  );
  return Buffer.concat([...bodies, directory, wide, locator, end]);
}

describe("a ZIP64 file", () => {
  const film = readFileSync(join(import.meta.dirname, "../../fixtures/quiz/media/videos/0001.mp4"));
  const path = join(root, "study.zip");

  it("gives its files whole, stored or packed, in memory or as a file of their own", async () => {
    writeFileSync(
      path,
      zip64({ "a.mp4": { content: film, deflate: true }, "b.mp4": { content: film, deflate: false } }),
    );
    const source = await openSource(path, root);
    expect(source.names).toEqual(["a.mp4", "b.mp4"]);
    for (const name of source.names) {
      expect(source.size(name)).toBe(film.length);
      expect(Buffer.from(await source.read(name)).equals(film)).toBe(true);
      const left = await source.use(name, async (file) => {
        expect(readFileSync(file).equals(film)).toBe(true);
        return file;
      });
      expect(() => readFileSync(left)).toThrow();
    }
    await source.close();
  });

  it("whose content is more than it says stops there, and nothing of it stays", async () => {
    const lie = zip64({ "a.mp4": { content: Buffer.alloc(50 * 2 ** 20), deflate: true } });
    const size = Buffer.alloc(8);
    size.writeBigUInt64LE(BigInt(50 * 2 ** 20));
    for (let at = lie.indexOf(size); at !== -1; at = lie.indexOf(size, at + 1)) lie.writeBigUInt64LE(10n, at);
    writeFileSync(path, lie);
    const source = await openSource(path, root);
    expect(source.size("a.mp4")).toBe(10);
    await expect(source.use("a.mp4", async (file) => readFileSync(file))).rejects.toThrow(/damaged/);
    await expect(source.read("a.mp4")).rejects.toThrow(/damaged/);
    await source.close();
  });
});

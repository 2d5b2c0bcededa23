// Reads a ZIP file by its directory, one file at a time and never whole: ZIP64, stored or deflated, checked by CRC. A
// name that leads outside, a link, a second file of one name, encryption and wrong sizes refuse the whole archive.
import { type FileHandle, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { Problem } from "#schemas/problem";
import { type FolderSource, limits, sourceOf } from "./source.ts";

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

const refuse = (message: string): Problem => new Problem("bad-study", message);
const broken = (): Problem => refuse("the ZIP file is damaged or cut off; make it again");

export async function openZip(path: string, scratch: string): Promise<FolderSource> {
  const file = await open(path, "r");
  try {
    const entries = await directoryOf(file);
    const prefix = wrapperOf(entries);
    const byName = new Map<string, Entry>();
    for (const entry of entries) {
      const name = entry.name.slice(prefix.length);
      if (byName.has(name)) throw refuse(`the ZIP file holds ${entry.name} twice`);
      byName.set(name, entry);
    }
    const sizes = new Map([...byName].map(([name, entry]) => [name, entry.size]));
    const entryOf = (name: string): Entry => {
      const entry = byName.get(name);
      if (entry === undefined) throw refuse(`there is no ${name} in the ZIP file`);
      return entry;
    };
    return sourceOf(sizes, {
      read: async (name) => {
        const parts: Buffer[] = [];
        for await (const part of contentOf(file, entryOf(name))) parts.push(part);
        return Buffer.concat(parts);
      },
      use: (name, work) => unpacked(contentOf(file, entryOf(name)), scratch, work),
      close: () => file.close(),
    });
  } catch (error) {
    await file.close();
    throw error instanceof RangeError ? broken() : error;
  }
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const out = Buffer.alloc(length);
  const { bytesRead } = await file.read(out, 0, length, at);
  if (bytesRead < length) throw broken();
  return out;
}

async function directoryOf(file: FileHandle): Promise<Entry[]> {
  const { size } = await file.stat();
  const tailAt = Math.max(0, size - 65_557);
  const tail = await bytesAt(file, tailAt, size - tailAt);
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end === -1 || end + 22 > tail.length) throw broken();
  let count = tail.readUInt16LE(end + 10);
  let length = tail.readUInt32LE(end + 12);
  let at = tail.readUInt32LE(end + 16);
  if (count === 0xffff || length === 0xffffffff || at === 0xffffffff) {
    if (end < 20 || tail.readUInt32LE(end - 20) !== 0x07064b50) throw broken();
    const wide = await bytesAt(file, Number(tail.readBigUInt64LE(end - 12)), 56);
    count = Number(wide.readBigUInt64LE(32));
    length = Number(wide.readBigUInt64LE(40));
    at = Number(wide.readBigUInt64LE(48));
  }
  if (count > limits.files * 2) throw refuse(`the ZIP file holds ${count} entries; at most ${limits.files} are taken`);
  if (at + length > size) throw broken();
  const directory = await bytesAt(file, at, length);
  const out: Entry[] = [];
  let cursor = 0;
  for (let k = 0; k < count; k++) {
    const { entry, next } = entryAt(directory, cursor);
    if (entry !== undefined) out.push(entry);
    cursor = next;
  }
  return out;
}

function entryAt(directory: Buffer, at: number): { entry: Entry | undefined; next: number } {
  if (directory.readUInt32LE(at) !== 0x02014b50) throw broken();
  const flags = directory.readUInt16LE(at + 8);
  const nameLength = directory.readUInt16LE(at + 28);
  const extraLength = directory.readUInt16LE(at + 30);
  const extraAt = at + 46 + nameLength;
  const next = extraAt + extraLength + directory.readUInt16LE(at + 32);
  const name = nameOf(directory.subarray(at + 46, extraAt));
  const mode = directory.readUInt32LE(at + 38) >>> 16;
  if ((mode & 0o170000) === 0o120000) throw refuse(`${name} in the ZIP file is a link; put the file itself there`);
  if (flags & 1) throw refuse(`${name} in the ZIP file is encrypted; make the ZIP file without a password`);
  if (name.endsWith("/")) return { entry: undefined, next };
  let size = directory.readUInt32LE(at + 24);
  let packed = directory.readUInt32LE(at + 20);
  let start = directory.readUInt32LE(at + 42);
  for (let e = extraAt; e + 4 <= extraAt + extraLength; e += 4 + directory.readUInt16LE(e + 2)) {
    if (directory.readUInt16LE(e) !== 1) continue;
    let field = e + 4;
    const wide = (): number => {
      const value = Number(directory.readBigUInt64LE(field));
      field += 8;
      return value;
    };
    if (size === 0xffffffff) size = wide();
    if (packed === 0xffffffff) packed = wide();
    if (start === 0xffffffff) start = wide();
  }
  const method = directory.readUInt16LE(at + 10);
  return { entry: { name, method, crc: directory.readUInt32LE(at + 16), packed, size, at: start }, next };
}

function nameOf(bytes: Buffer): string {
  let name: string;
  try {
    name = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    name = new TextDecoder("gb18030").decode(bytes);
  }
  const parts = name.split("/");
  if (
    name.includes("\\") ||
    name.includes("\0") ||
    name.startsWith("/") ||
    /^[A-Za-z]:/.test(name) ||
    parts.includes("..")
  )
    throw refuse(`the ZIP file holds a name that leads outside it: ${JSON.stringify(name)}`);
  return name;
}

/** The folder that wraps everything in many ZIP files: the one that holds study.json, where all files lie below it. */
function wrapperOf(entries: readonly Entry[]): string {
  const found = entries
    .map((entry) => /^([^/]+\/)study\.json$/.exec(entry.name)?.[1])
    .filter((one) => one !== undefined);
  const [prefix] = found;
  if (found.length !== 1 || prefix === undefined) return "";
  return entries.every((entry) => entry.name.startsWith(prefix) || entry.name.startsWith("__MACOSX/")) ? prefix : "";
}

/** A file's content piece by piece, never more than it says of itself; refused at its end where it is not whole. */
async function* contentOf(file: FileHandle, entry: Entry): AsyncGenerator<Buffer> {
  const head = await bytesAt(file, entry.at, 30);
  if (head.readUInt32LE(0) !== 0x04034b50) throw broken();
  const start = entry.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (entry.method !== 0 && entry.method !== 8)
    throw refuse(`${entry.name} in the ZIP file is packed in a way that is not known here`);
  const damaged = refuse(`${entry.name} in the ZIP file is damaged`);
  let size = 0;
  let crc = 0xffffffff;
  try {
    for await (const piece of inflated(file, start, entry)) {
      size += piece.length;
      if (size > entry.size) throw damaged;
      crc = crcWith(crc, piece);
      yield piece;
    }
  } catch (error) {
    throw error instanceof Problem ? error : broken();
  }
  if (size !== entry.size || (crc ^ 0xffffffff) >>> 0 !== entry.crc) throw damaged;
}

function inflated(file: FileHandle, start: number, { packed, method }: Entry): AsyncIterable<Buffer> {
  const pieces = Readable.from(piecesAt(file, start, packed));
  if (method === 0) return pieces;
  const out = createInflateRaw();
  pieces.on("error", (cause) => out.destroy(cause));
  return pieces.pipe(out);
}

async function* piecesAt(file: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; at += piece) yield bytesAt(file, start + at, Math.min(piece, length - at));
}
const piece = 1 << 20;

/** Lets `work` see the content as a file of its own, which goes with it. */
async function unpacked<T>(
  content: AsyncIterable<Buffer>,
  scratch: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(scratch, "countersign-"));
  try {
    const path = join(folder, "file");
    await writeFile(path, content);
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

function crcWith(before: number, bytes: Uint8Array): number {
  let crc = before;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  return crc;
}

// Content-addressed files: the name of a file is the SHA-256 of its bytes, so a file once written never changes.
// A file becomes visible by a rename, after its bytes are on the disk; a crash leaves a stray temporary file at most.
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { Problem } from "#schemas/problem";

export interface MediaStore {
  has(hash: string): Promise<boolean>;
  /** Bytes of the file; undefined where it is not here. */
  size(hash: string): Promise<number | undefined>;
  /** The bytes from `start` to `end`, both included; the whole file without a range. */
  open(hash: string, range?: { start: number; end: number }): ReadableStream<Uint8Array>;
  read(hash: string): Promise<Uint8Array>;
  put(bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<{ hash: string; bytes: number }>;
  remove(hash: string): Promise<void>;
  list(): AsyncIterable<string>;
}

export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

export function createMediaStore(folder: string): MediaStore {
  const pathOf = (hash: string): string => {
    if (!isHash(hash)) throw new Problem("not-found");
    return join(folder, hash.slice(0, 2), hash);
  };
  const size = async (hash: string): Promise<number | undefined> => {
    if (!isHash(hash)) return undefined;
    const found = await stat(pathOf(hash)).catch(() => undefined);
    return found?.isFile() ? found.size : undefined;
  };

  async function put(given: Uint8Array | AsyncIterable<Uint8Array>): Promise<{ hash: string; bytes: number }> {
    await mkdir(join(folder, "incoming"), { recursive: true });
    const temporary = join(folder, "incoming", randomUUID());
    const digest = createHash("sha256");
    let bytes = 0;
    const file = await open(temporary, "wx");
    try {
      for await (const part of given instanceof Uint8Array ? [given] : given) {
        digest.update(part);
        bytes += part.byteLength;
        await file.writeFile(part);
      }
      await file.sync();
    } catch (error) {
      await file.close();
      await rm(temporary, { force: true });
      throw error;
    }
    await file.close();
    const hash = digest.digest("hex");
    if ((await size(hash)) === bytes) await rm(temporary, { force: true });
    else {
      await mkdir(dirname(pathOf(hash)), { recursive: true });
      await rename(temporary, pathOf(hash));
      await syncFolder(dirname(pathOf(hash)));
    }
    return { hash, bytes };
  }

  return {
    has: async (hash) => (await size(hash)) !== undefined,
    size,
    open: (hash, range) =>
      Readable.toWeb(createReadStream(pathOf(hash), range)) as unknown as ReadableStream<Uint8Array>,
    read: (hash) => readFile(pathOf(hash)),
    put,
    remove: (hash) => rm(pathOf(hash), { force: true }),
    async *list() {
      for (const part of await readdir(folder).catch(() => [])) {
        if (!/^[0-9a-f]{2}$/.test(part)) continue;
        for (const name of await readdir(join(folder, part))) if (isHash(name)) yield name;
      }
    },
  };
}

/** Takes away what a crash left half written; `before`: what was written to later may still be on its way in. */
export async function clearStrays(folder: string, before: Date): Promise<number> {
  const incoming = join(folder, "incoming");
  let gone = 0;
  for (const name of await readdir(incoming).catch(() => [])) {
    const found = await stat(join(incoming, name)).catch(() => undefined);
    if (found === undefined || found.mtime >= before) continue;
    await rm(join(incoming, name), { force: true });
    gone += 1;
  }
  return gone;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync().catch(() => undefined);
  await folder.close();
}

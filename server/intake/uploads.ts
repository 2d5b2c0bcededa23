// Uploads: files of a study on their way in, one folder an upload below the data folder, gone with the next start or
// after a day. Nothing outside an upload's folder is ever written, nothing in it is served.
import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Problem } from "#schemas/problem";
import { openSource } from "./open-source.ts";
import { type FolderSource, junk, limits } from "./source.ts";

export interface Upload {
  readonly id: string;
  readonly owner: string;
  readonly folder: string;
  readonly since: number;
  readonly sizes: Map<string, number>;
  /** Raised with each file: what was read before is old then. */
  changes: number;
}

const mostEach = 3;
const day = 86_400_000;
/** Most bytes of one upload. */
export const uploadLimit = 50 * 1024 ** 3;

export class Uploads {
  private readonly root: string;
  private readonly held = new Map<string, Upload>();
  constructor(root: string) {
    this.root = root;
  }

  async begin(owner: string, now: Date): Promise<Upload> {
    const since = now.getTime();
    const own = [...this.held.values()].filter((one) => one.owner === owner).sort((a, b) => a.since - b.since);
    const old = [...this.held.values()].filter((one) => since - one.since > day);
    for (const one of new Set([...old, ...own.slice(0, Math.max(0, own.length - mostEach + 1))])) await this.end(one);
    const id = randomBytes(16).toString("hex");
    const folder = join(this.root, id);
    await mkdir(join(folder, "files"), { recursive: true });
    const upload: Upload = { id, owner, folder, since, sizes: new Map(), changes: 0 };
    this.held.set(id, upload);
    return upload;
  }

  /** Somebody's own upload; anything else is not found. */
  of(id: string, owner: string): Upload {
    const upload = this.held.get(id);
    if (upload === undefined || upload.owner !== owner)
      throw new Problem("not-found", "This upload is not here any more; choose the files again.");
    return upload;
  }

  async end(upload: Upload): Promise<void> {
    this.held.delete(upload.id);
    await rm(upload.folder, { recursive: true, force: true });
  }

  /** Keeps one file of the upload while it streams in; a second one of the same name takes its place. */
  async put(upload: Upload, given: string, body: ReadableStream<Uint8Array> | null): Promise<number> {
    const name = plainName(given);
    if (junk.test(name)) return 0;
    const others = [...upload.sizes].reduce((sum, [one, size]) => (one === name ? sum : sum + size), 0);
    if (!upload.sizes.has(name) && upload.sizes.size >= limits.files)
      throw new Problem("too-large", `at most ${limits.files} files are taken`);
    const most = Math.min(limits.file, uploadLimit - others);
    const path = join(upload.folder, "files", ...name.split("/"));
    const part = join(upload.folder, `part-${randomBytes(8).toString("hex")}`);
    let size = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _, done) {
        size += chunk.byteLength;
        if (size > most) done(new Problem("too-large", `${name} is larger than what is left: ${most} bytes`));
        else done(null, chunk);
      },
    });
    try {
      await mkdir(dirname(path), { recursive: true });
      const source = body === null ? Readable.from([]) : Readable.fromWeb(body as never);
      await pipeline(source, counted, createWriteStream(part, { flags: "wx" }));
      await rename(part, path);
    } catch (cause) {
      await rm(part, { force: true });
      const { code } = cause as NodeJS.ErrnoException;
      if (cause instanceof Problem || code === undefined) throw cause;
      if (code === "ENOSPC") throw new Problem("too-large", "the disk of the server is full");
      throw new Problem("bad-value", `${name} cannot be kept under this name (${code}); give it another name`);
    }
    upload.sizes.set(name, size);
    upload.changes += 1;
    return size;
  }

  /** What was uploaded as a source: one ZIP file is opened, anything else is a folder. */
  async source(upload: Upload): Promise<FolderSource> {
    const [only, ...more] = upload.sizes.keys();
    if (only === undefined) throw new Problem("bad-study", "no file has arrived yet");
    const files = join(upload.folder, "files");
    if (more.length === 0 && /\.zip$/i.test(only)) return openSource(join(files, ...only.split("/")), upload.folder);
    return openSource(files);
  }
}

/** A path below the folder, as browsers give it. */
function plainName(given: string): string {
  const name = given.normalize("NFC").replace(/^\.?\/+/, "");
  const parts = name.split("/");
  const wrong =
    name === "" ||
    name.length > 1000 ||
    name.includes("\\") ||
    [...name].some((sign) => sign < " " || sign === "\u007f") ||
    !name.isWellFormed() ||
    /^[A-Za-z]:/.test(name) ||
    parts.some((part) => part === "" || part === "." || part === ".." || Buffer.byteLength(part) > 240);
  if (wrong) throw new Problem("bad-value", `a file cannot be named ${JSON.stringify(given.slice(0, 80))}`);
  return name;
}

// Opens what was given, a folder, a ZIP of one, or a single table. Links are never followed and nothing outside is ever opened.
import { lstat, open, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Problem } from "#schemas/problem";
import { type FolderSource, junk, sourceOf } from "./source.ts";
import { openZip } from "./zip.ts";

const give = "give a study folder, a ZIP of one, or a table";

/** `scratch`: a folder in which files of a ZIP may lie while they are looked at; the system's own when left out. */
export async function openSource(path: string, scratch = tmpdir()): Promise<FolderSource> {
  const what = await lstat(path).catch(() => undefined);
  if (what === undefined) throw new Problem("bad-study", `${path} does not exist; ${give}`);
  if (what.isDirectory()) return openFolder(path);
  if (!what.isFile()) throw new Problem("bad-study", `${path} is neither a folder nor a file`);
  const file = await open(path, "r");
  const head = Buffer.alloc(4);
  await file.read(head, 0, 4, 0);
  await file.close();
  if (/\.(json|jsonl|csv|tsv)$/i.test(path))
    return sourceOf(new Map([[basename(path), what.size]]), {
      read: () => readFile(path),
      use: (_, work) => work(path),
      close: async () => undefined,
    });
  if (head.toString("latin1") !== "PK\u0003\u0004")
    throw new Problem("bad-study", `${basename(path)} is not a ZIP file; ${give}`);
  return openZip(path, scratch);
}

async function openFolder(root: string): Promise<FolderSource> {
  const sizes = new Map<string, number>();
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (junk.test(name)) continue;
      if (entry.isSymbolicLink())
        throw new Problem("bad-study", `${name} is a link; put the file itself there, links are not followed`);
      if (entry.isDirectory()) await walk(name);
      else if (entry.isFile()) sizes.set(name, (await lstat(join(root, name))).size);
    }
  };
  await walk("");
  return sourceOf(sizes, {
    read: (name) => readFile(join(root, name)),
    use: (name, work) => work(join(root, name)),
    close: async () => undefined,
  });
}

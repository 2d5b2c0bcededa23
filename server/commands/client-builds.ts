// A page that was opened before an update still asks for parts of the client under their old names. The hashed files of
// the last builds are kept in the data folder, so that it gets them.
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const mostBuilds = 5;

/** Copies this build's hashed files in, drops the oldest builds. The folders of the earlier ones, newest first. */
export async function keepBuild(builds: string, clientDir: string): Promise<string[]> {
  await mkdir(builds, { recursive: true });
  const id = nameOf(await readdir(join(clientDir, "assets")));
  if (!(await readdir(builds)).includes(id)) {
    const part = join(builds, ".part");
    await rm(part, { recursive: true, force: true });
    await cp(join(clientDir, "assets"), join(part, "assets"), { recursive: true });
    await rename(part, join(builds, id));
  }
  const order = [id, ...(await orderIn(builds)).filter((one) => one !== id)].slice(0, mostBuilds);
  await writeFile(join(builds, "order.json"), JSON.stringify(order));
  for (const name of await readdir(builds))
    if (name !== "order.json" && !order.includes(name)) await rm(join(builds, name), { recursive: true, force: true });
  return order.slice(1).map((one) => join(builds, one));
}

/** The names tell the contents: they carry the hash of each file. */
const nameOf = (files: readonly string[]): string =>
  createHash("sha256")
    .update([...files].sort().join("\n"))
    .digest("hex")
    .slice(0, 16);

/** Newest first; a list that cannot be read is begun anew with what is there. */
async function orderIn(builds: string): Promise<string[]> {
  const there = (await readdir(builds)).filter((name) => /^[0-9a-f]{16}$/u.test(name));
  const text = await readFile(join(builds, "order.json"), "utf8").catch(() => "[]");
  try {
    const listed = (JSON.parse(text) as string[]).filter((name) => there.includes(name));
    return [...listed, ...there.filter((name) => !listed.includes(name))];
  } catch {
    return there;
  }
}

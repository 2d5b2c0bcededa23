// `backup FILE`: one tar file with a consistent copy of the database, all media and recordings, made while people write. The copy is
// opened and read through before the file gets its name, so a file that is there is a backup that can be restored.
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdtemp, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import { pack } from "tar-stream";
import { Problem } from "#schemas/problem";
import { headsOf, noteBackedUp, snapshotTo } from "#server/store/backup";
import { keepErasedList } from "#server/store/erased-bytes";
import { integrityOf } from "#server/store/integrity";
import { keptHashes } from "#server/store/media";
import { openStore } from "#server/store/open";
import { type Data, openData } from "./data.ts";
import { type CommandEnv, dataFolder } from "./env.ts";

export interface BackupReport {
  readonly file: string;
  readonly bytes: number;
  readonly responses: number;
  readonly media: number;
  readonly studies: Readonly<Record<string, number>>;
}

/** File of the data folder that lists what was erased; kept outside the database so that a restore can apply it again. */
export const erasedFile = "erased.jsonl";

export async function backUp(data: Data, to: string, begunAt = new Date()): Promise<BackupReport> {
  const file = resolve(to);
  if (existsSync(file)) throw new Problem("conflict", `${to} is there already; name a new file`);
  await keepErasedList(data.store, join(data.folder, erasedFile));
  const work = await mkdtemp(join(dirname(file), ".backup-")).catch(() => {
    throw new Problem("bad-value", `${dirname(file)} cannot be written; name a file in a folder that can`);
  });
  try {
    const snapshot = join(work, "countersign.db");
    await snapshotTo(data.store, snapshot);
    const copy = await openStore({ sqlite: snapshot });
    const { faults, responses } = await integrityOf(copy);
    const heads = await headsOf(copy);
    const media = await keptHashes(copy);
    await copy.close();
    if (faults.length > 0)
      throw new Problem("conflict", `the copy does not fit together: ${faults.slice(0, 3).join("; ")}`);
    const studies = Object.fromEntries(heads.map(({ study, seq }) => [study, seq]));
    const part = join(work, "backup.tar");
    await writeTar(part, data, snapshot, media, { v: 1, studies, begunAt: begunAt.toISOString() });
    const handle = await open(part, "r+");
    await handle.sync();
    await handle.close();
    const { size } = await stat(part);
    await rename(part, file);
    await noteBackedUp(data.store, studies, begunAt);
    return { file: to, bytes: size, responses, media: media.length, studies };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function writeTar(
  to: string,
  data: Data,
  snapshot: string,
  hashes: readonly string[],
  about: object,
): Promise<void> {
  const tar = pack();
  const written = pipeline(tar, createWriteStream(to));
  const add = async (name: string, size: number, source: Readable) => {
    const entry = tar.entry({ name, size, mtime: new Date(0) });
    await pipeline(source, entry);
  };
  const addText = (name: string, text: Uint8Array) => add(name, text.byteLength, Readable.from([Buffer.from(text)]));
  try {
    await addText("backup.json", Buffer.from(JSON.stringify(about)));
    await add("countersign.db", (await stat(snapshot)).size, createReadStream(snapshot));
    const erased = await readFile(join(data.folder, erasedFile)).catch(() => undefined);
    if (erased !== undefined) await addText(erasedFile, erased);
    for (const hash of hashes) {
      const size = await data.media.size(hash);
      if (size === undefined) throw new Problem("conflict", `media ${hash} is missing in the data folder; run verify`);
      await add(`media/${hash}`, size, Readable.fromWeb(data.media.open(hash) as never));
    }
    tar.finalize();
  } catch (cause) {
    tar.destroy();
    await written.catch(() => undefined);
    throw cause;
  }
  await written;
}

export function backupCommand(program: Command, env: CommandEnv): void {
  program
    .command("backup <file>")
    .description("copy the whole data folder into one file, while people go on working")
    .option("--data <dir>", "data folder")
    .option("--json", "print JSON")
    .action(async (file: string, options: { data?: string; json?: boolean }) => {
      const data = await openData(dataFolder(env, options.data));
      const report = await backUp(data, file, env.clock()).finally(() => data.close());
      env.print(
        options.json
          ? `${JSON.stringify(report)}\n`
          : `${report.file}: ${report.responses} responses, ${report.media} media, ${report.bytes} bytes; opened and checked\n`,
      );
    });
}

// `restore FILE`: puts a backup in the place of a data folder that no server holds. What stood there is kept aside. The
// epoch of every study rises, so that devices compare what they hold and send again what the backup lacks.
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import { extract } from "tar-stream";
import { Problem } from "#schemas/problem";
import { createMediaStore } from "#server/media/store";
import { headsOf, noteBackedUp, raiseEpochs } from "#server/store/backup";
import { keepErasedList, readErasedList, sweepErased } from "#server/store/erased-bytes";
import { applyErased } from "#server/store/erasing";
import { holdFolder } from "#server/store/lock";
import { openStore } from "#server/store/open";
import { erasedFile } from "./backup.ts";
import { makeFolder } from "./data.ts";
import { type CommandEnv, dataFolder } from "./env.ts";
import { verifyData } from "./verify.ts";

export interface RestoreReport {
  readonly responses: number;
  readonly media: number;
  readonly erased: number;
  /** Where what stood in the data folder before is kept; null where there was nothing. */
  readonly keptAside: string | null;
}

export async function restoreInto(folder: string, file: string, now: Date): Promise<RestoreReport> {
  if (!existsSync(file)) throw new Problem("not-found", `${file} is not there; name a file that backup made`);
  makeFolder(folder);
  const lock = holdFolder(folder);
  const work = await mkdtemp(join(folder, ".restore-"));
  try {
    await unpack(file, work);
    const atLeast = await leaveBehind(folder);
    const store = await openStore({ sqlite: join(work, "countersign.db") });
    const media = createMediaStore(join(work, "media"));
    const verified = await verifyData({ store, media });
    if (verified.faults.length > 0) {
      await store.close();
      throw new Problem(
        "bad-value",
        `${file} is damaged: ${verified.faults.slice(0, 3).join("; ")}; take another backup`,
      );
    }
    const lists = await Promise.all([work, folder].map((place) => readErasedList(join(place, erasedFile))));
    const erased = await applyErased(store, lists.flat());
    await sweepErased(store, media);
    const heads = Object.fromEntries((await headsOf(store)).map(({ study, seq }) => [study, seq]));
    await noteBackedUp(store, heads, await begunAtOf(work));
    await raiseEpochs(store, atLeast, now);
    await keepErasedList(store, join(folder, erasedFile));
    await store.close();
    const keptAside = await changePlaces(folder, work, now);
    return { responses: verified.responses, media: verified.media, erased, keptAside };
  } finally {
    await rm(work, { recursive: true, force: true });
    lock.release();
  }
}

async function unpack(file: string, into: string): Promise<void> {
  const media = createMediaStore(join(into, "media"));
  const tar = extract();
  const seen = new Set<string>();
  const reading = pipeline(createReadStream(file), tar);
  try {
    for await (const entry of tar) {
      const { name } = entry.header;
      seen.add(name);
      if (name.startsWith("media/")) {
        const { hash } = await media.put(entry as unknown as AsyncIterable<Uint8Array>);
        if (name !== `media/${hash}`) throw new Error(`${name} has been changed`);
      } else if (name === "countersign.db" || name === erasedFile || name === "backup.json") {
        await writeWhole(entry as unknown as Readable, join(into, name));
      } else throw new Error(`it holds ${name}, which no backup holds`);
    }
    await reading;
    if (!seen.has("countersign.db") || !seen.has("backup.json")) throw new Error("it holds no database");
  } catch (cause) {
    tar.destroy();
    await reading.catch(() => undefined);
    throw new Problem("bad-value", `${file} is no whole backup (${(cause as Error).message}); take another one`);
  }
}

/** When the backup was begun; one of an older version does not say. */
async function begunAtOf(work: string): Promise<Date | undefined> {
  const { begunAt } = JSON.parse(await readFile(join(work, "backup.json"), "utf8")) as { begunAt?: string };
  return begunAt === undefined ? undefined : new Date(begunAt);
}

async function writeWhole(from: Readable, to: string): Promise<void> {
  await pipeline(from, createWriteStream(to, { flags: "wx" }));
}

/** What stood here before says how far epochs have counted, and what was erased and perhaps not yet listed. */
async function leaveBehind(folder: string): Promise<number> {
  const file = join(folder, "countersign.db");
  if (!existsSync(file)) return 0;
  const store = await openStore({ sqlite: file }).catch(() => undefined);
  if (store === undefined) return 0;
  try {
    await keepErasedList(store, join(folder, erasedFile)).catch(() => undefined);
    return Math.max(0, ...(await headsOf(store)).map(({ epoch }) => epoch));
  } finally {
    await store.close();
  }
}

/** Moves what stood in the folder aside and the restored files into its place. Media are kept by hash: both sets stay. */
async function changePlaces(folder: string, work: string, now: Date): Promise<string | null> {
  const stamp = now.toISOString().replace(/[:.]/g, "-");
  const aside = join(folder, `before-restore-${stamp}`);
  const database = join(folder, "countersign.db");
  const replaces = existsSync(database);
  if (replaces) {
    await mkdir(aside);
    for (const name of ["countersign.db-wal", "countersign.db-shm", "countersign.db"]) {
      if (existsSync(join(folder, name))) await rename(join(folder, name), join(aside, name));
    }
  }
  const kept = createMediaStore(join(folder, "media"));
  const brought = createMediaStore(join(work, "media"));
  for await (const hash of brought.list()) if (!(await kept.has(hash))) await kept.put(await brought.read(hash));
  await rename(join(work, "countersign.db"), database);
  return replaces ? aside : null;
}

export function restoreCommand(program: Command, env: CommandEnv): void {
  program
    .command("restore <file>")
    .description("put a backup in the place of a data folder that no server holds")
    .option("--data <dir>", "data folder")
    .option("--json", "print JSON")
    .action(async (file: string, options: { data?: string; json?: boolean }) => {
      const report = await restoreInto(dataFolder(env, options.data), file, env.clock());
      env.print(
        options.json
          ? `${JSON.stringify(report)}\n`
          : `restored ${report.responses} responses and ${report.media} media${report.keptAside === null ? "" : `; what stood here before is in ${report.keptAside}`}\n`,
      );
    });
}

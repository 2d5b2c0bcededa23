// `export STUDY --format F --out DIR`: files of a study into a folder, each whole or not at all.
import { createHash } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { Problem } from "#schemas/problem";
import { type ExportFile, filesFor } from "#server/exports/files";
import type { ExportGiven } from "#server/exports/given";
import { createFigures } from "#server/figures/figures";
import { openData } from "./data.ts";
import { type CommandEnv, dataFolder } from "./env.ts";

interface Options {
  format: string;
  out: string;
  data?: string;
  json?: boolean;
}

export function exportCommand(program: Command, env: CommandEnv): void {
  program
    .command("export")
    .description("write files of a study into a folder")
    .argument("<study>")
    .requiredOption("--format <file>", "a file's name, or all")
    .requiredOption("--out <dir>", "the folder; it is made where it is not there")
    .option("--data <dir>", "data folder (default: DATA_DIR or ./data)")
    .option("--json", "print JSON")
    .action(async (study: string, options: Options) => {
      const data = await openData(dataFolder(env, options.data));
      try {
        const figures = createFigures({ store: data.store, clock: env.clock });
        const given = { store: data.store, figures, study };
        const chosen = await filesFor(given, options.format);
        await mkdir(options.out, { recursive: true }).catch((cause: NodeJS.ErrnoException) => {
          throw new Problem("bad-value", `${options.out}: the folder cannot be made (${cause.code})`);
        });
        const files = [];
        for (const one of chosen) files.push(await writeFile(one, given, options.out));
        if (options.json) return env.print(JSON.stringify({ study, files }));
        for (const { file, bytes } of files) env.print(`${join(options.out, file)}  ${bytes} bytes\n`);
      } finally {
        await data.close();
      }
    });
}

async function writeFile(one: ExportFile, given: ExportGiven, folder: string) {
  const path = join(folder, one.file);
  const part = `${path}.part`;
  const hash = createHash("sha256");
  let bytes = 0;
  const handle = await open(part, "w").catch((cause: NodeJS.ErrnoException) => {
    throw new Problem("bad-value", `${path}: the file cannot be written (${cause.code})`);
  });
  try {
    for await (const piece of one.write(given)) {
      const written = Buffer.from(piece);
      await handle.write(written);
      hash.update(written);
      bytes += written.length;
    }
    await handle.sync();
  } catch (cause) {
    await handle.close();
    await rm(part, { force: true });
    throw cause;
  }
  await handle.close();
  await rename(part, path);
  return { file: one.file, bytes, sha256: hash.digest("hex") };
}

// `clips pick` and `clips cuts`: an emotion study's clips out of a long list, and the ffmpeg lines that cut them.
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Command } from "commander";
import type { PickWish } from "#schemas/new-study";
import { Problem } from "#schemas/problem";
import { pickClips } from "#server/intake/clip-picks";
import { cutScript } from "#server/intake/cut-list";
import { type CommandEnv, WrongUsage } from "./env.ts";
import { columnsOption, countOption, plainTable, readInput, rounded } from "./input.ts";

interface Options {
  readonly most?: number;
  readonly bySigner?: number;
  readonly ids?: string;
  readonly seed: string;
  readonly columns?: Record<string, string>;
  readonly out: string;
  readonly json?: boolean;
}

export function clipsCommand(program: Command, env: CommandEnv): void {
  const clips = program.command("clips").description("clips of an emotion study");
  clips
    .command("pick")
    .description("pick clips out of a long list and write them as clips.csv")
    .argument("<list>", "table of clips: clip, caption, signer, ...")
    .option("--most <n>", "the n most positive and the n most negative captions (VADER, English)", countOption)
    .option("--by-signer <n>", "n of each signer, drawn by the seed", countOption)
    .option("--ids <file>", "those named in a file, one on each line")
    .option("--seed <text>", "for --by-signer", "1")
    .option("--columns <list>", "which column holds what: clip=Name,caption=English", columnsOption)
    .requiredOption("--out <file>", "the file to write")
    .option("--json", "answer as JSON")
    .action(async (path: string, options: Options) => {
      const { bytes, file } = await readInput(path);
      const how = await howOf(options);
      const { columns, out, json } = options;
      const wish = { file: basename(file), ...how, ...(columns === undefined ? {} : { columns }) };
      const { file: text, ...picked } = await pickClips(bytes, wish);
      await write(out, text);
      if (json === true) return env.print(JSON.stringify(picked));
      const rows = picked.clips.map(({ clip, signer, score, caption }) => [clip, signer, rounded(score), caption]);
      env.print(plainTable(["clip", "signer", "score", "caption"], rows));
      env.print(
        `${picked.clips.length} clips written to ${out}; captions scored by ${picked.library} ${picked.version}\n`,
      );
    });
  clips
    .command("cuts")
    .description("write the ffmpeg lines that cut the clips of a table with source, start and end")
    .argument("<clips>", "clips.csv, or another table of clips")
    .option("--columns <list>", "which column holds what: start=From,end=To", columnsOption)
    .requiredOption("--out <file>", "the shell script to write")
    .action(async (path: string, { columns, out }: Options) => {
      const { bytes, file } = await readInput(path);
      const script = cutScript(bytes, { file: basename(file), ...(columns === undefined ? {} : { columns }) });
      await write(out, script);
      env.print(`${script.trimEnd().split("\n").length - 3} cuts written to ${out}; run it beside the recordings`);
    });
}

async function howOf({ most, bySigner, ids, seed }: Options): Promise<Omit<PickWish, "file" | "columns">> {
  if ([most, bySigner, ids].filter((one) => one !== undefined).length !== 1)
    throw new WrongUsage("give one of --most, --by-signer and --ids");
  if (most !== undefined) return { how: "most", n: most };
  if (bySigner !== undefined) return { how: "by-signer", n: bySigner, seed };
  const text = new TextDecoder().decode((await readInput(ids as string)).bytes);
  const named = text.split(/\r?\n/).map((line) => line.trim());
  return { how: "ids", ids: named.filter((line) => line !== "") };
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((cause: NodeJS.ErrnoException) => {
    throw new Problem("bad-value", `${path} cannot be written (${cause.code})`);
  });
}

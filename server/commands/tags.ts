// `tags suggest` and `tags compare`: articulations are guessed from the descriptions, two people correct a file each, and
// what they say alike becomes the file that `quiz build --tags` reads.
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Command } from "commander";
import { Problem } from "#schemas/problem";
import { compareTags, suggestedTags } from "#server/intake/tags";
import type { CommandEnv } from "./env.ts";
import { columnsOption, plainTable, readInput, rounded } from "./input.ts";

interface Options {
  readonly out?: string;
  readonly columns?: Record<string, string>;
  readonly json?: boolean;
}

export function tagsCommand(program: Command, env: CommandEnv): void {
  const tags = program.command("tags").description("articulations of sign entries, confirmed by two people");
  tags
    .command("suggest")
    .description("write a file for a tagger, filled in with what the descriptions hint at")
    .argument("<entries>", "sign entries: CNSL metadata JSON, JSON Lines or CSV")
    .option("--columns <list>", "which column holds what: gloss=Word,description=Meaning", columnsOption)
    .requiredOption("--out <file>", "the file to write")
    .action(async (path: string, { out, columns }: Options) => {
      const { bytes, file } = await readInput(path);
      await write(out as string, suggestedTags(bytes, basename(file), columns));
      env.print(`written to ${out}; let two people each correct a copy, then: npx countersign tags compare ONE OTHER`);
    });
  tags
    .command("compare")
    .description("compare two taggers: alpha a tag, where they differ, the agreed file")
    .argument("<first>", "CSV index,air_writing,finger_spelling,manual_alphabet (0 or 1)")
    .argument("<second>", "the other person's")
    .option("--out <file>", "write what both say alike; cells where they differ stay empty until somebody settles them")
    .option("--json", "answer as JSON")
    .action(async (first: string, second: string, { out, json }: Options) => {
      const [one, other] = [await readInput(first), await readInput(second)];
      const { file, ...told } = compareTags(one, other);
      if (out !== undefined) await write(out, file);
      if (json === true) return env.print(JSON.stringify(told));
      const rows = told.tags.map(({ tag, alpha, state, reason, same, of }) => [
        ...[tag, rounded(alpha), state, same, of, reason],
      ]);
      env.print(plainTable(["tag", "alpha", "state", "same", "of", "why"], rows));
      for (const { index, tag, first: a, second: b } of told.disagreements)
        env.print(`${index}  ${tag}  ${Number(a)} and ${Number(b)}\n`);
      if (out !== undefined) env.print(`written to ${out}; ${told.disagreements.length} cells are to be settled\n`);
    });
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((cause: NodeJS.ErrnoException) => {
    throw new Problem("bad-value", `${path} cannot be written (${cause.code})`);
  });
}

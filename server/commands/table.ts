// `table`: ratings that were collected elsewhere become our long file, so that labels and agreement need no browser work.
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { csvRow } from "../exports/csv-out.ts";
import { type ForeignRatings, readForeignRatings } from "../intake/foreign-ratings.ts";
import { type CommandEnv, WrongUsage } from "./env.ts";
import { plainTable, readInput } from "./input.ts";

interface TableOptions {
  readonly offset: number;
  readonly sentimentOffset: number;
  readonly preview?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

const whole = (text: string): number => {
  if (!/^-?\d{1,3}$/.test(text)) throw new InvalidArgumentError("give a whole number");
  return Number(text);
};

export function tableCommand(program: Command, env: CommandEnv): void {
  program
    .command("table")
    .description("turn ratings collected elsewhere (EmoSign's table, a Qualtrics export) into a long file of ratings")
    .argument("<file>", "CSV file, or - for standard input")
    .requiredOption(
      "--offset <n>",
      "taken off each intensity: 1 where the scale is 1 to 4, 0 where it is 0 to 3",
      whole,
    )
    .option("--sentiment-offset <n>", "taken off each sentiment: 4 where the scale is 1 to 7", whole, 0)
    .option("--preview", "show what was understood and write nothing")
    .option("--out <file>", "the long file to write")
    .option("--json", "answer as JSON")
    .action(async (path: string, options: TableOptions) => {
      if (options.preview !== true && options.out === undefined) throw new WrongUsage("give --out FILE, or --preview");
      const { bytes, file } = await readInput(path);
      const offsets = { emotions: options.offset, sentiment: options.sentimentOffset };
      const read = readForeignRatings(bytes, basename(file), offsets);
      if (options.preview !== true && options.out !== undefined) await writeFile(options.out, longFile(read));
      const { rows, ...about } = read;
      env.print(
        options.json === true
          ? JSON.stringify({ ...about, ratings: rows.length, first: rows.slice(0, 10) })
          : forReading(read, options),
      );
    });
}

const longFile = ({ rows }: ForeignRatings): string =>
  csvRow(["item", "annotator", "label", "value", "confidence"]) +
  rows.map((row) => csvRow([row.item, row.annotator, row.label, row.value, row.confidence ?? null])).join("");

function forReading(read: ForeignRatings, { preview, out }: TableOptions): string {
  const { shape, rows, people, items, dropped, unread, warnings } = read;
  const lines = [`${shape}: ${rows.length} ratings of ${items} items by ${people} people`];
  if (dropped.length > 0) lines.push(`dropped, because they tell who somebody is: ${dropped.join(", ")}`);
  if (unread.length > 0) lines.push(`not read: ${unread.join(", ")}`);
  for (const warning of warnings) lines.push(`note: ${warning}`);
  if (preview === true)
    lines.push(
      plainTable(
        ["item", "annotator", "label", "value", "confidence"],
        rows.slice(0, 10).map((row) => [row.item, row.annotator, row.label, row.value, row.confidence ?? null]),
      ).trimEnd(),
    );
  else lines.push(`written to ${out}; then: npx countersign agreement ${out}`);
  return lines.join("\n");
}

// `study import`: a study folder, a ZIP of one, or one table that exists already comes in whole, or not at all, beside a
// running server. `--preview` tells what was understood and stores nothing.
import { basename } from "node:path";
import { type Command, Option } from "commander";
import { languages } from "#schemas/basics";
import { type AboutStudy, aboutStudy, type TableWish, tableShapes } from "#schemas/new-study";
import { Problem } from "#schemas/problem";
import { captionConditions } from "#schemas/study";
import { type ImportedStudy, importStudy, previewStudy, type Told } from "#server/intake/bring-in";
import type { FileReport } from "#server/intake/study-media";
import { openData } from "./data.ts";
import { type CommandEnv, dataFolder, studyGroup, WrongUsage } from "./env.ts";
import { columnsOption, integerOption, listOption } from "./input.ts";

interface Options {
  readonly data?: string;
  readonly preview?: boolean;
  readonly json?: boolean;
  readonly id?: string;
  readonly title?: string;
  readonly language: string[];
  readonly signLanguage: string;
  readonly timeZone: string;
  readonly captions?: AboutStudy["captions"];
  readonly table?: string;
  readonly as?: TableWish["shape"];
  readonly columns?: Record<string, string>;
  readonly offset?: number;
  readonly sentimentOffset?: number;
  readonly label?: string;
}

export function studyImportCommand(program: Command, env: CommandEnv): void {
  studyGroup(program)
    .command("import")
    .description("bring in a study folder, a ZIP of one, or a table of clips, questions or ratings")
    .argument("<path>", "study folder, ZIP file or table (docs/study-folder.md)")
    .option("--preview", "tell what was understood and store nothing")
    .option("--id <id>", "without study.json: the study's id (default: from the name of the file)")
    .option("--title <text>", "without study.json: its title (default: the name of the file)")
    .option("--language <list>", "without study.json: languages of its words, en,zh-Hans", listOption, ["en"])
    .option("--sign-language <code>", "without study.json: ISO 639-3 code (und: not said)", "und")
    .option("--time-zone <name>", "without study.json: IANA name", "UTC")
    .addOption(new Option("--captions <how>", "without study.json: whether they are shown").choices(captionConditions))
    .option("--table <file>", "the table that the study is made of, where several lie there")
    .addOption(new Option("--as <shape>", "what the table holds (default: told by its headings)").choices(tableShapes))
    .option("--columns <list>", "which column holds what: clip=Name,caption=English", columnsOption)
    .option("--offset <n>", "taken off each intensity: 1 where the scale is 1 to 4", integerOption)
    .option("--sentiment-offset <n>", "taken off each sentiment: 4 where the scale is 1 to 7", integerOption)
    .option("--label <id>", "the label that a reliability matrix holds")
    .option("--data <dir>", "data folder")
    .option("--json", "answer as JSON")
    .action(async (path: string, options: Options) => {
      const told = toldBy(path, options);
      if (options.preview === true) return preview(path, told, options, env);
      const data = await openData(dataFolder(env, options.data));
      try {
        const publicUrl = new URL(env.env["PUBLIC_URL"] ?? `http://127.0.0.1:${env.env["PORT"] ?? "8787"}`);
        const done = await importStudy({ ...data, clock: env.clock, publicUrl }, path, told);
        env.print(options.json === true ? JSON.stringify(forJson(done)) : forReading(done));
      } finally {
        await data.close();
      }
    });
}

function toldBy(path: string, options: Options): Told {
  const stem = basename(path).replace(/\.[^.]*$/, "");
  const { id = stem.replace(/[^A-Za-z0-9._~-]+/g, "-"), title = stem, language, signLanguage, timeZone } = options;
  for (const one of language)
    if (!(languages as readonly string[]).includes(one)) throw new WrongUsage(`--language may be ${languages.join()}`);
  const { captions, table, as: shape, columns, offset, sentimentOffset, label } = options;
  const about = aboutStudy.safeParse({
    ...{ id: id || "study", title: title || "study", languages: language, signLanguage, timeZone },
    ...(captions === undefined ? {} : { captions }),
  });
  if (!about.success) throw new WrongUsage("--id holds letters a-z, digits and . _ ~ - only; --title is not empty");
  const asked = [table, shape, columns, offset, sentimentOffset, label].some((one) => one !== undefined);
  const bare = options.id !== undefined || options.title !== undefined || /\.(json|jsonl|csv|tsv)$/i.test(path);
  if (!asked) return bare ? { about: about.data } : {};
  const given = { shape, columns, offset, sentimentOffset, label };
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { about: about.data, table: { ...(table === undefined ? {} : { file: table }), ...said } };
}

async function preview(path: string, told: Told, { json }: Options, env: CommandEnv): Promise<void> {
  const { table, study } = await previewStudy(path, told);
  if (json === true) env.print(JSON.stringify({ table, study }));
  else {
    const lines: string[] = [];
    if (table !== null) {
      const about = Object.entries(table.counts).map(([what, count]) => `${count} ${what}`);
      const cells = table.delimiter === null ? "JSON" : `cells apart by ${JSON.stringify(table.delimiter)}`;
      lines.push(`${table.file}: ${table.shape ?? "not known"}, ${table.encoding}, ${cells}, ${about.join(", ")}`);
      for (const { field, heading } of table.columns)
        if (heading !== null) lines.push(`  ${field} = ${JSON.stringify(heading)}`);
      if (table.unread.length > 0) lines.push(`  not read: ${table.unread.join(", ")}`);
      if (table.dropped.length > 0) lines.push(`  never kept: ${table.dropped.join(", ")}`);
    }
    const { study: read, files, warnings } = study;
    if (read !== null)
      lines.push(
        `${read.title} (${read.id}): ${read.protocol}, ${read.items} items, ${read.practice} for practice, ${read.people} people, ${read.media} media, ${read.answers} answers, ${read.lacking} clips without a file`,
      );
    for (const { file, state, notes } of files) lines.push(...fileLines(file, state, notes));
    for (const warning of new Set([...(table?.warnings ?? []), ...warnings])) lines.push(`note: ${warning}`);
    lines.push("nothing was stored");
    env.print(lines.join("\n"));
  }
  const { faults } = study;
  if (faults.length > 0) throw new Problem("bad-study", `${faults.length} faults`, faults);
}

const forJson = (done: ImportedStudy) => ({
  ...done,
  people: done.people.map(({ code, role, seat, link }) => ({ code, role, seat, link })),
});

function forReading(done: ImportedStudy): string {
  const lines = [`${done.title} (${done.study}): ${done.items} items, ${done.people.length} people`];
  if (done.answers > 0)
    lines.push(
      `${done.answers} answers that were given elsewhere stand in its log; ${done.answeredBy} people are known from them alone`,
    );
  for (const { file, state, facts, notes } of done.files) {
    const about = facts === undefined ? "" : `  ${facts.width} x ${facts.height}${lengthOf(facts)}`;
    lines.push(...fileLines(`${file}${about}`, state, notes));
  }
  for (const warning of done.warnings) lines.push(`note: ${warning}`);
  if (done.people.length > 0) {
    lines.push("Personal links (shown once; hand each to its person):");
    for (const { code, role, link } of done.people) lines.push(`  ${code}  ${role}  ${link}`);
  }
  return lines.join("\n");
}

const fileLines = (file: string, state: FileReport["state"], notes: readonly string[]): string[] => [
  `  ${state === "taken" ? "ok" : state}  ${file}`,
  ...notes.map((note) => `      note: ${note}`),
];

function lengthOf(facts: NonNullable<FileReport["facts"]>): string {
  if (facts.durationMs === undefined) return "";
  const rate = facts.fps === undefined ? "rate varies" : `${Number(facts.fps.toFixed(2))} fps`;
  return `, ${(facts.durationMs / 1000).toFixed(2)} s, ${rate}`;
}

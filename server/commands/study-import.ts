// `study import`: a study folder or a ZIP of one comes in whole, or not at all, beside a running server.
import type { Command } from "commander";
import { type ImportedStudy, importStudy } from "#server/intake/bring-in";
import type { FileReport } from "#server/intake/study-media";
import { openData } from "./data.ts";
import { type CommandEnv, dataFolder, studyGroup } from "./env.ts";

export function studyImportCommand(program: Command, env: CommandEnv): void {
  studyGroup(program)
    .command("import")
    .description("bring in a study folder or a ZIP of one")
    .argument("<path>", "study folder or ZIP file (docs/study-folder.md)")
    .option("--data <dir>", "data folder")
    .option("--json", "answer as JSON")
    .action(async (path: string, options: { data?: string; json?: boolean }) => {
      const data = await openData(dataFolder(env, options.data));
      try {
        const publicUrl = new URL(env.env["PUBLIC_URL"] ?? `http://127.0.0.1:${env.env["PORT"] ?? "8787"}`);
        const done = await importStudy({ ...data, clock: env.clock, publicUrl }, path);
        env.print(options.json === true ? JSON.stringify(forJson(done)) : forReading(done));
      } finally {
        await data.close();
      }
    });
}

const forJson = (done: ImportedStudy) => ({
  ...done,
  people: done.people.map(({ code, role, seat, link }) => ({ code, role, seat, link })),
});

function forReading(done: ImportedStudy): string {
  const lines = [`${done.title} (${done.study}): ${done.items} items, ${done.people.length} people`];
  for (const { file, state, facts, notes } of done.files) {
    const about = facts === undefined ? "" : `  ${facts.width} x ${facts.height}${lengthOf(facts)}`;
    lines.push(`  ${state === "taken" ? "ok" : state}  ${file}${about}`);
    for (const note of notes) lines.push(`      note: ${note}`);
  }
  for (const warning of done.warnings) lines.push(`note: ${warning}`);
  if (done.people.length > 0) {
    lines.push("Personal links (shown once; hand each to its person):");
    for (const { code, role, link } of done.people) lines.push(`  ${code}  ${role}  ${link}`);
  }
  return lines.join("\n");
}

function lengthOf(facts: NonNullable<FileReport["facts"]>): string {
  if (facts.durationMs === undefined) return "";
  const rate = facts.fps === undefined ? "rate varies" : `${Number(facts.fps.toFixed(2))} fps`;
  return `, ${(facts.durationMs / 1000).toFixed(2)} s, ${rate}`;
}

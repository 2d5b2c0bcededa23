// `study media`: files of clips that come after their study, from a folder or a ZIP.
import type { Command } from "commander";
import { bringFiles } from "#server/intake/late-media";
import { openSource } from "#server/intake/open-source";
import { firstCoordinator } from "#server/store/persons";
import { openData } from "./data.ts";
import { type CommandEnv, dataFolder, studyGroup } from "./env.ts";

export function studyMediaCommand(program: Command, env: CommandEnv): void {
  studyGroup(program)
    .command("media")
    .description("bring the files of clips that have none yet, matched by name or by the number at its end")
    .argument("<study>")
    .argument("<path>", "folder or ZIP file of videos")
    .option("--data <dir>", "data folder")
    .option("--json", "answer as JSON")
    .action(async (study: string, path: string, options: { data?: string; json?: boolean }) => {
      const data = await openData(dataFolder(env, options.data));
      const source = await openSource(path).catch(async (error: unknown) => {
        await data.close();
        throw error;
      });
      try {
        const now = env.clock();
        const done = await bringFiles(data, study, source, { by: await firstCoordinator(data.store, now), now });
        if (options.json === true) return env.print(JSON.stringify(done));
        const told = done.files.map(({ file, state, notes }) => [
          `  ${state}  ${file}`,
          ...notes.map((n) => `      ${n}`),
        ]);
        env.print([`${done.filled} clips got their files, ${done.lacking} have none`, ...told.flat()].join("\n"));
      } finally {
        await source.close();
        await data.close();
      }
    });
}

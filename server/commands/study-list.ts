// `study list`: the studies of a data folder, a line each.
import type { Command } from "commander";
import { listStudies } from "#server/store/studies";
import { openData } from "./data.ts";
import { type CommandEnv, dataFolder, studyGroup } from "./env.ts";

export function studyListCommand(program: Command, env: CommandEnv): void {
  studyGroup(program)
    .command("list")
    .description("list the studies of a data folder")
    .option("--data <dir>", "data folder (default: DATA_DIR or ./data)")
    .option("--json", "print JSON")
    .action(async (options: { data?: string; json?: boolean }) => {
      const data = await openData(dataFolder(env, options.data));
      try {
        const studies = await listStudies(data.store);
        if (options.json) return env.print(`${JSON.stringify({ studies })}\n`);
        if (studies.length === 0)
          return env.print("no studies here yet; bring one in with: countersign study import\n");
        for (const { id, protocol, state, items, people, responses, title } of studies)
          env.print(
            `${id}  ${protocol}  ${state}  ${items} items  ${people} people  ${responses} responses  ${title}\n`,
          );
      } finally {
        await data.close();
      }
    });
}

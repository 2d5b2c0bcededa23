// `run import STUDY FILE` and `run list STUDY`: one model's predictions stored with a quiz, and what stands there.
import { basename } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { type DeskRuns, type PredictionFormat, predictionFormats, runAbout } from "#schemas/run";
import { createFigures } from "#server/figures/figures";
import { runsAnswer } from "#server/figures/runs";
import { bringRun } from "#server/intake/run-in";
import { openData } from "./data.ts";
import { type CommandEnv, dataFolder } from "./env.ts";
import { plainTable, readInput, rounded, span } from "./input.ts";

interface ImportOptions {
  name: string;
  format?: PredictionFormat;
  framesPerSecond?: number;
  reasoning?: string;
  effort?: string;
  data?: string;
  json?: boolean;
}

export function runImportCommand(program: Command, env: CommandEnv): void {
  const group = program.command("run").description("runs of models on a quiz: bring one in, list them");
  group
    .command("import")
    .description("store a model's predictions with a quiz; a target that is not our key refuses the file")
    .argument("<study>")
    .argument("<file>", "predictions; - for standard input")
    .requiredOption("--name <name>", "what the run is called")
    .addOption(new Option("--format <format>", "of the file").choices(predictionFormats))
    .option("--frames-per-second <n>", "of the videos that the model was shown", rateOption)
    .option("--reasoning <words>", "whether and how the model reasoned")
    .option("--effort <words>", "how much effort it was allowed")
    .option("--data <dir>", "data folder (default: DATA_DIR or ./data)")
    .option("--json", "print JSON")
    .action(async (study: string, path: string, { data: folder, json, ...said }: ImportOptions) => {
      const about = runAbout.parse(said);
      const { bytes, file } = await readInput(path);
      const data = await openData(dataFolder(env, folder));
      try {
        const at = env.clock().toISOString();
        const done = await bringRun(data.store, study, { bytes, file: basename(file), about, by: "command", at });
        if (json) return env.print(JSON.stringify(done));
        env.print(`${done.id}  ${about.name}: ${done.answers} answers, ${done.missing} questions without one\n`);
      } finally {
        await data.close();
      }
    });
  group
    .command("list")
    .description("the runs of a quiz with their accuracy")
    .argument("<study>")
    .option("--data <dir>", "data folder (default: DATA_DIR or ./data)")
    .option("--json", "print JSON")
    .action(async (study: string, options: { data?: string; json?: boolean }) => {
      const data = await openData(dataFolder(env, options.data));
      try {
        const figures = createFigures({ store: data.store, clock: env.clock });
        const report = await runsAnswer({ store: data.store, figures }, study);
        env.print(options.json ? JSON.stringify(report) : told(report));
      } finally {
        await data.close();
      }
    });
}

function rateOption(text: string): number {
  const rate = Number(text);
  if (text.trim() === "" || !(rate > 0 && rate <= 1000)) throw new InvalidArgumentError("give frames a second, as 10");
  return rate;
}

const told = ({ runs }: DeskRuns): string =>
  runs.length === 0
    ? "no runs here yet; bring one in with: countersign run import\n"
    : plainTable(
        ["run", "modality", "right", "asked", "accuracy", "95 %", "of valid", "followed", "open"],
        runs.flatMap((run) =>
          run.rows
            .filter(({ articulation, asked }) => articulation === "All" && asked > 0)
            .map((row) => [
              ...[run.name, row.modality, row.right, row.asked, rounded(row.accuracy, 4), span(row.interval, 4)],
              ...[rounded(row.validAccuracy, 4), rounded(row.instructionFollowing, 4), run.open],
            ]),
        ),
      );

// What a command is given by main.ts, which alone reads the environment and the command line.
import type { Worker } from "node:worker_threads";
import type { Command } from "commander";
import type { ThreadData } from "#server/thread/messages";

export interface CommandEnv {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** One text to stdout: the answer. */
  readonly print: (text: string) => void;
  /** One line to stderr. */
  readonly warn: (text: string) => void;
  readonly clock: () => Date;
  /** Starts this program once more as a worker thread on a store; left out where there is no built program. */
  readonly thread?: (data: ThreadData) => Worker;
}

/** The command line cannot be followed: exit 2. */
export class WrongUsage extends Error {}

/** The data folder: `--data`, else DATA_DIR, else ./data. */
export const dataFolder = (env: CommandEnv, given?: string): string => given ?? env.env["DATA_DIR"] ?? "./data";

/** The command that `study import`, `study list`, ... stand below. */
export function studyGroup(program: Command): Command {
  const there = program.commands.find((command) => command.name() === "study");
  return there ?? program.command("study").description("bring a study in, list what is here");
}

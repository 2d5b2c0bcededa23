// The one door from outside: reads environment and command line, and hands over to a command. Nobody else reads either.
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { agreementCommand } from "./commands/agreement.ts";
import { backupCommand } from "./commands/backup.ts";
import { baselineCommand } from "./commands/baseline.ts";
import { clipsCommand } from "./commands/clips.ts";
import { demoCommand } from "./commands/demo.ts";
import type { CommandEnv } from "./commands/env.ts";
import { exportCommand } from "./commands/export.ts";
import { labelsCommand } from "./commands/labels.ts";
import { planCommand } from "./commands/plan.ts";
import { quizBuildCommand } from "./commands/quiz-build.ts";
import { restoreCommand } from "./commands/restore.ts";
import { type Register, runCommand } from "./commands/run.ts";
import { runImportCommand } from "./commands/run-import.ts";
import { scoreCommand } from "./commands/score.ts";
import { serveCommand } from "./commands/serve.ts";
import { studyImportCommand } from "./commands/study-import.ts";
import { studyListCommand } from "./commands/study-list.ts";
import { studyMediaCommand } from "./commands/study-media.ts";
import { tableCommand } from "./commands/table.ts";
import { tagsCommand } from "./commands/tags.ts";
import { verifyCommand } from "./commands/verify.ts";
import { workInside } from "./thread/inside.ts";

const commands: readonly Register[] = [
  serveCommand,
  demoCommand,
  studyImportCommand,
  studyListCommand,
  studyMediaCommand,
  agreementCommand,
  exportCommand,
  baselineCommand,
  labelsCommand,
  scoreCommand,
  runImportCommand,
  planCommand,
  quizBuildCommand,
  tableCommand,
  tagsCommand,
  clipsCommand,
  backupCommand,
  restoreCommand,
  verifyCommand,
];

const env: CommandEnv = {
  env: process.env,
  print: (text) => process.stdout.write(text.endsWith("\n") ? text : `${text}\n`),
  warn: (text) => process.stderr.write(`${text}\n`),
  clock: () => new Date(),
  thread: (data) => new Worker(import.meta.filename, { workerData: data, argv: [] }),
};

// Whoever reads our output may stop, as `head` does: that is no failure.
process.stdout.on("error", (cause: NodeJS.ErrnoException) => {
  if (cause.code !== "EPIPE") throw cause;
  process.exit(0);
});

if (!isMainThread && parentPort !== null && workerData?.thread === "heavy") await workInside(parentPort, workerData);
else process.exitCode = await runCommand(process.argv.slice(2), env, commands);

// Runs a command of ours in this process, on files in a folder that is thrown away.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agreementCommand } from "#server/commands/agreement";
import { baselineCommand } from "#server/commands/baseline";
import { labelsCommand } from "#server/commands/labels";
import { planCommand } from "#server/commands/plan";
import { runCommand } from "#server/commands/run";
import { scoreCommand } from "#server/commands/score";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever the command printed
  readonly json: any;
}

/** Arguments that name a key of `files` become the path of that file. */
export async function run(args: readonly string[], files: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const out: string[] = [];
    const err: string[] = [];
    const env = {
      env: {},
      print: (text: string) => void out.push(text),
      warn: (text: string) => void err.push(text),
      clock: () => new Date(0),
    };
    const given = args.map((one) => (one in files ? join(folder, one) : one));
    const commands = [labelsCommand, agreementCommand, scoreCommand, baselineCommand, planCommand];
    const code = await runCommand(given, env, commands);
    const text = out.join("");
    const told = err.join("\n").replaceAll(`${folder}/`, "");
    return { code, out: text, err: told, json: text.startsWith("{") ? JSON.parse(text) : undefined };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

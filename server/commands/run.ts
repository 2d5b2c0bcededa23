// Runs one command line and answers its exit code: 0 right, 1 refused or failed with one clear line, 2 wrong usage.
import { Command, CommanderError } from "commander";
import { type Fault, Problem } from "#schemas/problem";
import { type CommandEnv, WrongUsage } from "./env.ts";

export type Register = (program: Command, env: CommandEnv) => void;

export async function runCommand(
  args: readonly string[],
  env: CommandEnv,
  commands: readonly Register[],
): Promise<number> {
  const program = new Command("countersign")
    .description("People judge sign-language video together; Countersign says what they agree on.")
    .exitOverride()
    .configureOutput({ writeOut: env.print, writeErr: (text) => env.warn(text.trimEnd()) });
  for (const register of commands) register(program, env);
  try {
    await program.parseAsync(joinMinus(args, program), { from: "user" });
    return 0;
  } catch (cause) {
    if (cause instanceof CommanderError) return cause.exitCode === 0 ? 0 : 2;
    for (const line of linesOf(cause)) env.warn(line);
    return cause instanceof WrongUsage ? 2 : 1;
  }
}

const faultLine = ({ file, line, message, mend }: Fault): string =>
  `${file}${line === null ? "" : `:${line}`} ${message}; ${mend}`;

function linesOf(cause: unknown): string[] {
  if (cause instanceof Problem && cause.faults.length > 0) return cause.faults.map(faultLine);
  return [(cause instanceof Error ? cause.message : String(cause)).replaceAll(/\s*\n\s*/g, " ")];
}

/** Joins `--scale -3,-2` to `--scale=-3,-2`, since an option's value may start with a minus. */
export function joinMinus(args: readonly string[], program: Command): string[] {
  const options = allOf(program).flatMap((command) => command.options);
  const flags = new Set(options.flatMap(({ long, short }) => [long, short].filter((flag) => flag != null)));
  const taking = new Set(options.filter(({ required, optional }) => required || optional).map(({ long }) => long));
  const needing = new Set(options.filter(({ required }) => required).map(({ long }) => long));
  const out: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const one = args[i] as string;
    const next = args[i + 1];
    const isValue = next !== undefined && /^-./.test(next) && !flags.has(next.split("=")[0] as string);
    if (one === "--") return [...out, ...args.slice(i)];
    if (needing.has(one) && next !== undefined && flags.has(next)) throw new WrongUsage(`${one} lacks its value`);
    if (taking.has(one) && isValue && next !== "--") {
      out.push(`${one}=${next}`);
      i += 1;
    } else out.push(one);
  }
  return out;
}

const allOf = (command: Command): Command[] => [command, ...command.commands.flatMap(allOf)];

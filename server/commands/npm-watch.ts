// `npm start` puts npm, and often a shell, between the terminal and the server; a signal may end npm alone. Then the
// server ends too. The ancestors up to npm are found at start, and looked after from then on.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

interface Process {
  readonly parent: number;
  readonly command: string;
}

function look(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    return { parent, command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ") };
  } catch {
    return undefined;
  }
}

function ask(pid: number): Process | undefined {
  try {
    const told = execFileSync("ps", ["-o", "ppid=,command=", "-p", String(pid)], { encoding: "utf8" }).trim();
    const space = told.indexOf(" ");
    return { parent: Number(told.slice(0, space)), command: told.slice(space + 1) };
  } catch {
    return undefined;
  }
}

const isNpm = (command: string): boolean => /(^|[\s/])(npm|npx|pnpm|yarn)(-cli\.c?js)?(\s|$)/.test(command);

/** Pids from the parent up to npm; [] where npm is not among the three nearest. */
function ancestors(): number[] {
  const chain: number[] = [];
  let pid = process.ppid;
  for (let step = 0; step < 3 && pid > 1; step++) {
    const found = look(pid) ?? ask(pid);
    if (found === undefined) return [];
    chain.push(pid);
    if (isNpm(found.command)) return chain;
    pid = found.parent;
  }
  return [];
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether each ancestor still has the next one as its parent; where /proc is not there, whether they live. */
function together(chain: readonly number[]): boolean {
  if (process.ppid !== chain[0]) return false;
  return chain.every((pid, at) => {
    const next = chain[at + 1];
    const found = look(pid);
    if (found === undefined) return alive(pid);
    return next === undefined || found.parent === next;
  });
}

/** Calls `gone` once npm is gone; answers how to stop watching. Does nothing where npm did not start this process. */
export function watchNpm(gone: () => void): () => void {
  const chain = ancestors();
  if (chain.length === 0) return () => undefined;
  const timer = setInterval(() => {
    if (together(chain)) return;
    clearInterval(timer);
    gone();
  }, 300);
  timer.unref();
  return () => clearInterval(timer);
}

// The built command as a process of its own, as people start it.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const mainFile = resolve(import.meta.dirname, "../../dist/server/main.js");
export const temporary = (): string => mkdtempSync(join(tmpdir(), "countersign-serve-"));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}
export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  out(): string;
}

export function start(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = tmpdir(),
): Started {
  const child = spawn(command, args, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"] ?? "", HOME: tmpdir(), ...env },
  });
  let out = "";
  let err = "";
  child.stdout?.on("data", (part: Buffer) => {
    out += part.toString();
  });
  child.stderr?.on("data", (part: Buffer) => {
    err += part.toString();
  });
  const ended = new Promise<Ended>((done) => child.once("close", (code) => done({ code, out, err })));
  return { child, ended, out: () => out };
}

export const countersign = (args: readonly string[], env: Record<string, string> = {}): Started =>
  start(process.execPath, [mainFile, ...args], env);

/** A port that nothing listens on just now. */
export async function freePort(): Promise<number> {
  const { server, port } = await occupied();
  await new Promise((done) => server.close(done));
  return port;
}

export function occupied(): Promise<{ server: Server; port: number }> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      done({ server, port: typeof address === "object" && address !== null ? address.port : 0 });
    });
  });
}

export async function until(holds: () => boolean | Promise<boolean>, most = 15_000): Promise<number> {
  const began = Date.now();
  while (!(await holds())) {
    if (Date.now() - began > most) throw new Error(`did not come about within ${most} ms`);
    await new Promise((done) => setTimeout(done, 25));
  }
  return Date.now() - began;
}

export const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    ({ ok }) => ok,
    () => false,
  );

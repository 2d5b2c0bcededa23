// `demo`: the demo studies on this machine alone, in a folder that goes when it ends, or in one that is named.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { createApp } from "#server/app";
import { demoLinks, loadDemo } from "./demo-data.ts";
import type { CommandEnv } from "./env.ts";
import { serveData } from "./serving.ts";

export { demoLinks, loadDemo };

export function demoCommand(program: Command, env: CommandEnv): void {
  program
    .command("demo")
    .description("try it: two small studies with answers, on this machine only")
    .option("--data <dir>", "data folder to keep (default: a temporary one that goes at the end)")
    .option("--port <number>", "port (default: PORT or 8787)")
    .action(async (options: { data?: string; port?: string }) => {
      const { HOST: _, PUBLIC_URL: __, ...rest } = env.env;
      const temporary = options.data === undefined ? await mkdtemp(join(tmpdir(), "countersign-demo-")) : undefined;
      try {
        await serveData(
          { ...env, env: rest },
          { ...options, data: options.data ?? (temporary as string), host: "127.0.0.1" },
          { createApp, demo: { load: loadDemo, links: demoLinks } },
        );
      } finally {
        if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
      }
    });
}

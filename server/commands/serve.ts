// `serve`: the server of a data folder, on this machine alone unless told otherwise.
import type { Command } from "commander";
import { createApp } from "#server/app";
import { demoLinks, loadDemo } from "./demo.ts";
import type { CommandEnv } from "./env.ts";
import { type ServingOptions, serveData } from "./serving.ts";

export function serveCommand(program: Command, env: CommandEnv): void {
  program
    .command("serve")
    .description("serve a data folder (default: http://127.0.0.1:8787, ./data)")
    .option("--data <dir>", "data folder (default: DATA_DIR or ./data)")
    .option("--port <number>", "port (default: PORT or 8787)")
    .option("--host <address>", "address to listen on (default: HOST or 127.0.0.1)")
    .option("--tls-cert <file>", "certificate (PEM) to serve https with")
    .option("--tls-key <file>", "its key (PEM)")
    .action((options: ServingOptions) =>
      serveData(env, options, { createApp, demo: { load: loadDemo, links: demoLinks } }),
    );
}

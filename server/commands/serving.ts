// One server over one data folder, from the lock to the last connection: what `serve` and `demo` share.
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import pino from "pino";
import { Problem } from "#schemas/problem";
import { setupLink } from "#server/access/links";
import type { Deps } from "#server/deps";
import { createFigures } from "#server/figures/figures";
import { clearStrays } from "#server/media/store";
import { clearAllArriving } from "#server/store/arriving";
import { keepErased } from "#server/store/erased-bytes";
import { holdFolder } from "#server/store/lock";
import { hasStudies } from "#server/store/studies";
import { heavyThread } from "#server/thread/thread";
import { type Address, type AddressOptions, addressOf } from "./address.ts";
import { erasedFile } from "./backup.ts";
import { keepBuild } from "./client-builds.ts";
import { type Data, makeFolder, openData } from "./data.ts";
import { type CommandEnv, dataFolder } from "./env.ts";
import { watchNpm } from "./npm-watch.ts";

export interface PersonLink {
  readonly code: string;
  readonly role: string;
  readonly study: string;
  readonly link: string;
}
export interface ServingParts {
  createApp(deps: Deps): Hono;
  readonly demo: {
    /** Brings the demo studies into an empty data folder. */
    load(deps: Deps): Promise<unknown>;
    /** The links of the demo's people, the same at every start; [] where the demo is not here. */
    links(deps: Deps): Promise<readonly PersonLink[]>;
  };
}
export interface ServingOptions extends AddressOptions {
  readonly data?: string;
}

/** Serves until a signal comes or npm, which started it, is gone. Problem where it cannot be served. */
export async function serveData(env: CommandEnv, options: ServingOptions, parts: ServingParts): Promise<void> {
  const address = addressOf(options, env);
  const folder = dataFolder(env, options.data);
  const server = await listen(address);
  try {
    makeFolder(folder);
    const lock = holdFolder(folder);
    try {
      const data = await openData(folder);
      await run(env, folder, address, parts, data, server).finally(() => {
        stop(server);
        return data.close();
      });
    } finally {
      lock.release();
    }
  } finally {
    stop(server);
  }
}

function stop(server: Server): void {
  server.close();
  server.closeAllConnections();
}

/** What was on its way in when the server stopped is gone: its browser asks for it again. */
async function emptied(uploads: string): Promise<string> {
  await rm(uploads, { recursive: true, force: true });
  return uploads;
}

async function run(
  env: CommandEnv,
  folder: string,
  address: Address,
  parts: ServingParts,
  data: Data,
  server: Server,
): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const client = clientFolder();
  const log = logger(env);
  const place = { sqlite: join(folder, "countersign.db") };
  const { thread } = env;
  const heavy =
    thread === undefined
      ? undefined
      : heavyThread(
          () => thread({ thread: "heavy", place }),
          (why) => log.error({ why }, "the worker thread failed"),
        );
  const deps: Deps = {
    store: data.store,
    media: data.media,
    figures: createFigures({ store: data.store, clock: env.clock }),
    clock: env.clock,
    publicUrl: address.publicUrl(port),
    log,
    ...(heavy === undefined ? {} : { heavy }),
    uploadsDir: await emptied(join(folder, "uploads")),
    erasedList: join(folder, erasedFile),
    ...(client === undefined
      ? {}
      : { clientDir: client, earlierClients: await keepBuild(join(folder, "client-builds"), client) }),
  };
  // An import by command may be writing there now.
  await clearStrays(join(folder, "media"), new Date(Date.now() - mostUpload));
  await keepErased(data.store, data.media, join(folder, erasedFile));
  await clearAllArriving(data.store);
  const ended = untilTold(env);
  if (address.private && !(await hasStudies(data.store))) await parts.demo.load(deps);
  const listener = getRequestListener(parts.createApp(deps).fetch, { overrideGlobalObjects: false });
  server.removeAllListeners("request");
  server.on("request", (request, answer) => {
    const elsewhere = publicPlace(request, deps.publicUrl);
    if (elsewhere === undefined) listener(request, answer);
    else answer.writeHead(307, { location: elsewhere }).end();
  });
  await greet(env, deps, address, parts);
  await ended;
  await heavy?.close();
}

/** A page asked for as `localhost` belongs at the one public address: cookies and the Origin check know no other. */
function publicPlace({ method, url, headers }: IncomingMessage, publicUrl: URL): string | undefined {
  const wrongName = headers.host === `localhost:${publicUrl.port}` && publicUrl.hostname === "127.0.0.1";
  return wrongName && method === "GET" && url?.startsWith("/") ? `${publicUrl.origin}${url}` : undefined;
}

/** Longest time in which one request may arrive: a video of 2 GB over a slow line. */
const mostUpload = 3_600_000;

/** Opens the port; until the app is ready every request is told to come back. */
function listen({ host, port, tls }: Address): Promise<Server> {
  const server = tls === undefined ? createServer() : createTlsServer(tls);
  server.requestTimeout = mostUpload;
  server.on("request", (_, answer) => answer.writeHead(503, { "retry-after": "1" }).end());
  return new Promise((done, fail) => {
    server.once("error", (cause: NodeJS.ErrnoException) => fail(refusal(cause, host, port)));
    server.listen(port, host, () => done(server as Server));
  });
}

function refusal(cause: NodeJS.ErrnoException, host: string, port: number): Problem {
  if (cause.code === "EADDRINUSE")
    return new Problem(
      "conflict",
      `port ${port} on ${host} is in use; stop what listens there, or choose another with --port`,
    );
  return new Problem(
    "bad-value",
    `cannot listen on ${host} port ${port} (${cause.code ?? cause.message}); choose others with --host and --port`,
  );
}

/** The built client stands beside the bundle of the server; from source, below the working folder. */
function clientFolder(): string | undefined {
  const places = [join(import.meta.dirname, "../client"), resolve("dist/client")];
  return places.find((place) => existsSync(join(place, "index.html")) && existsSync(join(place, "assets")));
}

const logger = ({ env }: CommandEnv) =>
  pino({ level: env["LOG_LEVEL"] || "warn", base: null }, pino.destination({ fd: 2, sync: true }));

function untilTold({ env }: CommandEnv): Promise<void> {
  return new Promise((done) => {
    process.once("SIGINT", () => done());
    process.once("SIGTERM", () => done());
    if (env["npm_lifecycle_event"] !== undefined) watchNpm(done);
  });
}

async function greet(env: CommandEnv, deps: Deps, address: Address, parts: ServingParts): Promise<void> {
  const lines = [`Countersign is at ${deps.publicUrl.href}`];
  const setup = await setupLink(deps);
  lines.push(
    setup === null
      ? `  coordinator  sign in at ${new URL("/sign-in", deps.publicUrl).href}`
      : `  coordinator  ${setup}  (choose a password within the hour; it is renewed at each start)`,
  );
  if (address.private)
    for (const { code, role, study, link } of await parts.demo.links(deps))
      lines.push(`  ${role.padEnd(11)}  ${link}  (${code} in ${study})`);
  if (deps.clientDir === undefined) lines.push("  The client has not been built: run npm run build.");
  env.print(`${lines.join("\n")}\n`);
}

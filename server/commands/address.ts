// Where the server listens and what its one public address is. A browser gives service workers, camera and hashing only
// to secure pages, so plain http beyond this machine is refused.
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { Problem } from "#schemas/problem";
import { type CommandEnv, WrongUsage } from "./env.ts";

export interface AddressOptions {
  readonly port?: string;
  readonly host?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}
export interface Address {
  readonly host: string;
  readonly port: number;
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer };
  /** Of the port that was opened (which matters for port 0). */
  publicUrl(port: number): URL;
  /** Nobody but this machine can reach it, by the address that links name. */
  readonly private: boolean;
}

const loopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host) || host.endsWith(".localhost");

export function addressOf(options: AddressOptions, { env }: Pick<CommandEnv, "env">): Address {
  const host = options.host ?? (env["HOST"] || "127.0.0.1");
  const port = portOf(options.port ?? (env["PORT"] || "8787"));
  const tls = tlsOf(options);
  const told = env["PUBLIC_URL"] ? publicUrlOf(env["PUBLIC_URL"]) : undefined;
  if (!loopback(host) && told === undefined && tls === undefined)
    throw new Problem(
      "bad-value",
      `plain http on ${host} is refused: browsers keep the camera and work without a network for secure pages; set PUBLIC_URL to the https address in front of this server, or give --tls-cert and --tls-key`,
    );
  const named = host === "0.0.0.0" || host === "::" ? hostname() : host.includes(":") ? `[${host}]` : host;
  return {
    host,
    port,
    ...(tls === undefined ? {} : { tls }),
    publicUrl: (opened) => told ?? new URL(`${tls === undefined ? "http" : "https"}://${named}:${opened}`),
    private: loopback(host) && (told === undefined || loopback(told.hostname)),
  };
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new WrongUsage(`the port "${text}" is no number from 0 to 65535`);
  return port;
}

function publicUrlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== "/" || url.search || url.hash)
    throw new Problem("bad-value", `PUBLIC_URL "${text}" is no address like https://signs.example.org`);
  if (url.protocol === "http:" && !loopback(url.hostname))
    throw new Problem(
      "bad-value",
      `PUBLIC_URL "${text}" is plain http: browsers keep the camera and work without a network for secure pages; make it https (a proxy in front, or --tls-cert and --tls-key)`,
    );
  return url;
}

function tlsOf(options: AddressOptions): Address["tls"] {
  const { tlsCert, tlsKey } = options;
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) throw new WrongUsage("--tls-cert and --tls-key go together");
  return { cert: fileOf(tlsCert), key: fileOf(tlsKey) };
}

function fileOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new Problem("bad-value", `${path} cannot be read (${(cause as NodeJS.ErrnoException).code})`);
  }
}

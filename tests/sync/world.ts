// The sync routes over a fresh store, asked as a device asks them.
import { gzipSync } from "node:zlib";
import { Hono } from "hono";
import pino from "pino";
import { v4 as uuid } from "uuid";
import { onProblem } from "#server/access/problems";
import type { Deps } from "#server/deps";
import { syncRoutes } from "#server/routes/sync";
import type { Store } from "#server/store/open";
import { type Hand, noon, textOf } from "../store/people.ts";

export function syncApp(store: Store): Hono {
  const deps = { store, clock: () => noon, log: pino({ level: "silent" }) } as unknown as Deps;
  return new Hono().onError(onProblem(deps)).route("/", syncRoutes(deps));
}

export interface Asked {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export async function ask(
  app: Hono,
  path: string,
  key: string,
  body?: string | Uint8Array<ArrayBuffer> | object,
  headers: Record<string, string> = {},
): Promise<Asked> {
  const sent =
    body === undefined || typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  const answer = await app.request(path, {
    method: sent === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

export const pushOf = (hand: Hand, records: readonly unknown[], more: object = {}): object => ({
  batch: uuid(),
  device: hand.device,
  maxN: hand.n,
  pending: 0,
  responses: records.map((record) => (typeof record === "string" ? record : textOf(record))),
  ...more,
});

export const gzipped = (value: unknown): Uint8Array<ArrayBuffer> =>
  new Uint8Array(gzipSync(typeof value === "string" ? value : JSON.stringify(value)));

// Speaks to the server. Three outcomes and no others: an answer of ours, a problem of ours, or nothing that counts
// (no network, a proxy's page, a captive portal): a status code alone says nothing.
import * as z from "zod/mini";
import { problemBody } from "#schemas/problem";
import { sliceHashHeader } from "#schemas/recording";

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

export type Outcome<T> =
  | { readonly kind: "answer"; readonly body: T }
  | { readonly kind: "problem"; readonly status: number; readonly code: string; readonly detail: string }
  /** `status` is 0 where there was no network. */
  | { readonly kind: "nothing"; readonly status: number };

export interface Call<T> {
  readonly path: string;
  readonly answers: z.ZodMiniType<T>;
  /** Device key; where it is given, no cookie travels. */
  readonly key?: string;
  readonly body?: unknown;
  /** Already compressed body. */
  readonly packed?: Blob;
  /** One slice of a recording, sent as its bytes by PUT. */
  readonly slice?: { readonly bytes: ArrayBuffer; readonly hash: string };
  readonly timeoutMs?: number;
}

export class WireProblem extends Error {
  readonly code: string;
  constructor(code: string, detail?: string) {
    super(detail ?? code);
    this.code = code;
  }
}

export async function call<T>(fetch: Fetch, what: Call<T>): Promise<Outcome<T>> {
  const sends = what.packed !== undefined || what.body !== undefined;
  let status = 0;
  let body: unknown;
  try {
    const reply = await fetch(what.path, {
      method: what.slice !== undefined ? "PUT" : sends ? "POST" : "GET",
      cache: "no-store",
      credentials: what.key === undefined ? "same-origin" : "omit",
      signal: AbortSignal.timeout(what.timeoutMs ?? 60_000),
      headers: {
        accept: "application/json",
        ...(sends ? { "content-type": "application/json" } : {}),
        ...(what.slice === undefined
          ? {}
          : { "content-type": "application/octet-stream", [sliceHashHeader]: what.slice.hash }),
        ...(what.packed === undefined ? {} : { "content-encoding": "gzip" }),
        ...(what.key === undefined ? {} : { authorization: `Bearer ${what.key}` }),
      },
      ...(sends ? { body: what.packed ?? JSON.stringify(what.body) } : {}),
      ...(what.slice === undefined ? {} : { body: what.slice.bytes }),
    });
    status = reply.status;
    body = JSON.parse(await reply.text());
  } catch {
    return { kind: "nothing", status };
  }
  if (status >= 200 && status < 300) {
    const read = z.safeParse(what.answers, body);
    return read.success ? { kind: "answer", body: read.data } : { kind: "nothing", status };
  }
  const read = z.safeParse(problemBody, body);
  return read.success && read.data.status === status
    ? { kind: "problem", status, code: read.data.code, detail: read.data.detail ?? read.data.title }
    : { kind: "nothing", status };
}

export async function gzip(text: string): Promise<Blob> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Response(stream).blob();
}

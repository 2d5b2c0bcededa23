// Reads a JSON body, gzip or plain, with limits that hold while it streams in: nobody can make the server hold more.
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Context } from "hono";
import type * as z from "zod/mini";
import { Problem } from "#schemas/problem";

const inflate = promisify(gunzip);

export interface BodyLimits {
  /** Most bytes of a gzip body as sent. */
  readonly compressed: number;
  /** Most bytes of the JSON text. */
  readonly inflated: number;
}

/** The parsed JSON. Problems: "too-large", "not-json", "bad-request" for an encoding that we do not speak. */
async function readJson(c: Context, limits: BodyLimits): Promise<unknown> {
  const encoding = (c.req.header("content-encoding") ?? "identity").trim().toLowerCase();
  if (encoding !== "gzip" && encoding !== "identity")
    throw new Problem("bad-request", "a body may be gzip or plain, nothing else");
  const sent = await readBytes(c.req.raw.body, encoding === "gzip" ? limits.compressed : limits.inflated);
  const bytes = encoding === "gzip" ? await inflated(sent, limits.inflated) : sent;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Problem("not-json");
  }
}

/** `readJson`, then parsed strictly. Problem "bad-request" says which field. */
export async function readAs<T>(c: Context, shape: z.ZodMiniType<T>, limits: BodyLimits): Promise<T> {
  const parsed = shape.safeParse(await readJson(c, limits));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Problem("bad-request", `${issue?.path.join(".") || "the body"}: ${issue?.message ?? "invalid"}`);
}

async function readBytes(body: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    length += part.byteLength;
    if (length > most) throw new Problem("too-large", `a body may have at most ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function inflated(sent: Uint8Array, most: number): Promise<Uint8Array> {
  try {
    return await inflate(sent, { maxOutputLength: most });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE")
      throw new Problem("too-large", `a body may inflate to at most ${most} bytes`);
    throw new Problem("not-json", "the body is no gzip");
  }
}

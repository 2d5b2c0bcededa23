// A clip by its address `/media/<hash>?p=<person>`: from this device where that person's stored pack lists it, else from
// the network with that person's device key. Nothing that comes from the network is kept here: only whole, checked files
// get into the cache (client/outbox/media.ts).
import { keptClip } from "#client/outbox/kept-clip";
import type { PackLookup } from "./pack-lookup.ts";
import { answerFrom } from "./ranges.ts";

export interface MediaQuestion {
  readonly hash: string;
  readonly person: string;
}

/** Undefined for what is no clip of a person: such requests are left to the network. */
export function mediaQuestion(method: string, address: URL): MediaQuestion | undefined {
  const hash = /^\/media\/([0-9a-f]{64})$/u.exec(address.pathname)?.[1];
  const person = address.searchParams.get("p");
  if ((method !== "GET" && method !== "HEAD") || hash === undefined || person === null || person === "")
    return undefined;
  return { hash, person };
}

export async function answerMedia(
  request: Request,
  { hash, person }: MediaQuestion,
  lookUp: (person: string, hash: string) => Promise<PackLookup>,
): Promise<Response> {
  const { listed, deviceKey } = await lookUp(person, hash);
  if (listed) {
    const kept = await keptClip(hash);
    if (kept !== undefined) return answerFrom(kept, request.headers.get("range"), request.method === "HEAD");
  }
  if (deviceKey === undefined) return fetch(request);
  const range = request.headers.get("range");
  return fetch(`/media/${hash}`, {
    method: request.method,
    credentials: "omit",
    cache: "no-store",
    headers: { authorization: `Bearer ${deviceKey}`, ...(range === null ? {} : { range }) },
  });
}

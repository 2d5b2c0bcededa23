// Makes one act of a person into a record that never changes again. What only the device can say (person, device, n,
// what it replaces) is added by the outbox in the transaction that saves it.
import canonicalize from "canonicalize";
import { v7 } from "uuid";
import type { Response } from "#schemas/response";
import { appBuild } from "./app-build.ts";

type Given = "device" | "n" | "person" | "skewMs";
type Made = "v" | "app" | "id" | "at" | "offset";
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A record that still lacks what the outbox gives. */
export type Sealed = Without<Response, Given>;
/** What a screen hands over. Keys that are not said are left out. */
export type Act = Without<Response, Given | Made>;

export function seal(act: Act, now: () => Date = () => new Date()): Sealed {
  const at = now();
  return {
    ...act,
    v: 1,
    app: appBuild,
    id: v7({ msecs: at.getTime() }),
    at: at.toISOString(),
    offset: 0 - at.getTimezoneOffset(),
  };
}

/** The RFC 8785 text of a record: the very bytes that travel. */
export function textOf(record: Response): string {
  return canonicalize(record) as string;
}

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

export async function sha256Hex(content: string | BufferSource): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return hex(await crypto.subtle.digest("SHA-256", bytes));
}

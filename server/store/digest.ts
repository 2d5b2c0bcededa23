// The digest of what the server has acknowledged to a device: how both notice that one of them lost something.
import { hash as sha } from "node:crypto";

/** XOR of a digest with the first 128 bits of SHA-256 of each id. */
export function digestWith(digest: string, ids: readonly string[]): string {
  const sum = Buffer.from(digest, "hex");
  for (const id of ids) {
    const bits = sha("sha256", id, "buffer");
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) ^ (bits[i] as number);
  }
  return sum.toString("hex");
}

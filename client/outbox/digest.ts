// The digest by which device and server notice that one of them lost something: XOR of the first 128 bits of SHA-256(id).
import { emptyDigest } from "#schemas/sync";

export async function bitsOf(id: string): Promise<bigint> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(id)));
  return hash.slice(0, 16).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

/** Adding an id and taking it out are the same act. */
export function digestWith(digest: string, bits: Iterable<bigint>): string {
  let sum = BigInt(`0x${digest}`);
  for (const one of bits) sum ^= one;
  return sum.toString(16).padStart(emptyDigest.length, "0");
}

// Takes a medium in: sniffed, stripped of names and places, hashed. Nothing is stored here.
import { createHash } from "node:crypto";
import type { MediumFacts } from "#schemas/study";
import { withoutNames } from "./boxes.ts";
import { cleanImage } from "./image.ts";
import { kindOf, sniff } from "./sniff.ts";
import type { Refused } from "./verdict.ts";

export type Taken =
  | {
      readonly verdict: "accepted";
      readonly facts: MediumFacts;
      /** What is to be kept: a video without its metadata, a picture written anew. */
      readonly bytes: Uint8Array;
      readonly warnings: readonly string[];
    }
  | Refused;

export async function takeIn(bytes: Uint8Array): Promise<Taken> {
  if (kindOf(bytes) === "image") {
    const clean = await cleanImage(bytes);
    if (clean.verdict === "refused") return clean;
    return { verdict: "accepted", facts: named(clean.facts, clean.bytes), bytes: clean.bytes, warnings: [] };
  }
  const sniffed = await sniff(bytes);
  if (sniffed.verdict === "refused") return sniffed;
  const clean = withoutNames(bytes);
  return { verdict: "accepted", facts: named(sniffed.facts, clean), bytes: clean, warnings: sniffed.warnings };
}

/** The bytes to keep of a file that was taken in before. */
export async function cleaned(bytes: Uint8Array, type: MediumFacts["type"]): Promise<Uint8Array> {
  if (!type.startsWith("image/")) return withoutNames(bytes);
  const clean = await cleanImage(bytes);
  return clean.verdict === "refused" ? bytes : clean.bytes;
}

const named = (facts: Omit<MediumFacts, "hash" | "bytes">, bytes: Uint8Array): MediumFacts => ({
  hash: createHash("sha256").update(bytes).digest("hex"),
  bytes: bytes.byteLength,
  ...facts,
});

// Takes a medium in: sniffed, stripped of names and places, hashed. Nothing is stored here. A video on the disk is read
// in pieces and never held whole; a picture is small enough to be.
import { createHash } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import type { MediumFacts } from "#schemas/study";
import { namePatches } from "./boxes.ts";
import { type ByteView, viewOfBytes, viewOfFile } from "./byte-view.ts";
import { cleanImage } from "./image.ts";
import { patchedBytes, patchedFile } from "./patched.ts";
import { kindOf } from "./sniff.ts";
import { type Refused, refused } from "./verdict.ts";
import { sniffVideo } from "./video.ts";

interface Accepted {
  readonly verdict: "accepted";
  readonly facts: MediumFacts;
  readonly warnings: readonly string[];
}
/** With what is to be kept: a video without its metadata, a picture written anew. */
export type Taken = (Accepted & { readonly bytes: Uint8Array }) | Refused;

/** Most bytes of a picture. */
const pictureLimit = 100 * 1024 ** 2;

export async function takeIn(bytes: Uint8Array): Promise<Taken> {
  const kind = kindOf(bytes);
  if (kind === "image") return takePicture(bytes);
  if (kind !== "video") return kind;
  const view = viewOfBytes(bytes);
  const sniffed = await sniffVideo(view);
  if (sniffed.verdict === "refused") return sniffed;
  const clean = patchedBytes(bytes, namePatches(view));
  return { verdict: "accepted", facts: named(sniffed.facts, clean), bytes: clean, warnings: sniffed.warnings };
}

/** The same of a file on the disk, without its bytes: `cleanFile` gives those. */
export async function takeInFile(path: string): Promise<Accepted | Refused> {
  const kind = kindOf(await headOf(path));
  if (kind !== "image" && kind !== "video") return kind;
  const view = viewOfFile(path);
  try {
    return kind === "video" ? await takeVideo(view, path) : await takePictureFile(view.length, path);
  } finally {
    view.close();
  }
}

async function takeVideo(view: ByteView, path: string): Promise<Accepted | Refused> {
  const sniffed = await sniffVideo(view);
  if (sniffed.verdict === "refused") return sniffed;
  const hash = createHash("sha256");
  for await (const piece of patchedFile(path, namePatches(view))) hash.update(piece);
  const facts = { hash: hash.digest("hex"), bytes: view.length, ...sniffed.facts };
  return { verdict: "accepted", facts, warnings: sniffed.warnings };
}

async function takePictureFile(size: number, path: string): Promise<Accepted | Refused> {
  if (size > pictureLimit) return refused(`the picture is larger than ${pictureLimit} bytes`, "Save it smaller.");
  const taken = await takePicture(await readFile(path));
  if (taken.verdict === "refused") return taken;
  const { verdict, facts, warnings } = taken;
  return { verdict, facts, warnings };
}

async function takePicture(bytes: Uint8Array): Promise<Taken> {
  const clean = await cleanImage(bytes);
  if (clean.verdict === "refused") return clean;
  return { verdict: "accepted", facts: named(clean.facts, clean.bytes), bytes: clean.bytes, warnings: [] };
}

/** What to keep of a file that was taken in before, in pieces. */
export async function* cleanFile(path: string, type: MediumFacts["type"]): AsyncGenerator<Uint8Array> {
  if (type.startsWith("image/")) {
    const bytes = await readFile(path);
    const clean = await cleanImage(bytes);
    yield clean.verdict === "refused" ? bytes : clean.bytes;
    return;
  }
  const view = viewOfFile(path);
  const patches = namePatches(view);
  view.close();
  yield* patchedFile(path, patches);
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(1024);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const named = (facts: Omit<MediumFacts, "hash" | "bytes">, bytes: Uint8Array): MediumFacts => ({
  hash: createHash("sha256").update(bytes).digest("hex"),
  bytes: bytes.byteLength,
  ...facts,
});

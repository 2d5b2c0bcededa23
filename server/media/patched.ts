// A file with places of it blanked, piece by piece: never whole in memory, and the length stays.
import { createReadStream } from "node:fs";
import type { Patch } from "./boxes.ts";

/** Changes the piece that stands from `from` on in the file. `patches` in order, none over another. */
function patchPiece(piece: Buffer, from: number, patches: readonly Patch[]): void {
  const to = from + piece.length;
  for (const { at, end, bytes } of patches) {
    if (end <= from) continue;
    if (at >= to) return;
    for (let place = Math.max(at, from); place < Math.min(end, to); place++) {
      const told = at + bytes.length;
      if (place >= told) {
        piece.fill(0, place - from, Math.min(end, to) - from);
        break;
      }
      piece[place - from] = bytes[place - at] as number;
    }
  }
}

export async function* patchedFile(path: string, patches: readonly Patch[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    patchPiece(piece, from, patches);
    from += piece.length;
    yield piece;
  }
}

export function patchedBytes(bytes: Uint8Array, patches: readonly Patch[]): Uint8Array {
  const copy = Buffer.from(bytes);
  patchPiece(copy, 0, patches);
  return copy;
}

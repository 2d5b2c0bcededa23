// Looks at single places of a file, be it in memory or on the disk: a file on the disk is never held whole.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

export interface ByteView {
  readonly length: number;
  /** The bytes from `at` on, fewer at the end of the file. To be read before the next call. */
  read(at: number, length: number): Buffer;
  close(): void;
}

export function viewOfBytes(bytes: Uint8Array): ByteView {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    length: whole.length,
    read: (at, length) => whole.subarray(at, Math.min(whole.length, at + length)),
    close: () => undefined,
  };
}

const block = 65_536;

/** Reads blocks of 64 KiB and remembers the last one: boxes are walked in order. */
export function viewOfFile(path: string): ByteView {
  const file = openSync(path, "r");
  const { size } = fstatSync(file);
  let from = 0;
  let held: Buffer = Buffer.alloc(0);
  const at = (start: number, length: number): Buffer => {
    const out = Buffer.alloc(Math.max(0, Math.min(length, size - start)));
    const read = out.length === 0 ? 0 : readSync(file, out, 0, out.length, start);
    return out.subarray(0, read);
  };
  return {
    length: size,
    read(start, length) {
      if (length > block) return at(start, length);
      if (start < from || start + length > from + held.length) {
        from = start;
        held = at(start, block);
      }
      return held.subarray(start - from, start - from + length);
    },
    close: () => closeSync(file),
  };
}

// Turns the bytes of a text file into text: UTF-8, UTF-16 with or without its mark, or GB18030 as Chinese Excel saves it.
import { Problem } from "#schemas/problem";

export interface Decoded {
  /** Without a byte-order mark. */
  readonly text: string;
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be" | "gb18030";
  /** True where nothing in the file says so. */
  readonly guessed: boolean;
}

const tryAs = (bytes: Uint8Array, encoding: Decoded["encoding"]): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Throws a Problem where the bytes are no text in any of the encodings. */
export function decodeText(bytes: Uint8Array, file: string): Decoded {
  const marked: Decoded["encoding"] | undefined =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? "utf-16le"
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? "utf-16be"
        : undefined;
  const likely = marked ?? unmarkedUtf16(bytes);
  const order: Decoded["encoding"][] = likely === undefined ? ["utf-8", "gb18030"] : [likely];
  for (const encoding of order) {
    const text = tryAs(bytes, encoding);
    if (text !== undefined && !text.includes("\0"))
      return { text, encoding, guessed: encoding !== "utf-8" && marked === undefined };
  }
  const message = "the file is not text in UTF-8, UTF-16 or GB18030";
  throw new Problem("bad-value", `${file}: ${message}`, [
    { file, line: null, message, mend: "Save it as CSV UTF-8.", ...{ code: "encoding_unknown" } },
  ]);
}

function unmarkedUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const seen = Math.min(bytes.length, 400) & ~1;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < seen; i += 2) {
    if (bytes[i] === 0) even++;
    if (bytes[i + 1] === 0) odd++;
  }
  if (odd > seen / 8 && even === 0) return "utf-16le";
  if (even > seen / 8 && odd === 0) return "utf-16be";
  return undefined;
}

// Reads a Range header as RFC 9110 (14.1, 14.2) says: one byte range is cut exactly and clamped to the file; what is no
// byte range, or several at once, is answered with the whole file, which HTTP allows; one outside the file is 416.

export type Cut = { readonly start: number; readonly end: number } | "whole" | "outside";

/** `end` is the last byte, included. */
export function cutOf(header: string | undefined, size: number): Cut {
  if (header === undefined) return "whole";
  const found = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/i.exec(header.trim());
  if (found === null) return "whole";
  const [, from = "", to = ""] = found;
  if (from === "" && to === "") return "whole";
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "outside" : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  const end = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < start) return "whole";
  return start >= size ? "outside" : { start, end };
}

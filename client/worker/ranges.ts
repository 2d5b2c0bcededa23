// Answers for a stored clip: the exact part that a player asks for. A range request never gets a 200, since a player
// that asked for a part takes a whole file for the wrong answer.
import type { KeptClip } from "#client/outbox/kept-clip";

export type Part = { readonly start: number; readonly end: number } | "whole" | "outside";

/** One byte range, clamped to the file; `end` is the last byte, included. Anything else under `Range` is refused. */
export function partOf(header: string | null, size: number): Part {
  if (header === null) return "whole";
  const found = /^bytes=\s*(\d*)-(\d*)\s*$/iu.exec(header.trim());
  const [, from = "", to = ""] = found ?? [];
  if (found === null || (from === "" && to === "")) return "outside";
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "outside" : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  const end = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return start > end ? "outside" : { start, end };
}

/** From a stored clip. `head` leaves the body out. */
export function answerFrom(file: Omit<KeptClip, "whole">, range: string | null, head: boolean): Response {
  const headers = new Headers({
    "accept-ranges": "bytes",
    "content-type": file.type,
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  const part = partOf(range, file.size);
  if (part === "outside") {
    headers.set("content-range", `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  if (part === "whole") {
    headers.set("content-length", String(file.size));
    return new Response(head ? null : file.cut(0, file.size), { status: 200, headers });
  }
  headers.set("content-range", `bytes ${part.start}-${part.end}/${file.size}`);
  headers.set("content-length", String(part.end - part.start + 1));
  return new Response(head ? null : file.cut(part.start, part.end + 1), { status: 206, headers });
}

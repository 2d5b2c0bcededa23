// Tells what a file is by its content, never by its name, and whether browsers play it: accepted with facts and
// warnings, or refused with the reason and, where one helps, the ffmpeg line that mends it (design 6).
import { viewOfBytes } from "./byte-view.ts";
import { cleanImage } from "./image.ts";
import { encodeLine, type Refused, refused, type Sniffed } from "./verdict.ts";
import { sniffVideo } from "./video.ts";

const image = "Save it as JPEG, PNG or WebP.";
const kinds: readonly { readonly is: (head: Buffer) => boolean; readonly says: Refused | "image" | "video" }[] = [
  { is: (head) => head.length === 0, says: refused("the file is empty (0 bytes)", "Copy the file again.") },
  { is: starts("ffd8ff"), says: "image" },
  { is: starts("89504e470d0a1a0a"), says: "image" },
  { is: (head) => ascii(head, 0, 4) === "RIFF" && ascii(head, 8, 12) === "WEBP", says: "image" },
  { is: starts("474946383"), says: refused("it is a GIF", `A moving one: ${encodeLine}. A still one: ${image}`) },
  {
    is: (head) => ascii(head, 0, 4) === "RIFF" && ascii(head, 8, 12) === "AVI ",
    says: refused("it is an AVI file, which browsers do not play", encodeLine),
  },
  { is: starts("424d"), says: refused("it is a BMP picture", image) },
  { is: starts("49492a00"), says: refused("it is a TIFF picture", image) },
  { is: starts("4d4d002a"), says: refused("it is a TIFF picture", image) },
  { is: starts("25504446"), says: refused("it is a PDF", image) },
  { is: starts("504b0304"), says: refused("it is a ZIP archive", "Unpack it and give the files in it.") },
  {
    is: (head) =>
      ascii(head, 4, 8) === "ftyp" && /^(heic|heix|mif1|msf1|avif|avis|heim|hevc)$/.test(ascii(head, 8, 12)),
    says: refused("it is a HEIF or AVIF picture", image),
  },
  { is: (head) => ascii(head, 4, 8) === "ftyp", says: "video" },
  { is: (head) => /^(moov|mdat|wide|free|skip)$/.test(ascii(head, 4, 8)), says: "video" },
  { is: starts("1a45dfa3"), says: "video" },
  {
    is: (head) => /^\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*(<!doctype svg|<svg)/is.test(textOf(head)),
    says: refused("it is an SVG drawing, which can carry a program", image),
  },
  {
    is: (head) => /^\s*(<!doctype|<html|<head|<body|<\?xml|<script)/i.test(textOf(head)),
    says: refused("it is a web page, not a medium (often the error page of a download)", "Download the file again."),
  },
];

/** Whether it is a picture or a video, by its first bytes; or why it is neither. */
export function kindOf(bytes: Uint8Array): "image" | "video" | Refused {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024));
  const says = kinds.find((kind) => kind.is(head))?.says;
  return says ?? refused("it is neither a video nor a picture that is known here", `For a video: ${encodeLine}`);
}

export async function sniff(bytes: Uint8Array): Promise<Sniffed> {
  const kind = kindOf(bytes);
  if (kind === "video") return sniffVideo(viewOfBytes(bytes));
  if (kind !== "image") return kind;
  const clean = await cleanImage(bytes);
  return clean.verdict === "refused" ? clean : { verdict: "accepted", facts: clean.facts, warnings: [] };
}

function starts(hex: string): (head: Buffer) => boolean {
  return (head) => head.toString("hex", 0, Math.ceil(hex.length / 2)).startsWith(hex);
}
function ascii(head: Buffer, from: number, to: number): string {
  return head.toString("latin1", from, to);
}
function textOf(head: Buffer): string {
  return head.toString("utf8").replace(/^\ufeff/, "");
}

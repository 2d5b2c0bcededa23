// Walks the outer structure of MP4 boxes and WebM elements: whether the end is missing, which tracks are neither picture
// nor sound, and where titles, places and times stand. Blanking keeps every length, so no frame moves or changes. The
// file is looked at in single places only; what is to be blanked is told as patches.
import type { ByteView } from "./byte-view.ts";

interface Box {
  readonly type: string;
  /** First byte of the box, of its content, and behind its end. */
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

/** Bytes to stand from `at` on in place of those that are there: `bytes`, then zeros up to `end`. */
export interface Patch {
  readonly at: number;
  readonly end: number;
  readonly bytes: Buffer;
}
const zeros = (at: number, end: number): Patch => ({ at, end, bytes: Buffer.alloc(0) });

const isWebm = (view: ByteView): boolean => view.read(0, 2).equals(Buffer.from([0x1a, 0x45]));

function* boxesOf(view: ByteView, from: number, to: number): Generator<Box> {
  let at = from;
  while (at + 8 <= to) {
    const head = view.read(at, 16);
    if (head.length < 8) return;
    const short = head.readUInt32BE(0);
    const wide = short === 1 && at + 16 <= to && head.length === 16;
    const size = wide ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short;
    const body = at + (wide ? 16 : 8);
    if (size < body - at) return;
    yield { type: head.toString("latin1", 4, 8), start: at, body, end: at + size };
    at += size;
  }
}

interface Element {
  readonly id: number;
  readonly start: number;
  readonly body: number;
  readonly end: number;
  /** Where the size was left open (live recordings). */
  readonly open: boolean;
}

function numberAt(
  view: ByteView,
  at: number,
  keepMark: boolean,
): { value: number; length: number; open: boolean } | undefined {
  const bytes = view.read(at, 8);
  const first = bytes[0];
  if (first === undefined || first === 0) return undefined;
  const length = Math.clz32(first) - 23;
  if (length > bytes.length) return undefined;
  let value = keepMark ? first : first & (0xff >> length);
  let open = value === 0xff >> length;
  for (let k = 1; k < length; k++) {
    const byte = bytes[k] as number;
    open = open && byte === 0xff;
    value = value * 256 + byte;
  }
  return { value, length, open };
}

function* elementsOf(view: ByteView, from: number, to: number): Generator<Element> {
  let at = from;
  while (at < to) {
    const id = numberAt(view, at, true);
    const size = id && numberAt(view, at + id.length, false);
    if (id === undefined || size === undefined) return;
    const body = at + id.length + size.length;
    const end = size.open ? to : body + size.value;
    yield { id: id.value, start: at, body, end, open: size.open };
    at = end;
  }
}

const ids = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  tags: 0x1254c367,
  attachments: 0x1941a469,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  entry: 0xae,
} as const;
const nameIds = [0x7ba9, 0x4461, 0x536e, 0x7384, 0x73a4] as const;
const checksum = 0xbf;

/** Whether a box or element says that it is longer than the file. */
export function cutOff(view: ByteView): boolean {
  if (!isWebm(view)) {
    let end = 0;
    for (const box of boxesOf(view, 0, view.length)) end = box.end;
    return end !== view.length;
  }
  for (const outer of elementsOf(view, 0, view.length)) {
    if (outer.end > view.length) return true;
    if (outer.id !== ids.segment) continue;
    for (const inner of elementsOf(view, outer.body, outer.end)) if (inner.end > view.length) return true;
  }
  return false;
}

/** Handlers of MP4 tracks that are neither picture nor sound: phones and cameras keep places there. */
export function foreignTracks(view: ByteView): string[] {
  if (isWebm(view)) return [];
  const out: string[] = [];
  walk(view, 0, view.length, (box, path) => {
    if (box.type !== "hdlr" || path.at(-1) !== "mdia") return;
    const handler = view.read(box.body + 8, 4).toString("latin1");
    if (handler !== "vide" && handler !== "soun") out.push(handler);
  });
  return out;
}

const nests = ["moov", "trak", "mdia", "minf", "moof", "traf", "edts"] as const;
function walk(
  view: ByteView,
  from: number,
  to: number,
  visit: (box: Box, path: readonly string[]) => void,
  path: readonly string[] = [],
): void {
  for (const box of boxesOf(view, from, to)) {
    if (box.end > to) return;
    visit(box, path);
    if ((nests as readonly string[]).includes(box.type)) walk(view, box.body, box.end, visit, [...path, box.type]);
  }
}

/** What takes out titles, places, comments and times of recording, in the order of the file. Every frame stays as it is. */
export function namePatches(view: ByteView): Patch[] {
  const patches = isWebm(view) ? webmPatches(view) : mp4Patches(view);
  return patches.filter(({ at, end }) => at < end).sort((a, b) => a.at - b.at);
}

function mp4Patches(view: ByteView): Patch[] {
  const out: Patch[] = [];
  walk(view, 0, view.length, (box) => {
    if (["udta", "meta", "uuid", "free", "skip", "wide"].includes(box.type)) {
      out.push({ at: box.start + 4, end: box.start + 8, bytes: Buffer.from("free", "latin1") });
      out.push(zeros(box.body, box.end));
    }
    if (["mvhd", "tkhd", "mdhd"].includes(box.type)) {
      const times = view.read(box.body, 1)[0] === 1 ? 16 : 8;
      out.push(zeros(box.body + 4, Math.min(box.end, box.body + 4 + times)));
    }
    if (box.type === "hdlr" && box.end > box.body + 24) out.push(zeros(box.body + 24, box.end));
  });
  return out;
}

function webmPatches(view: ByteView): Patch[] {
  const out: Patch[] = [];
  for (const segment of elementsOf(view, 0, view.length)) {
    if (segment.id !== ids.segment) continue;
    for (const part of elementsOf(view, segment.body, segment.end)) {
      if (part.id === ids.tags || part.id === ids.attachments) out.push(blanked(part));
      if (part.id === ids.info) out.push(...namesIn(view, part));
      if (part.id === ids.tracks)
        for (const entry of elementsOf(view, part.body, part.end)) {
          if (entry.id === ids.entry) out.push(...namesIn(view, entry));
          if (entry.id === checksum) out.push(blanked(entry));
        }
      if (part.id === ids.cluster && part.open) return out;
    }
  }
  return out;
}

function namesIn(view: ByteView, outer: Element): Patch[] {
  return [...elementsOf(view, outer.body, outer.end)]
    .filter(({ id }) => id === checksum || (nameIds as readonly number[]).includes(id))
    .map(blanked);
}

/** Turns an element into an EBML Void of the very same length. */
function blanked({ start, end }: Element): Patch {
  const total = end - start;
  const wide = total >= 9 ? 8 : 1;
  const content = total - 1 - wide;
  const bytes = Buffer.alloc(1 + wide);
  bytes[0] = 0xec;
  if (wide === 1) bytes[1] = 0x80 | content;
  else {
    bytes[1] = 0x01;
    bytes.writeUIntBE(content, 3, 6);
  }
  return { at: start, end, bytes };
}

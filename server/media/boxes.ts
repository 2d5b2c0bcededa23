// Walks the outer structure of MP4 boxes and WebM elements: whether the end is missing, which tracks are neither picture
// nor sound, and where titles, places and times stand. Blanking keeps every length, so no frame moves or changes.

interface Box {
  readonly type: string;
  /** First byte of the box, of its content, and behind its end. */
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

const isWebm = (bytes: Uint8Array): boolean => bytes[0] === 0x1a && bytes[1] === 0x45;
const over = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function* boxesOf(view: Buffer, from: number, to: number): Generator<Box> {
  let at = from;
  while (at + 8 <= to) {
    const short = view.readUInt32BE(at);
    const wide = short === 1 && at + 16 <= to;
    const size = wide ? Number(view.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    const body = at + (wide ? 16 : 8);
    if (size < body - at) return;
    yield { type: view.toString("latin1", at + 4, at + 8), start: at, body, end: at + size };
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
  view: Buffer,
  at: number,
  keepMark: boolean,
): { value: number; length: number; open: boolean } | undefined {
  const first = view[at];
  if (first === undefined || first === 0) return undefined;
  const length = Math.clz32(first) - 23;
  if (at + length > view.length) return undefined;
  let value = keepMark ? first : first & (0xff >> length);
  let open = value === 0xff >> length;
  for (let k = 1; k < length; k++) {
    const byte = view[at + k] as number;
    open = open && byte === 0xff;
    value = value * 256 + byte;
  }
  return { value, length, open };
}

function* elementsOf(view: Buffer, from: number, to: number): Generator<Element> {
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
export function cutOff(bytes: Uint8Array): boolean {
  const view = over(bytes);
  if (!isWebm(bytes)) {
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
export function foreignTracks(bytes: Uint8Array): string[] {
  if (isWebm(bytes)) return [];
  const view = over(bytes);
  const out: string[] = [];
  walk(view, 0, view.length, (box, path) => {
    if (box.type !== "hdlr" || path.at(-1) !== "mdia") return;
    const handler = view.toString("latin1", box.body + 8, box.body + 12);
    if (handler !== "vide" && handler !== "soun") out.push(handler);
  });
  return out;
}

const nests = ["moov", "trak", "mdia", "minf", "moof", "traf", "edts"] as const;
function walk(
  view: Buffer,
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

/** A copy without titles, places, comments and times of recording. Same length, every frame's bytes where they were. */
export function withoutNames(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes);
  if (isWebm(bytes)) blankWebm(copy);
  else blankMp4(copy);
  return copy;
}

function blankMp4(copy: Buffer): void {
  walk(copy, 0, copy.length, (box) => {
    if (["udta", "meta", "uuid", "free", "skip", "wide"].includes(box.type)) {
      copy.write("free", box.start + 4, "latin1");
      copy.fill(0, box.body, box.end);
    }
    if (["mvhd", "tkhd", "mdhd"].includes(box.type)) {
      const times = copy[box.body] === 1 ? 16 : 8;
      copy.fill(0, box.body + 4, box.body + 4 + times);
    }
    if (box.type === "hdlr" && box.end > box.body + 24) copy.fill(0, box.body + 24, box.end);
  });
}

function blankWebm(copy: Buffer): void {
  for (const segment of elementsOf(copy, 0, copy.length)) {
    if (segment.id !== ids.segment) continue;
    for (const part of elementsOf(copy, segment.body, segment.end)) {
      if (part.id === ids.tags || part.id === ids.attachments) blankElement(copy, part);
      if (part.id === ids.info) blankNamesIn(copy, part);
      if (part.id === ids.tracks)
        for (const entry of elementsOf(copy, part.body, part.end)) {
          if (entry.id === ids.entry) blankNamesIn(copy, entry);
          if (entry.id === checksum) blankElement(copy, entry);
        }
      if (part.id === ids.cluster && part.open) return;
    }
  }
}

function blankNamesIn(copy: Buffer, outer: Element): void {
  for (const inner of elementsOf(copy, outer.body, outer.end))
    if (inner.id === checksum || (nameIds as readonly number[]).includes(inner.id)) blankElement(copy, inner);
}

/** Turns an element into an EBML Void of the very same length. */
function blankElement(copy: Buffer, element: Element): void {
  const total = element.end - element.start;
  const wide = total >= 9 ? 8 : 1;
  copy.fill(0, element.start, element.end);
  copy[element.start] = 0xec;
  const content = total - 1 - wide;
  if (wide === 1) copy[element.start + 1] = 0x80 | content;
  else {
    copy[element.start + 1] = 0x01;
    copy.writeUIntBE(content, element.start + 3, 6);
  }
}

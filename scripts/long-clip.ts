// A clip of any length in bytes, made of a short one: the same pictures, far from one another in the file, so that playing
// and seeking must ask for distant ranges. For tests and the bench; nothing of that size is kept in the repository.

interface Box {
  readonly type: string;
  readonly body: Buffer;
}

function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    boxes.push({ type: bytes.toString("latin1", at + 4, at + 8), body: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
}

function write({ type, body }: Box): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

const containers = ["moov", "trak", "mdia", "minf", "stbl"];
type Change = (box: Box) => Box;
const changed = (boxes: readonly Box[], change: Change): Buffer =>
  Buffer.concat(
    boxes.map((box) => {
      const within = containers.includes(box.type)
        ? { type: box.type, body: changed(boxesOf(box.body), change) }
        : change(box);
      return write(within);
    }),
  );

const table = (...numbers: number[]): Buffer => {
  const out = Buffer.alloc(numbers.length * 4);
  for (const [at, number] of numbers.entries()) out.writeUInt32BE(number, at * 4);
  return out;
};

/** Of an mp4 with one video track and `moov` before `mdat`: about `bytes` long, with every picture in a chunk of its own. */
export function longClip(short: Buffer, bytes: number): Buffer {
  const boxes = boxesOf(short);
  const found = new Map<string, Buffer>();
  changed(boxes, (box) => {
    found.set(box.type, box.body);
    return box;
  });
  const [sizes, chunks, perChunk] = ["stsz", "stco", "stsc"].map((type) => found.get(type) as Buffer) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const count = sizes.readUInt32BE(8);
  const size = (k: number): number => sizes.readUInt32BE(4) || sizes.readUInt32BE(12 + k * 4);
  const pictures: Buffer[] = [];
  for (let chunk = 1, run = 0; pictures.length < count; chunk += 1) {
    const runs = perChunk.readUInt32BE(4);
    while (run + 1 < runs && perChunk.readUInt32BE(8 + (run + 1) * 12) <= chunk) run += 1;
    let at = chunks.readUInt32BE(8 + (chunk - 1) * 4);
    for (let k = perChunk.readUInt32BE(8 + run * 12 + 4); k > 0; k -= 1) {
      pictures.push(short.subarray(at, at + size(pictures.length)));
      at += size(pictures.length - 1);
    }
  }
  const gap = Math.max(0, Math.floor((bytes - short.length) / count));
  const fill = Buffer.alloc(gap);
  for (let k = 0; k < gap; k += 1) fill[k] = (k * 167 + (k >> 8)) & 255;
  const headOf = (offsets: readonly number[]): Buffer =>
    changed(
      boxes.filter(({ type }) => type === "ftyp" || type === "moov"),
      (box) => {
        if (box.type === "stco") return { ...box, body: table(0, count, ...offsets) };
        return box.type === "stsc" ? { ...box, body: table(0, 1, 1, 1, 1) } : box;
      },
    );
  let at = headOf(pictures.map(() => 0)).length + 8;
  const offsets = pictures.map((picture) => {
    const here = at;
    at += picture.length + gap;
    return here;
  });
  const media = Buffer.concat(pictures.flatMap((picture) => [picture, fill]));
  return Buffer.concat([headOf(offsets), write({ type: "mdat", body: media })]);
}

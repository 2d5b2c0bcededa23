// Looks into an H.264 frame for damage that no container shows: unit lengths that do not add up, headers and byte
// sequences that a valid stream never holds (ITU-T H.264, 7.3.1 and 7.4.1). Nothing is decoded.

/** What is wrong with one length-prefixed frame, or undefined. `config` is the avcC record, which gives the prefix's size. */
export function damageOf(frame: Uint8Array, config: AllowSharedBufferSource | undefined): string | undefined {
  const prefix = prefixOf(config);
  if (prefix === undefined) return undefined;
  const view = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  let at = 0;
  while (at < view.length) {
    if (at + prefix > view.length) return "a unit is cut off";
    const length = view.readUIntBE(at, prefix);
    const start = at + prefix;
    if (length === 0 || start + length > view.length) return "the lengths of its units do not add up";
    const unit = view.subarray(start, start + length);
    if ((unit[0] as number) & 0x80) return "a unit has a forbidden header";
    if (holdsForbiddenBytes(unit)) return "a unit holds bytes that no encoder writes";
    at = start + length;
  }
  return undefined;
}

const zeros = Buffer.from([0, 0]);
function holdsForbiddenBytes(unit: Buffer): boolean {
  for (let at = unit.indexOf(zeros); at !== -1; at = unit.indexOf(zeros, at + 1)) {
    const next = unit[at + 2];
    if (next === undefined) return false;
    if (next < 3 && unit.subarray(at + 2).some((byte) => byte !== 0)) return true;
  }
  return false;
}

function prefixOf(config: AllowSharedBufferSource | undefined): number | undefined {
  if (config === undefined) return undefined;
  const bytes = ArrayBuffer.isView(config)
    ? new Uint8Array(config.buffer, config.byteOffset, config.byteLength)
    : new Uint8Array(config);
  const fifth = bytes[4];
  return fifth === undefined ? undefined : (fifth & 3) + 1;
}

// A browser's recorder writes no length into its file, so players show none and cannot seek. The same packets are put
// into a whole file; the slices stay as they came.
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  Conversion,
  Input,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";

/** The file with its length, or the bytes as they are where they cannot be read. */
export async function mendRecording(bytes: Uint8Array, type: string): Promise<Uint8Array> {
  try {
    const format = type.startsWith("video/mp4")
      ? new Mp4OutputFormat({ fastStart: "in-memory" })
      : new WebMOutputFormat();
    const target = new BufferTarget();
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
    const conversion = await Conversion.init({ input, output: new Output({ format, target }) });
    if (!conversion.isValid) return bytes;
    await conversion.execute();
    return target.buffer === null ? bytes : new Uint8Array(target.buffer);
  } catch {
    return bytes;
  }
}

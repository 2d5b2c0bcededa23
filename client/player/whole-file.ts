// A browser's recorder writes no length into its file, or a wrong one: a player then stops at the first moment. The same
// packets are put into a whole file for looking at; what is kept and sent stays as it was recorded. Loaded when wanted.
import {
  BlobSource,
  BufferTarget,
  Conversion,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";

/** The file with its length, or the bytes as they are where they cannot be read. */
export async function wholeFile(blob: Blob): Promise<Blob> {
  try {
    const mp4 = blob.type.startsWith("video/mp4");
    const format = mp4 ? new Mp4OutputFormat({ fastStart: "in-memory" }) : new WebMOutputFormat();
    const target = new BufferTarget();
    const input = new Input({ formats: [MP4, WEBM], source: new BlobSource(blob) });
    const conversion = await Conversion.init({ input, output: new Output({ format, target }) });
    if (!conversion.isValid) return blob;
    await conversion.execute();
    return target.buffer === null ? blob : new Blob([target.buffer], { type: mp4 ? "video/mp4" : "video/webm" });
  } catch {
    return blob;
  }
}

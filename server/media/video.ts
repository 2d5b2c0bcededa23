// Reads a video with mediabunny and by its bytes: which codec string, the size as shown, the rate or each frame's time,
// how far key frames lie apart. What browsers cannot play is refused here, with the line that mends it.
import { setImmediate } from "node:timers/promises";
import { ALL_FORMATS, CustomSource, EncodedPacketSink, Input, type InputVideoTrack } from "mediabunny";
import { cutOff, foreignTracks } from "./boxes.ts";
import type { ByteView } from "./byte-view.ts";
import { damageOf } from "./nal.ts";
import { rateOf } from "./rate.ts";
import { encodeLine, type Facts, type Refused, refused, remuxLine, type Sniffed } from "./verdict.ts";

const largest = 4096;
/** Bytes that are held of a file while it is read. */
const cache = 16 * 1024 ** 2;
const slowStep = 30;
const truncated = "the file is cut off: its end is missing";
const again = "Copy or download the file again.";

/** Reads places of the file one after the other; `view` may lie on the disk. */
export async function sniffVideo(view: ByteView): Promise<Sniffed> {
  const source = new CustomSource({
    getSize: () => view.length,
    // A turn of the event loop each, so that a long film holds nobody up.
    read: async (start, end) => {
      await setImmediate();
      return Uint8Array.from(view.read(start, end - start));
    },
    maxCacheSize: cache,
  });
  const input = new Input({ source, formats: ALL_FORMATS });
  try {
    return await readVideo(input, view);
  } catch {
    return refused(
      "the video cannot be read: it is damaged or cut off",
      `${again} If it plays on your computer: ${encodeLine}`,
    );
  } finally {
    input.dispose();
  }
}

async function readVideo(input: Input, view: ByteView): Promise<Sniffed> {
  const container = (await input.getFormat()).name;
  const track = await input.getPrimaryVideoTrack();
  if (track === null) {
    const audio = await input.getPrimaryAudioTrack();
    if (audio !== null) return refused("there is no picture in it, only sound", "Give the file that holds the video.");
    return refused("there is no video in it: the file is cut off or has no index", again);
  }
  const codec = (await track.getCodec()) ?? "unknown";
  const codecString = (await track.getCodecParameterString()) ?? codec;
  const unplayable = refusalOf(codec, codecString);
  if (unplayable !== undefined) return unplayable;
  if (container !== "MP4" && container !== "WebM")
    return refused(`the container is ${container}, not MP4 or WebM`, remuxLine);
  if (cutOff(view)) return refused(truncated, again);
  const strangers = foreignTracks(view);
  if (strangers.length > 0)
    return refused(`it carries a data track (${strangers.join(", ")}), which may hold places or names`, remuxLine);
  if ((await input.getVideoTracks()).length > 1) return refused("it holds more than one picture track", remuxLine);
  return judge(track, codec, codecString, container, (await input.getAudioTracks()).length > 0);
}

/** Codecs and profiles that browsers play: H.264 at 8 bit 4:2:0, VP8, VP9 profile 0, AV1 main at 8 bit. */
function refusalOf(codec: string, text: string): Refused | undefined {
  if (codec === "vp8") return undefined;
  if (codec === "avc") {
    const profile = Number.parseInt(text.slice(5, 7), 16);
    if ([66, 77, 100].includes(profile)) return undefined;
    const name = profile === 110 ? "10 bit" : profile === 244 ? "4:4:4 colour" : `profile ${profile}`;
    return refused(`it is H.264 with ${name} (${text}), which browsers do not play`, encodeLine);
  }
  if (codec === "vp9" && /^vp09\.00\.\d\d\.08/.test(text)) return undefined;
  if (codec === "av1" && /^av01\.0\.\d\d[MH]\.08/.test(text)) return undefined;
  const name = codec === "hevc" ? "HEVC (H.265)" : text;
  return refused(`its codec is ${name}, which many browsers do not play`, encodeLine);
}

async function judge(
  track: InputVideoTrack,
  codec: string,
  codecString: string,
  container: string,
  sound: boolean,
): Promise<Sniffed> {
  const times: number[] = [];
  let keyFrameDistance = 0;
  let sinceKey = 0;
  let end = 0;
  const config = (await track.getDecoderConfig())?.description;
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { verifyKeyPackets: true })) {
    if (packet.type === "key") sinceKey = 0;
    else if (times.length === 0) return refused("it does not start with a key frame", encodeLine);
    if (codec === "avc") {
      const damage = damageOf(packet.data, config);
      if (damage !== undefined)
        return refused(
          `frame ${times.length} is damaged (${damage})`,
          `${again} To keep what can be saved: ${encodeLine}`,
        );
    }
    if (packet.data.byteLength === 0) return refused(`frame ${times.length} is empty`, again);
    sinceKey += 1;
    keyFrameDistance = Math.max(keyFrameDistance, sinceKey);
    times.push(packet.timestamp);
    end = Math.max(end, packet.timestamp + packet.duration);
  }
  if (times.length === 0) return refused("there is no frame in it", again);
  times.sort((a, b) => a - b);
  const width = await track.getDisplayWidth();
  const height = await track.getDisplayHeight();
  if (width > largest || height > largest)
    return refused(
      `it is very large (${width} x ${height})`,
      `ffmpeg -i IN -vf scale=1280:-2 ${encodeLine.slice("ffmpeg -i IN ".length)}`,
    );
  const first = times[0] as number;
  const rate = rateOf(times, end, container === "WebM");
  const facts: Facts = {
    type: container === "MP4" ? "video/mp4" : "video/webm",
    codec: codecString,
    width,
    height,
    durationMs: Math.round((end - Math.min(first, 0)) * 1000),
    ...(rate === undefined ? { frameTimesMs: times.map((time) => time * 1000) } : { fps: rate }),
    firstTimestampMs: first * 1000,
    frames: times.length,
    keyFrameDistance,
  };
  return { verdict: "accepted", facts, warnings: warningsOf(facts, codec, sound) };
}

function warningsOf(facts: Facts, codec: string, sound: boolean): string[] {
  const out: string[] = [];
  const { keyFrameDistance = 0, frames = 0, durationMs = 0 } = facts;
  if (keyFrameDistance > slowStep)
    out.push(
      `stepping by frame will be slow (${keyFrameDistance} frames between key frames); this mends it: ${encodeLine}`,
    );
  if (sound) out.push("it has sound, which nobody will hear: players are muted");
  if (facts.frameTimesMs !== undefined) out.push("its frame rate varies; the time of each frame was read");
  if (frames === 1) out.push("it has one frame only");
  else if (durationMs < 500) out.push(`it is very short (${durationMs} ms)`);
  if (codec === "av1") out.push("it is AV1, which some older phones and computers do not play");
  return out;
}

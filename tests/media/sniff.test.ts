// What intake says of files: the demo's own, damaged copies of them, and (where they are) all odd files of the project.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { sniff } from "#server/media/sniff";
import { takeIn } from "#server/media/take-in";
import { mendFor } from "#server/media/verdict";

const fixture = (name: string): Uint8Array => readFileSync(join(import.meta.dirname, "../../fixtures", name));
const film = fixture("quiz/media/videos/0001.mp4");
const webm = fixture("quiz/media/videos/0006.webm");
const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const at = (bytes: Uint8Array, words: string): number => Buffer.from(bytes).indexOf(words, 0, "latin1");
const changed = (bytes: Uint8Array, change: (copy: Buffer) => void): Uint8Array => {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
};

describe("intake of a medium", () => {
  it("reads size, rate, frames and the distance of key frames of an MP4 and a WebM", async () => {
    expect(await sniff(film)).toEqual({
      verdict: "accepted",
      facts: {
        type: "video/mp4",
        codec: expect.stringMatching(/^avc1\.6400/),
        width: 320,
        height: 320,
        durationMs: 2500,
        fps: 24,
        firstTimestampMs: 0,
        frames: 60,
        keyFrameDistance: 12,
      },
      warnings: [],
    });
    const facts = {
      type: "video/webm",
      codec: expect.stringMatching(/^vp09\.00/),
      fps: 25,
      frames: 75,
      keyFrameDistance: 12,
    };
    expect(await sniff(webm)).toMatchObject({ verdict: "accepted", facts });
  });

  const refusals: readonly [string, Uint8Array, RegExp][] = [
    ["an empty file", new Uint8Array(0), /empty/],
    ["a web page named as a video", text("<!DOCTYPE html><title>404</title>"), /web page/],
    ["an SVG drawing", text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), /SVG/],
    ["a GIF", Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(40)]), /GIF/],
    ["a text", text("hello"), /neither a video nor a picture/],
    ["a film without its end", film.subarray(0, film.length - 3000), /cut off/],
    ["a film without its index", film.subarray(0, 300), /cut off|damaged|no video/],
    ["a WebM without its end", webm.subarray(0, webm.length - 3000), /cut off/],
    [
      "a film with damaged frames",
      changed(film, (copy) => copy.fill(0x5a, at(film, "mdat") + 900, at(film, "mdat") + 2900)),
      /damaged/,
    ],
    ["H.264 at 10 bit", changed(film, (copy) => void copy.writeUInt8(110, at(film, "avcC") + 5)), /10 bit/],
    ["QuickTime", changed(film, (copy) => void copy.write("qt  ", at(film, "ftyp") + 4)), /QuickTime/],
    ["a cut-off picture", fixture("quiz/media/images/0001.jpg").subarray(0, 2000), /damaged or cut off/],
  ];
  it.each(refusals)("refuses %s and says why", async (_, bytes, reason) => {
    const found = await sniff(bytes);
    expect(found).toMatchObject({ verdict: "refused", reason: expect.stringMatching(reason) });
    if (found.verdict === "refused") expect(found.mend.length).toBeGreaterThan(10);
  });

  it("writes the file's own name into the ffmpeg line, quoted for a shell", () => {
    expect(mendFor("ffmpeg -i IN -c copy OUT.mp4", "it's 1.mkv")).toBe(
      `ffmpeg -i 'it'\\''s 1.mkv' -c copy 'it'\\''s 1.web.mp4'`,
    );
  });

  it("takes titles and places out of a video and moves no frame", async () => {
    const udta = Buffer.from("0000001c7564746100000014a978797a000815c72b35322d30303034", "hex");
    const moov = at(film, "moov") - 4;
    const end = moov + Buffer.from(film).readUInt32BE(moov);
    const placed = Buffer.concat([film.subarray(0, end), udta, film.subarray(end)]);
    placed.writeUInt32BE(end - moov + udta.length, moov);
    const chunks = placed.indexOf("stco") + 8;
    for (let k = 0; k < placed.readUInt32BE(chunks); k++) {
      const offset = chunks + 4 + 4 * k;
      placed.writeUInt32BE(placed.readUInt32BE(offset) + udta.length, offset);
    }
    const taken = await takeIn(placed);
    if (taken.verdict === "refused") throw new Error(taken.reason);
    expect(taken.bytes.length).toBe(placed.length);
    expect(Buffer.from(taken.bytes).includes("+52-0004")).toBe(false);
    const frames = (bytes: Uint8Array): Buffer => Buffer.from(bytes).subarray(at(bytes, "mdat"));
    expect(frames(taken.bytes).equals(frames(placed))).toBe(true);
    expect((await takeIn(taken.bytes)) as object).toMatchObject({ facts: { hash: taken.facts.hash } });
  });

  it("refuses a video with a track that may hold places", async () => {
    const odd = changed(film, (copy) => void copy.write("meta", at(film, "hdlr") + 12));
    expect(await sniff(odd)).toMatchObject({ verdict: "refused" });
  });

  it("turns a picture upright, takes its metadata out, and gives the same bytes each time", async () => {
    const sideways = await sharp({ create: { width: 60, height: 20, channels: 3, background: "#a33" } })
      .withExif({ IFD0: { ImageDescription: "at home" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const taken = await takeIn(sideways);
    expect(taken).toMatchObject({ verdict: "accepted", facts: { type: "image/jpeg", width: 20, height: 60 } });
    if (taken.verdict === "refused") throw new Error(taken.reason);
    const { exif, orientation } = await sharp(taken.bytes).metadata();
    expect([exif, orientation]).toEqual([undefined, undefined]);
    expect(await takeIn(sideways)).toMatchObject({ facts: { hash: taken.facts.hash } });
  });
});

const shared = join(import.meta.dirname, "../../../shared/data");
const accepted = { verdict: "accepted" } as const;
const odd: Readonly<Record<string, object>> = {
  "anamorphic-sar4_3.mp4": { ...accepted, facts: { width: 683, height: 384 } },
  "animated.gif": { verdict: "refused", reason: expect.stringMatching(/GIF/) },
  "audio-only.mp4": { verdict: "refused", reason: expect.stringMatching(/only sound/) },
  "av1.mp4": { ...accepted, facts: { codec: "av01.0.01M.08" } },
  "base-30fps-faststart.mp4": { ...accepted, facts: { fps: 30, frames: 58, keyFrameDistance: 58 } },
  "corrupt-mdat.mp4": { verdict: "refused", reason: expect.stringMatching(/damaged/) },
  "fps29.97.mp4": { ...accepted, facts: { fps: 30000 / 1001 } },
  "fps50.mp4": { ...accepted, facts: { fps: 50 } },
  "fps60.mp4": { ...accepted, facts: { fps: 60 } },
  "fragmented.mp4": { ...accepted, facts: { frames: 58, keyFrameDistance: 15 } },
  "h264.mov": {
    verdict: "refused",
    reason: expect.stringMatching(/QuickTime/),
    mend: expect.stringMatching(/-c copy/),
  },
  "hevc-hvc1.mov": {
    verdict: "refused",
    reason: expect.stringMatching(/HEVC/),
    mend: expect.stringMatching(/libx264/),
  },
  "high10.mp4": { verdict: "refused", reason: expect.stringMatching(/10 bit/) },
  "html-error-page.mp4": { verdict: "refused", reason: expect.stringMatching(/web page/) },
  "mp4-without-extension": { ...accepted, facts: { type: "video/mp4" } },
  "mpeg4.avi": { verdict: "refused", reason: expect.stringMatching(/AVI/), mend: expect.stringMatching(/ffmpeg/) },
  "nofaststart.mp4": { ...accepted, facts: { frames: 58 } },
  "odd-size-444.mp4": { verdict: "refused", reason: expect.stringMatching(/4:4:4/) },
  "oneframe.mp4": {
    ...accepted,
    facts: { frames: 1 },
    warnings: expect.arrayContaining([expect.stringMatching(/one frame/)]),
  },
  "portrait.mp4": { ...accepted, facts: { width: 288, height: 512 } },
  "rotated90.mp4": { ...accepted, facts: { width: 384, height: 288 } },
  "short-0.35s.mp4": { ...accepted, warnings: expect.arrayContaining([expect.stringMatching(/very short/)]) },
  "start-offset-0.5s.mp4": { ...accepted, facts: { fps: 30 } },
  "truncated-no-moov.mp4": { verdict: "refused", reason: expect.stringMatching(/cut off/) },
  "truncated-tail.mp4": { verdict: "refused", reason: expect.stringMatching(/cut off/) },
  "vfr.mp4": { ...accepted, facts: { frames: 33, frameTimesMs: expect.arrayContaining([0]) } },
  "vp8.webm": { ...accepted, facts: { codec: "vp8", fps: 30 } },
  "vp9-noduration.webm": { ...accepted, facts: { durationMs: 1933 } },
  "vp9.webm": { ...accepted, facts: { fps: 30 } },
  "webm-named-mp4.mp4": { ...accepted, facts: { type: "video/webm" } },
  "with-audio.mp4": { ...accepted, warnings: expect.arrayContaining([expect.stringMatching(/sound/)]) },
  "zero-byte.mp4": { verdict: "refused", reason: expect.stringMatching(/empty/) },
  "爱 国①（测试）#50%.mp4": { ...accepted, facts: { fps: 30 } },
};

describe.skipIf(!existsSync(shared))("the odd files of the project", () => {
  it("are all in the table", () => {
    const there = readdirSync(join(shared, "odd-media")).filter((name) => name !== "SOURCE.txt");
    expect(there.map((name) => name.normalize("NFC")).sort()).toEqual(Object.keys(odd).sort());
  });
  it.each(Object.entries(odd))("%s gets its verdict", async (name, verdict) => {
    expect(await takeIn(readFileSync(join(shared, "odd-media", name)))).toMatchObject(verdict);
  });
  it("refuses every Matroska original with the line that mends it", async () => {
    for (const name of readdirSync(join(shared, "intel-asl-gestures/original")))
      expect(await sniff(readFileSync(join(shared, "intel-asl-gestures/original", name)))).toMatchObject({
        verdict: "refused",
        reason: expect.stringMatching(/Matroska/),
        mend: expect.stringMatching(/^ffmpeg -i IN .*OUT\.mp4$/),
      });
  });
  it("shows every EXIF orientation upright", async () => {
    const folder = join(shared, "exif-orientation");
    for (const name of readdirSync(folder).filter((one) => one.endsWith(".jpg"))) {
      const taken = await takeIn(readFileSync(join(folder, name)));
      expect(taken).toMatchObject({ verdict: "accepted", facts: { width: 1200, height: 1800 } });
    }
  });
});

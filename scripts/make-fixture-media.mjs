// Draws the media of the two demo studies into fixtures/emotion/media and fixtures/quiz/media. Needs ffmpeg (Debian's) while developing; the
// built files are committed. The same ffmpeg gives the same bytes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { frameOf, poseOf } from "./signer.mjs";
import { signs, takes, usual, utterances } from "./signs.mjs";

const side = 320;
const root = join(import.meta.dirname, "../fixtures");
const raster = (svg) => sharp(Buffer.from(svg)).resize(side, side).flatten();

const exact = [
  "-an",
  "-map_metadata",
  "-1",
  "-fflags",
  "+bitexact",
  "-flags:v",
  "+bitexact",
  "-threads",
  "1",
  "-pix_fmt",
  "yuv420p",
];
const colour = [
  "-vf",
  "scale=out_color_matrix=bt709:out_range=tv",
  "-colorspace",
  "bt709",
  "-color_primaries",
  "bt709",
  "-color_trc",
  "bt709",
  "-color_range",
  "tv",
];
const mp4 = [
  "-c:v",
  "libx264",
  "-preset",
  "veryslow",
  "-tune",
  "animation",
  "-crf",
  "31",
  "-g",
  "12",
  "-keyint_min",
  "12",
  "-sc_threshold",
  "0",
  "-bf",
  "0",
  "-movflags",
  "+faststart",
];
const webm = [
  "-c:v",
  "libvpx-vp9",
  "-crf",
  "42",
  "-b:v",
  "0",
  "-g",
  "12",
  "-keyint_min",
  "12",
  "-auto-alt-ref",
  "0",
  "-lag-in-frames",
  "0",
  "-row-mt",
  "0",
  "-deadline",
  "good",
  "-cpu-used",
  "1",
];

async function film(name, sign, path) {
  const { fps, seconds, webm: asWebm } = takes[name] ?? usual;
  const file = join(root, `${path}.${asWebm ? "webm" : "mp4"}`);
  mkdirSync(dirname(file), { recursive: true });
  const frames = Math.round(fps * seconds);
  const raw = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", `${side}x${side}`, "-r", String(fps), "-i", "-"];
  const tool = spawn("ffmpeg", ["-v", "error", "-y", ...raw, ...colour, ...(asWebm ? webm : mp4), ...exact, file], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  for (let k = 0; k < frames; k++) {
    const pixels = await raster(frameOf(sign, k / (frames - 1)))
      .raw()
      .toBuffer();
    if (!tool.stdin.write(pixels)) await once(tool.stdin, "drain");
  }
  tool.stdin.end();
  const [code] = await once(tool, "close");
  if (code !== 0) throw new Error(`ffmpeg failed on ${file}`);
}

async function still(name, sign) {
  const file = join(root, `quiz/media/images/${name}.jpg`);
  mkdirSync(dirname(file), { recursive: true });
  const middle = sign.poses[Math.floor((sign.poses.length - 1) / 2)];
  writeFileSync(
    file,
    await raster(poseOf({ ...sign, poses: [middle] }, 0))
      .jpeg({ quality: 80 })
      .toBuffer(),
  );
}

for (const [name, sign] of Object.entries(utterances)) await film(name, sign, `emotion/media/${name}`);
for (const [name, sign] of Object.entries(signs)) {
  await film(name, sign, `quiz/media/videos/${name}`);
  await still(name, sign);
}

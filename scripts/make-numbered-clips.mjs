// Draws the clips that tests of exact steps read: each frame carries its number as eight squares, black = 0, white = 1.
// Run by hand (needs ffmpeg) when they change: node scripts/make-numbered-clips.mjs
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const width = 128;
const height = 64;
const square = 32;
const folder = join(import.meta.dirname, "..", "fixtures", "media");
const x264 = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "30", "-pix_fmt", "yuv420p", "-g", "12"];
const webm = ["-c:v", "libvpx", "-b:v", "40k", "-crf", "20", "-g", "12"];

/** Luma only; the top row holds bits 7..4, the bottom row bits 3..0. */
function frame(number) {
  const picture = Buffer.alloc(width * height, 16);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const bit = 7 - (Math.floor(y / square) * 4 + Math.floor(x / square));
      if ((number >> bit) & 1) picture[y * width + x] = 235;
    }
  return picture;
}

async function clip(name, frames, before, after) {
  const input = ["-f", "rawvideo", "-pix_fmt", "gray", "-s", `${width}x${height}`, ...before, "-i", "-"];
  const output = [...after, "-an", "-fflags", "+bitexact", "-flags", "+bitexact", "-y"];
  const args = ["-hide_banner", "-loglevel", "error", ...input, ...output, join(folder, name)];
  const ffmpeg = spawn("ffmpeg", args, { stdio: ["pipe", "inherit", "inherit"] });
  for (let number = 0; number < frames; number += 1) ffmpeg.stdin.write(frame(number));
  ffmpeg.stdin.end();
  const code = await new Promise((done) => ffmpeg.on("close", done));
  if (code !== 0) throw new Error(`ffmpeg failed on ${name}`);
}

mkdirSync(folder, { recursive: true });
const rates = [
  ["24", "24"],
  ["25", "25"],
  ["29.97", "30000/1001"],
  ["30", "30"],
  ["50", "50"],
  ["60", "60"],
];
const mp4 = ["-movflags", "+faststart"];
for (const [name, rate] of rates)
  await clip(`numbered-${name}.mp4`, Number(name) > 40 ? 72 : 48, ["-r", rate], [...x264, "-bf", "0", ...mp4]);
await clip("numbered-b-frames.mp4", 48, ["-r", "30"], [...x264, "-bf", "3", ...mp4]);
await clip("numbered-30.webm", 48, ["-r", "30"], webm);
// Frame n of the variable one begins at n * 40 + (n mod 3) * 10 ms.
await clip(
  "numbered-variable.mp4",
  48,
  ["-r", "100"],
  ["-vf", "settb=1/1000,setpts=N*40+mod(N\\,3)*10", "-vsync", "passthrough", ...x264, "-bf", "0", ...mp4],
);
await clip("numbered-anamorphic.mp4", 24, ["-r", "30"], ["-vf", "setsar=4/3", ...x264, "-bf", "0", ...mp4]);
// As large as clips of studies are, with x264's own key frames and B-frames: what the bench puts on the stage.
for (const [name, seconds] of [
  ["a", 2],
  ["b", 2.5],
  ["c", 3],
]) {
  const large = [
    "-vf",
    "scale=1280:720:flags=neighbor",
    "-c:v",
    "libx264",
    "-crf",
    "30",
    "-pix_fmt",
    "yuv420p",
    ...mp4,
  ];
  await clip(`numbered-720p-${name}.mp4`, seconds * 30, ["-r", "30"], large);
}
const upright = join(folder, "numbered-30.mp4");
const turn = ["-c", "copy", "-metadata:s:v:0", "rotate=90", "-fflags", "+bitexact", "-y"];
execFileSync("ffmpeg", ["-loglevel", "error", "-i", upright, ...turn, join(folder, "numbered-rotated.mp4")]);

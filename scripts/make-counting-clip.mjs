// Draws the clip of the set-up check: a hand that counts 1, 2, 3, the number beside it. Whoever sees all three knows that
// video plays here. Run by hand (needs ffmpeg) when it changes: node scripts/make-counting-clip.mjs
import { spawn } from "node:child_process";
import { join } from "node:path";
import sharp from "sharp";

const width = 320;
const height = 240;
const fps = 10;
const framesEach = 12;
const file = join(import.meta.dirname, "..", "client", "shell", "counting.mp4");

/** Thumb folded; index, middle and ring finger up as counted. `lift`: 0..1, how far the newest finger has come up. */
function picture(number, lift) {
  const fingers = [0, 1, 2].map((at) => {
    const up = at < number - 1 ? 1 : at === number - 1 ? lift : 0;
    const length = 24 + 66 * up;
    return `<rect x="${58 + at * 27}" y="${128 - length}" width="23" height="${length + 20}" rx="11" fill="#e2c3a4" stroke="#b98d68" stroke-width="2"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#b3c1cb"/>
    ${fingers.join("")}
    <rect x="52" y="120" width="92" height="76" rx="30" fill="#e2c3a4" stroke="#b98d68" stroke-width="2"/>
    <rect x="66" y="138" width="66" height="24" rx="12" fill="#e2c3a4" stroke="#b98d68" stroke-width="2"/>
    <rect x="76" y="190" width="46" height="60" fill="#e2c3a4"/>
    ${strokes[number].map((d) => `<path d="${d}" fill="none" stroke="#15202b" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/>`).join("")}
  </svg>`;
}

/** The numbers as strokes, so that no font is needed. */
const strokes = {
  1: ["M216 92 L240 70 L240 180"],
  2: ["M206 96 C210 60 270 62 266 102 C262 132 222 150 208 180 L268 180"],
  3: ["M208 76 C240 56 276 80 254 108 C246 118 236 120 228 120 C246 120 274 128 264 158 C252 188 216 188 204 168"],
};

const args = ["-hide_banner", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", `${width}x${height}`];
const x264 = ["-c:v", "libx264", "-profile:v", "baseline", "-preset", "veryslow", "-crf", "30", "-pix_fmt", "yuv420p"];
const exact = ["-an", "-movflags", "+faststart", "-fflags", "+bitexact", "-flags", "+bitexact", "-y", file];
const ffmpeg = spawn("ffmpeg", [...args, "-r", String(fps), "-i", "-", "-g", "12", ...x264, ...exact], {
  stdio: ["pipe", "inherit", "inherit"],
});
for (const number of [1, 2, 3])
  for (let frame = 0; frame < framesEach; frame += 1) {
    const svg = picture(number, Math.min(1, (frame + 1) / 3));
    ffmpeg.stdin.write(await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer());
  }
ffmpeg.stdin.end();
await new Promise((done) => ffmpeg.on("close", done));

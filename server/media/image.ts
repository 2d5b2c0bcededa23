// Pictures: JPEG, PNG or WebP are turned upright and written anew without metadata (place, camera, time); the same
// bytes in give the same bytes out.
import sharp, { type Sharp } from "sharp";
import { type Facts, type Refused, refused } from "./verdict.ts";

const most = { side: 8000, pixels: 40_000_000 } as const;
const mend = "Save it anew as JPEG, PNG or WebP.";
const types = { jpeg: "image/jpeg", png: "image/png", webp: "image/webp" } as const;
type Format = keyof typeof types;

const reader = (bytes: Uint8Array): Sharp => sharp(bytes, { failOn: "truncated", limitInputPixels: most.pixels });

export type CleanImage = { readonly verdict: "accepted"; readonly facts: Facts; readonly bytes: Uint8Array } | Refused;

export async function cleanImage(bytes: Uint8Array): Promise<CleanImage> {
  const head = await reader(bytes)
    .metadata()
    .catch(() => undefined);
  if (head === undefined) return refused("the picture cannot be read: it is damaged or cut off", mend);
  const format = head.format as string;
  if (!(format in types)) return refused(`it is a picture of the kind ${format}`, mend);
  if ((head.pages ?? 1) > 1) return refused("it is a moving picture", "Give it as a video, or one frame of it.");
  if (head.width > most.side || head.height > most.side || head.width * head.height > most.pixels)
    return refused(`it is very large (${head.width} x ${head.height})`, `Make it at most ${most.side} on a side.`);
  try {
    const upright = reader(bytes).autoOrient().toColourspace("srgb");
    const { data, info } = await written(upright, format as Format).toBuffer({ resolveWithObject: true });
    const facts: Facts = { type: types[format as Format], width: info.width, height: info.height };
    return { verdict: "accepted", facts, bytes: data };
  } catch {
    return refused("the picture cannot be read: it is damaged or cut off", mend);
  }
}

function written(picture: Sharp, format: Format): Sharp {
  if (format === "png") return picture.png({ compressionLevel: 9 });
  if (format === "webp") return picture.webp({ quality: 92 });
  return picture.jpeg({ quality: 92, chromaSubsampling: "4:4:4" });
}

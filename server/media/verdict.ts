// What intake says of a file: accepted with facts and warnings, or refused with the reason and the mend.
import type { MediumFacts } from "#schemas/study";

export type Facts = Omit<MediumFacts, "hash" | "bytes">;
export type Sniffed =
  | { readonly verdict: "accepted"; readonly facts: Facts; readonly warnings: readonly string[] }
  | Refused;
export interface Refused {
  readonly verdict: "refused";
  readonly reason: string;
  readonly mend: string;
}

export const refused = (reason: string, mend: string): Refused => ({ verdict: "refused", reason, mend });

/** The line that turns nearly any video into one that plays everywhere and steps fast. `IN` stands for the file. */
export const encodeLine =
  "ffmpeg -i IN -map 0:v:0 -c:v libx264 -profile:v high -pix_fmt yuv420p -g 12 -bf 0 -map_metadata -1 -movflags +faststart OUT.mp4";
export const remuxLine = "ffmpeg -i IN -map 0:v:0 -c copy -map_metadata -1 -movflags +faststart OUT.mp4";

/** The mend with the file's own name in its ffmpeg line, quoted for a shell. */
export function mendFor(mend: string, name: string): string {
  const stem = name.replace(/\.[^./]*$/, "");
  return mend.replace(/\bIN\b/, quoted(name)).replace(/\bOUT\.mp4\b/, quoted(`${stem === name ? name : stem}.web.mp4`));
}

/** The line that cuts a clip out of a longer recording, at the picture and not at the key frame before it. */
export const cutLine = (source: string, start: string, end: string, clip: string): string =>
  encodeLine
    .replace("-i IN", () => `-ss ${start} -to ${end} -i ${quoted(source)}`)
    .replace("OUT.mp4", () => quoted(clip));

const quoted = (text: string): string => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

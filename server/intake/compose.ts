// Files without a study.json become a study all the same: what the coordinator says on the screen stands for study.json,
// and where no table of clips lies there, every video is a clip under its own name.
import type { AboutStudy } from "#schemas/new-study";
import { csvRow } from "../exports/csv-out.ts";
import type { FolderSource } from "./source.ts";

const video = /\.(mp4|m4v|webm)$/i;

/** The source with the files that are missing, made from `about`; untouched where it brings a study.json itself. */
export function composed(source: FolderSource, about: AboutStudy | undefined): FolderSource {
  if (about === undefined || source.find("study.json") !== undefined) return source;
  const { captions, ...rest } = about;
  const settings = captions === undefined ? {} : { captions };
  const made = new Map([["study.json", JSON.stringify({ ...rest, protocol: "emotion", settings })]]);
  if (source.find("clips.csv") === undefined) made.set("clips.csv", clipsOf(source.names));
  const bytes = new Map([...made].map(([name, text]) => [name, new TextEncoder().encode(text)]));
  return {
    names: [...source.names, ...made.keys()].sort(),
    find: (name) => (bytes.has(name) ? name : source.find(name)),
    size: (name) => bytes.get(name)?.byteLength ?? source.size(name),
    read: async (name) => bytes.get(name) ?? source.read(name),
    close: () => source.close(),
  };
}

function clipsOf(names: readonly string[]): string {
  const taken = new Set<string>();
  const rows = names
    .filter((name) => video.test(name))
    .map((name) => {
      const stem = idOf((name.split("/").at(-1) as string).replace(video, ""));
      let clip = stem;
      for (let k = 2; taken.has(clip); k++) clip = `${stem}-${k}`;
      taken.add(clip);
      return csvRow([clip, name]);
    });
  return csvRow(["clip", "video"]) + rows.join("");
}

/** A file's name as an id: what an id may not hold becomes a dash. */
const idOf = (stem: string): string =>
  stem
    .normalize("NFC")
    .replace(/[^A-Za-z0-9._~-]+/g, "-")
    .replace(/^-+|-+$/g, "") || "clip";

// Files without a study.json become a study all the same: what the coordinator says on the screen stands for study.json,
// and where no table of clips lies there, every video is a clip under its own name.
import type { AboutStudy, TableWish } from "#schemas/new-study";
import { csvRow } from "../exports/csv-out.ts";
import type { FolderSource } from "./source.ts";
import { safeIds } from "./study-clips.ts";

const video = /\.(mp4|m4v|webm)$/i;

/** The source with the files that are missing, made from `about`; untouched where it brings a study.json itself. */
export function composed(source: FolderSource, about: AboutStudy | undefined, table?: TableWish): FolderSource {
  if (about === undefined || source.find("study.json") !== undefined) return source;
  const { captions, ...rest } = about;
  const settings = captions === undefined ? {} : { captions };
  const quiz = table?.shape === "questions" || source.find("questions.jsonl") !== undefined;
  const protocol = quiz ? "choice" : "emotion";
  const made = new Map([["study.json", JSON.stringify({ ...rest, protocol, settings })]]);
  const listed = table?.shape ?? source.find("clips.csv") ?? source.find("ratings.csv");
  if (!quiz && listed === undefined) made.set("clips.csv", clipsOf(source.names));
  const bytes = new Map([...made].map(([name, text]) => [name, new TextEncoder().encode(text)]));
  return {
    names: [...source.names, ...made.keys()].sort(),
    find: (name) => (bytes.has(name) ? name : source.find(name)),
    size: (name) => bytes.get(name)?.byteLength ?? source.size(name),
    read: async (name) => bytes.get(name) ?? source.read(name),
    use: (name, work) => source.use(name, work),
    close: () => source.close(),
  };
}

/** clips.csv of bare videos, each a clip under its own name. */
export function clipsOf(names: readonly string[]): string {
  const ids = safeIds();
  const rows = names
    .filter((name) => video.test(name))
    .map((name) => {
      const stem = (name.split("/").at(-1) as string).replace(video, "");
      return csvRow([ids(stem), name]);
    });
  return csvRow(["clip", "video"]) + rows.join("");
}

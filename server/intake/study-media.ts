// The media that a study names: found below the folder or its media/ (names in NFC), sniffed, one report row a file.
import type { MediumFacts, Rights, StudyDraft } from "#schemas/study";
import { takeInFile } from "../media/take-in.ts";
import { mendFor, type Refused } from "../media/verdict.ts";
import type { Faults } from "./faults.ts";
import type { FolderSource } from "./source.ts";

export interface FileReport {
  readonly file: string;
  readonly state: "taken" | "refused" | "not used";
  readonly facts?: MediumFacts;
  readonly notes: readonly string[];
}

/** A file whose cleaned bytes go to the content store once the whole study is right. */
export interface Staged {
  readonly file: string;
  readonly hash: string;
  readonly type: MediumFacts["type"];
}

export interface Naming {
  /** The table that names the medium, and where. */
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly kind: "image" | "video";
  readonly rights: Rights;
  readonly credit?: string;
  /** How to make the file where it is missing. */
  readonly made?: string;
}

type Looked = Refused | { verdict: "accepted"; facts: MediumFacts; warnings: readonly string[] };

export function mediaOf(source: FolderSource, faults: Faults) {
  const looked = new Map<string, Looked>();
  const told = new Set<string>();
  const byLook = new Map(source.names.map((name) => [lookOf(name), name]));
  const media = new Map<string, StudyDraft["media"][number]>();
  const staged = new Map<string, Staged>();

  function find({ name, file, line, kind, made }: Naming): string | undefined {
    if (/^[a-z][a-z0-9+.-]*:/i.test(name)) {
      faults.add(
        file,
        line,
        `"${name}" is an address`,
        "Put the file into media/ and give its name; nothing is fetched.",
      );
      return undefined;
    }
    if (name.startsWith("/") || name.includes("\\") || name.split("/").includes("..")) {
      faults.add(file, line, `"${name}" leads outside the folder`, "Put the file into media/ and give its name.");
      return undefined;
    }
    const found = source.find(`media/${name}`) ?? source.find(name);
    if (found !== undefined) return found;
    const alike = byLook.get(lookOf(`media/${name}`)) ?? byLook.get(lookOf(name));
    const absent = made === undefined ? "Put it into media/." : `Cut it: ${made}`;
    const mend = alike === undefined ? absent : `There is ${alike}: large and small letters differ.`;
    faults.add(file, line, `the ${kind} "${name}" is missing`, mend);
    return undefined;
  }

  const videos = source.names.filter((name) => videoName.test(name));
  const byStem = groupBy(videos, stemOf);
  const byUtterance = groupBy(videos, (name) => utteranceOf(stemOf(name)));

  /** The file that bears a clip's name, or ends in the same utterance number; undefined where none has come. */
  function matching(clip: string, file: string, line: number): string | undefined {
    const utterance = utteranceOf(clip);
    const same = byStem.get(clip.normalize("NFC"));
    const found = same ?? (utterance === undefined ? undefined : byUtterance.get(utterance)) ?? [];
    if (found.length > 1)
      faults.add(
        file,
        line,
        `${found.length} files could be the clip "${clip}": ${found.slice(0, 3).join(", ")}`,
        "Name the right one under video.",
      );
    return found[0];
  }

  async function look(stored: string): Promise<Looked> {
    const before = looked.get(stored);
    if (before !== undefined) return before;
    const taken = await source.use(stored, takeInFile);
    looked.set(stored, taken);
    return taken;
  }

  return {
    matching,
    async take(naming: Naming): Promise<MediumFacts | undefined> {
      const stored = find(naming);
      if (stored === undefined) return undefined;
      const taken = await look(stored);
      const at = `${naming.file} line ${naming.line}`;
      if (taken.verdict === "refused") {
        const short = stored.split("/").at(-1) as string;
        if (!told.has(stored)) faults.add(stored, null, `${taken.reason} (named in ${at})`, mendFor(taken.mend, short));
        told.add(stored);
        return undefined;
      }
      const { facts } = taken;
      if (!facts.type.startsWith(`${naming.kind}/`)) {
        const mend = `Give ${naming.kind === "video" ? "a video" : "a picture"}, or correct the modality.`;
        faults.add(naming.file, naming.line, `"${naming.name}" is no ${naming.kind} but ${facts.type}`, mend);
        return undefined;
      }
      const { name, rights, credit } = naming;
      const known = media.get(facts.hash);
      if (known !== undefined && known.rights !== rights) {
        const mend = "Give one and the same rights wherever it is named.";
        faults.add(naming.file, naming.line, `"${name}" has other rights here than before (${known.rights})`, mend);
      }
      if (known === undefined)
        media.set(facts.hash, { ...facts, name, rights, ...(credit === undefined ? {} : { credit }) });
      staged.set(facts.hash, { file: stored, hash: facts.hash, type: facts.type });
      return facts;
    },
    media: (): StudyDraft["media"] => [...media.values()],
    staged: (): Staged[] => [...staged.values()],
    report(): FileReport[] {
      return source.names
        .filter((name) => name.includes("/") || looked.has(name) || videoName.test(name))
        .map((file): FileReport => {
          const taken = looked.get(file);
          if (taken === undefined) return { file, state: "not used", notes: [] };
          if (taken.verdict === "refused")
            return {
              file,
              state: "refused",
              notes: [taken.reason, mendFor(taken.mend, file.split("/").at(-1) as string)],
            };
          const short = file.split("/").at(-1) as string;
          return {
            file,
            state: "taken",
            facts: taken.facts,
            notes: taken.warnings.map((words) => mendFor(words, short)),
          };
        });
    },
  };
}

const videoName = /\.(mp4|m4v|webm|mov|mkv|avi)$/i;
const stemOf = (name: string): string => (name.split("/").at(-1) as string).replace(videoName, "").normalize("NFC");
/** The number at the end of a name, of three digits or more: what EmoSign's clips are told apart by. */
const utteranceOf = (stem: string): string | undefined => /(\d{3,})$/.exec(stem)?.[1];

function groupBy(names: readonly string[], key: (name: string) => string | undefined): Map<string, string[]> {
  const out = new Map<string, string[]>();
  for (const name of names) {
    const own = key(name);
    if (own !== undefined) out.set(own, [...(out.get(own) ?? []), name]);
  }
  return out;
}

/** Names that differ in the case of letters or in Unicode form look the same. */
const lookOf = (name: string): string => name.normalize("NFC").toLowerCase();

export type MediaIntake = ReturnType<typeof mediaOf>;

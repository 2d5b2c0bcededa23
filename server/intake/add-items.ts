// More items for a study that is here already: the files are read under its own settings and secret, so that an item that
// comes again has the same id and is passed over.
import type { TableWish } from "#schemas/new-study";
import { Problem } from "#schemas/problem";
import type { StudyFile } from "#schemas/study";
import type { MediaStore } from "#server/media/store";
import type { Store } from "#server/store/open";
import { studyById } from "#server/store/studies";
import { changeStudy, namesIn } from "#server/store/versions";
import { keepFiles } from "./bring-in.ts";
import { clipsOf } from "./compose.ts";
import type { FolderSource } from "./source.ts";
import { type LookedOver, lookOver } from "./study-folder.ts";

/** The files with the study's own study.json in place of any other. */
export function underStudy(source: FolderSource, study: StudyFile, table?: TableWish): FolderSource {
  const made = new Map([["study.json", JSON.stringify(study)]]);
  const listed = table?.shape ?? source.find("clips.csv");
  if (study.protocol === "emotion" && listed === undefined) made.set("clips.csv", clipsOf(source.names));
  const bytes = new Map([...made].map(([name, text]) => [name, new TextEncoder().encode(text)]));
  return {
    names: [...new Set([...source.names, ...made.keys()])].sort(),
    find: (name) => (bytes.has(name) ? name : source.find(name)),
    size: (name) => bytes.get(name)?.byteLength ?? source.size(name),
    read: async (name) => bytes.get(name) ?? source.read(name),
    use: (name, work) => source.use(name, work),
    close: () => source.close(),
  };
}

export interface LookedAt {
  readonly looked: LookedOver;
  /** Items that are not in the study yet, and how many were. */
  readonly fresh: NonNullable<LookedOver["read"]>["draft"]["items"];
  readonly known: number;
}

export async function lookAtMore(
  store: Store,
  study: string,
  source: FolderSource,
  table?: TableWish,
): Promise<LookedAt> {
  const here = await studyById(store, study);
  if (here === undefined) throw new Problem("not-found");
  const under = underStudy(source, here.file, table);
  const looked = await lookOver(under, { secret: here.secret, ...(table === undefined ? {} : { table }) });
  const names = await namesIn(store, study);
  const items = looked.read?.draft.items ?? [];
  const fresh = items.filter(({ name }) => !names.has(name));
  return { looked, fresh, known: items.length - fresh.length };
}

interface Adding {
  readonly by: string;
  readonly now: Date;
  readonly reason?: string;
}

/** Stores what is new: its media, then the items as a version. Problem "bad-study" where anything has a fault. */
export async function addItems(
  deps: { readonly store: Store; readonly media: MediaStore },
  study: string,
  source: FolderSource,
  { looked, fresh }: LookedAt,
  { by, now, reason }: Adding,
): Promise<{ version: number; changed: string[] }> {
  if (looked.read === undefined)
    throw new Problem("bad-study", "the files have faults; nothing was stored", looked.faults);
  const { keys, media } = looked.read.draft;
  const used = new Set(fresh.flatMap((item) => item.media ?? []));
  const staged = looked.read.staged.filter(({ hash }) => used.has(hash));
  const kept = await keepFiles(deps.media, source, { ...looked.read, staged });
  const change = reason === undefined ? {} : { reason };
  const added = { items: fresh, keys, media: media.filter(({ hash }) => used.has(hash)) };
  return changeStudy(deps.store, study, { change, added, by, now }).catch(async (error: unknown) => {
    for (const hash of kept) await deps.media.remove(hash);
    throw error;
  });
}

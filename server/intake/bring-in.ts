// Brings a study in: media into the content store, then everything else in one transaction, then a link for each person.
import { randomBytes } from "node:crypto";
import type { Role, Seat } from "#schemas/person";
import { Problem } from "#schemas/problem";
import { createLink } from "#server/access/links";
import type { MediaStore } from "#server/media/store";
import { cleaned } from "#server/media/take-in";
import { coordinatorAccounts } from "#server/store/accounts";
import type { Store } from "#server/store/open";
import { firstCoordinator } from "#server/store/persons";
import { insertStudy, studyById } from "#server/store/studies";
import { openSource } from "./open-source.ts";
import type { FolderSource } from "./source.ts";
import { readStudy, type StudyRead } from "./study-folder.ts";
import type { FileReport } from "./study-media.ts";

export interface Bringing {
  readonly store: Store;
  readonly media: MediaStore;
  readonly clock: () => Date;
  readonly publicUrl: URL;
  /** What item ids are drawn with; the demo gives its own so that its ids stay. */
  readonly secret?: string;
  /** The demo's links stay the same from start to start. */
  readonly token?: (code: string) => string;
}

export interface ImportedStudy {
  readonly study: string;
  readonly title: string;
  readonly items: number;
  readonly people: readonly { code: string; person: string; role: Role; seat: Seat; link: string }[];
  readonly files: readonly FileReport[];
  readonly warnings: readonly string[];
}

/** Reads the whole folder first; only a study without a fault is stored: its media, then everything else at once. */
export async function importStudy(deps: Bringing, path: string): Promise<ImportedStudy> {
  const source = await openSource(path);
  try {
    const secret = deps.secret ?? randomBytes(16).toString("hex");
    const read = await readStudy(source, { secret });
    const coordinators = new Set([
      await firstCoordinator(deps.store, deps.clock()),
      ...(await coordinatorAccounts(deps.store)),
    ]);
    return await bringIn(deps, source, read, { secret, coordinators: [...coordinators], state: "open" });
  } finally {
    await source.close();
  }
}

export interface BringingAs {
  /** What the draft's item ids were drawn with. */
  readonly secret: string;
  readonly coordinators: readonly string[];
  readonly state: "draft" | "open";
}

/** Stores what was read, or nothing. Problem "conflict" where the study's id is taken. */
export async function bringIn(
  deps: Bringing,
  source: FolderSource,
  read: StudyRead,
  { secret, coordinators, state }: BringingAs,
): Promise<ImportedStudy> {
  const { id, title } = read.draft.study;
  if ((await studyById(deps.store, id)) !== undefined)
    throw new Problem("conflict", `a study with the id "${id}" is here already; give study.json another id`);
  const fresh = await keepFiles(deps.media, source, read);
  const stored = insertStudy(deps.store, read.draft, { coordinators, now: deps.clock(), state, secret });
  const { people } = await stored.catch(async (error: unknown) => {
    for (const hash of fresh) await deps.media.remove(hash);
    throw error;
  });
  const links = [];
  for (const { code, role, seat } of read.draft.people) {
    const person = people.get(code) as string;
    const link = await createLink(deps, person, "personal", deps.token?.(code));
    links.push({ code, person, role, seat, link });
  }
  const unplayed = `${read.staged.length} media were not yet played to their end in a browser`;
  return {
    study: id,
    title,
    items: read.draft.items.length,
    people: links,
    files: read.report,
    warnings: [...read.warnings, ...(read.staged.length === 0 ? [] : [unplayed])],
  };
}

/** Puts the cleaned files into the content store; the hashes that were not there before. */
async function keepFiles(media: MediaStore, source: FolderSource, read: StudyRead): Promise<string[]> {
  const fresh: string[] = [];
  for (const { file, hash, type } of read.staged) {
    if (await media.has(hash)) continue;
    const kept = await media.put(await cleaned(await source.read(file), type));
    if (kept.hash !== hash) {
      await media.remove(kept.hash);
      throw new Problem("conflict", `${file} changed while it was read; import again`);
    }
    fresh.push(hash);
  }
  return fresh;
}

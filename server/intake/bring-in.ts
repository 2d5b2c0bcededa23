// Brings a study in: media into the content store, then everything else by parts, then a link for each person.
import { randomBytes } from "node:crypto";
import type { AboutStudy, StudyPreview, TablePreview, TableWish } from "#schemas/new-study";
import type { Role, Seat } from "#schemas/person";
import { Problem } from "#schemas/problem";
import { createLink } from "#server/access/links";
import type { MediaStore } from "#server/media/store";
import { cleanFile } from "#server/media/take-in";
import { coordinatorAccounts } from "#server/store/accounts";
import type { Store } from "#server/store/open";
import { firstCoordinator } from "#server/store/persons";
import { insertStudy, studyById } from "#server/store/studies";
import { composed } from "./compose.ts";
import { openSource } from "./open-source.ts";
import { pastParts, readPast } from "./past-answers.ts";
import type { FolderSource } from "./source.ts";
import { lookOver, readStudy, type StudyRead } from "./study-folder.ts";
import type { FileReport } from "./study-media.ts";
import { studyPreviewOf } from "./study-preview.ts";
import { type AnyTable, previewTable, tableOf } from "./table-preview.ts";

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
  /** Answers that were given elsewhere. */
  readonly answers: number;
  /** People whom only those answers name; they get no link. */
  readonly answeredBy: number;
  readonly people: readonly { code: string; person: string; role: Role; seat: Seat; link: string }[];
  readonly files: readonly FileReport[];
  readonly warnings: readonly string[];
}

/** What somebody says beside the files: what study.json would, and how a table of theirs is to be read. */
export interface Told {
  readonly about?: AboutStudy;
  /** Its file may be left out where only one table lies there. */
  readonly table?: AnyTable;
}

/** Reads the whole folder first; only a study without a fault is stored: its media, then everything else at once. */
export async function importStudy(deps: Bringing, path: string, told: Told = {}): Promise<ImportedStudy> {
  const { source, table } = await openTold(path, told);
  try {
    const secret = deps.secret ?? randomBytes(16).toString("hex");
    const read = await readStudy(source, { secret, ...(table === undefined ? {} : { table }) });
    const coordinators = new Set([
      await firstCoordinator(deps.store, deps.clock()),
      ...(await coordinatorAccounts(deps.store)),
    ]);
    return await bringIn(deps, source, read, { secret, coordinators: [...coordinators], state: "open" });
  } finally {
    await source.close();
  }
}

/** What would come in, with every fault; nothing is stored. */
export async function previewStudy(
  path: string,
  told: Told = {},
): Promise<{ table: TablePreview | null; study: StudyPreview }> {
  const { source, table } = await openTold(path, told);
  try {
    const looked = await lookOver(source, { secret: "preview", ...(table === undefined ? {} : { table }) });
    const stored = table === undefined ? undefined : source.find(table.file);
    return {
      table: table && stored !== undefined ? previewTable(await source.read(stored), table) : null,
      study: studyPreviewOf(looked, source, false),
    };
  } finally {
    await source.close();
  }
}

async function openTold(path: string, { about, table }: Told): Promise<{ source: FolderSource; table?: TableWish }> {
  const source = await openSource(path);
  try {
    const wish = await tableOf(source, table);
    return { source: composed(source, about, wish), ...(wish === undefined ? {} : { table: wish }) };
  } catch (error) {
    await source.close();
    throw error;
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
  const now = deps.clock();
  const past = await readPast(read.draft, now);
  const fresh = await keepFiles(deps.media, source, read);
  const parts = pastParts(past, { now, by: coordinators[0] });
  const stored = insertStudy(deps.store, read.draft, { coordinators, now, state, secret, ids: past.ids, parts });
  const { people } = await stored.catch(async (error: unknown) => {
    for (const hash of fresh) await deps.media.remove(hash);
    throw error;
  });
  const links = [];
  for (const { code, role, seat, past } of read.draft.people) {
    if (past === true) continue;
    const person = people.get(code) as string;
    const link = await createLink(deps, person, "personal", deps.token?.(code));
    links.push({ code, person, role, seat, link });
  }
  const unplayed = `${read.staged.length} media were not yet played to their end in a browser`;
  return {
    study: id,
    title,
    items: read.draft.items.length,
    answers: read.draft.answers?.given.length ?? 0,
    answeredBy: read.draft.people.filter(({ past }) => past === true).length,
    people: links,
    files: read.report,
    warnings: [...read.warnings, ...(read.staged.length === 0 ? [] : [unplayed])],
  };
}

/** Puts the cleaned files into the content store; the hashes that were not there before. */
export async function keepFiles(
  media: MediaStore,
  source: FolderSource,
  read: Pick<StudyRead, "staged">,
): Promise<string[]> {
  const fresh: string[] = [];
  for (const { file, hash, type } of read.staged) {
    if (await media.has(hash)) continue;
    const kept = await source.use(file, (path) => media.put(cleanFile(path, type)));
    if (kept.hash !== hash) {
      await media.remove(kept.hash);
      throw new Problem("conflict", `${file} changed while it was read; import again`);
    }
    fresh.push(hash);
  }
  return fresh;
}

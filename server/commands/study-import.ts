// `study import`: a study folder or a ZIP of one comes in whole, or not at all, beside a running server.
import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import type { Role, Seat } from "#schemas/person";
import { Problem } from "#schemas/problem";
import { createLink } from "#server/access/links";
import { openSource } from "#server/intake/open-source";
import type { FolderSource } from "#server/intake/source";
import { readStudy, type StudyRead } from "#server/intake/study-folder";
import type { FileReport } from "#server/intake/study-media";
import type { MediaStore } from "#server/media/store";
import { cleaned } from "#server/media/take-in";
import { coordinatorAccounts } from "#server/store/accounts";
import type { Store } from "#server/store/open";
import { firstCoordinator } from "#server/store/persons";
import { insertStudy, studyById } from "#server/store/studies";
import { openData } from "./data.ts";
import { type CommandEnv, dataFolder, studyGroup } from "./env.ts";

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
    const { id, title } = read.draft.study;
    if ((await studyById(deps.store, id)) !== undefined)
      throw new Problem("conflict", `a study with the id "${id}" is here already; give study.json another id`);
    const fresh = await keepFiles(deps.media, source, read);
    const now = deps.clock();
    const coordinators = new Set([await firstCoordinator(deps.store, now), ...(await coordinatorAccounts(deps.store))]);
    const stored = insertStudy(deps.store, read.draft, { coordinators: [...coordinators], now, state: "open", secret });
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
  } finally {
    await source.close();
  }
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

export function studyImportCommand(program: Command, env: CommandEnv): void {
  studyGroup(program)
    .command("import")
    .description("bring in a study folder or a ZIP of one")
    .argument("<path>", "study folder or ZIP file (docs/study-folder.md)")
    .option("--data <dir>", "data folder")
    .option("--json", "answer as JSON")
    .action(async (path: string, options: { data?: string; json?: boolean }) => {
      const data = await openData(dataFolder(env, options.data));
      try {
        const publicUrl = new URL(env.env["PUBLIC_URL"] ?? `http://127.0.0.1:${env.env["PORT"] ?? "8787"}`);
        const done = await importStudy({ ...data, clock: env.clock, publicUrl }, path);
        env.print(options.json === true ? JSON.stringify(forJson(done)) : forReading(done));
      } finally {
        await data.close();
      }
    });
}

const forJson = (done: ImportedStudy) => ({
  ...done,
  people: done.people.map(({ code, role, seat, link }) => ({ code, role, seat, link })),
});

function forReading(done: ImportedStudy): string {
  const lines = [`${done.title} (${done.study}): ${done.items} items, ${done.people.length} people`];
  for (const { file, state, facts, notes } of done.files) {
    const about = facts === undefined ? "" : `  ${facts.width} x ${facts.height}${lengthOf(facts)}`;
    lines.push(`  ${state === "taken" ? "ok" : state}  ${file}${about}`);
    for (const note of notes) lines.push(`      note: ${note}`);
  }
  for (const warning of done.warnings) lines.push(`note: ${warning}`);
  if (done.people.length > 0) {
    lines.push("Personal links (shown once; hand each to its person):");
    for (const { code, role, link } of done.people) lines.push(`  ${code}  ${role}  ${link}`);
  }
  return lines.join("\n");
}

function lengthOf(facts: NonNullable<FileReport["facts"]>): string {
  if (facts.durationMs === undefined) return "";
  const rate = facts.fps === undefined ? "rate varies" : `${Number(facts.fps.toFixed(2))} fps`;
  return `, ${(facts.durationMs / 1000).toFixed(2)} s, ${rate}`;
}

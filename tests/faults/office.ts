// The real server over a real SQLite store in a folder of its own, asked in this process: it can be stopped, killed as
// the system kills it (what was on the disk at that moment stays), backed up and restored.
import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import { sql } from "kysely";
import { pino } from "pino";
import { type Item, studyFile } from "#schemas/study";
import { createLink } from "#server/access/links";
import { createApp } from "#server/app";
import { backUp, erasedFile } from "#server/commands/backup";
import { type Data, openData } from "#server/commands/data";
import { restoreInto } from "#server/commands/restore";
import { createFigures, type Figures } from "#server/figures/figures";
import { createPerson, firstCoordinator } from "#server/store/persons";
import { insertStudy } from "#server/store/studies";

export const publicUrl = new URL("http://127.0.0.1:8787");
export const choices = ["q1", "q2", "q3"] as const;
export const clips = ["u1", "u2"] as const;
export const codes = ["ada", "bo", "cy"] as const;
export type Code = (typeof codes)[number];
const database = "countersign.db";
/** Thousands of histories wait for no disk; what a disk does to the data is asked in kills.test.ts. */
const quick = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export interface Template {
  readonly folder: string;
  readonly coordinator: string;
  readonly people: ReadonlyMap<Code, string>;
  readonly tokens: ReadonlyMap<Code, string>;
}

const question = (id: string): Item => ({
  protocol: "choice",
  id,
  name: `name-${id}`,
  practice: false,
  modality: "text",
  entry: `entry-${id}`,
  articulations: ["air-writing"],
  text: "the hand draws a line",
  options: { A: "one", B: "two", C: "three", D: "four" },
});

/** A data folder with a quiz and a study of clips in which the same three people take part; made once, copied often. */
export async function makeTemplate(): Promise<Template> {
  const folder = mkdtempSync(join(quick, "countersign-template-"));
  const { store, media, close } = await openData(folder);
  const now = new Date();
  const coordinator = await firstCoordinator(store, now);
  const { hash, bytes } = await media.put(new TextEncoder().encode("a clip, as far as the store is concerned"));
  const persons = new Map<string, string>();
  for (const code of codes) persons.set(code, await createPerson(store, { name: code, language: "en" }, now));
  const people = (role: "expert" | "annotator") =>
    codes.map((code) => ({ code, role, seat: "panel" as const, language: "en" as const }));
  const about = { languages: ["en"], signLanguage: "ase", opaqueIds: true };
  await insertStudy(
    store,
    {
      study: studyFile.parse({ id: "quiz", title: "Quiz", protocol: "choice", ...about }),
      items: choices.map(question),
      keys: new Map(choices.map((id) => [id, "A"])),
      people: people("expert"),
      media: [],
    },
    { coordinators: [coordinator], now, state: "open", persons },
  );
  await insertStudy(
    store,
    {
      study: studyFile.parse({ id: "clips", title: "Clips", protocol: "emotion", ...about }),
      items: clips.map((id) => ({
        ...{ protocol: "emotion", id, name: id, practice: false, clip: id, media: hash, condition: "hidden" },
      })) as Item[],
      keys: new Map(),
      people: people("annotator"),
      media: [{ hash, bytes, type: "video/mp4", width: 2, height: 2, name: "u.mp4", rights: "team" }],
    },
    { coordinators: [coordinator], now, state: "open", persons },
  );
  const tokens = new Map<Code, string>();
  for (const code of codes) {
    const link = await createLink({ store, clock: () => now, publicUrl }, persons.get(code) ?? "", "personal");
    tokens.set(code, link.split("#")[1] ?? "");
  }
  await close();
  return { folder, coordinator, people: persons as ReadonlyMap<Code, string>, tokens };
}

export class Office {
  readonly template: Template;
  readonly root: string;
  data!: Data;
  app!: Hono;
  figures!: Figures;
  now = Date.now();
  /** Raised by each kill: what an earlier life still answers is never heard. */
  life = 0;
  private readonly dead: Data[] = [];

  constructor(template: Template) {
    this.template = template;
    this.root = mkdtempSync(join(quick, "countersign-office-"));
  }

  get folder(): string {
    return join(this.root, `data-${this.life}`);
  }

  async open(): Promise<this> {
    cpSync(this.template.folder, this.folder, { recursive: true });
    await this.start();
    return this;
  }

  private async start(): Promise<void> {
    this.data = await openData(this.folder);
    const { store, media } = this.data;
    const level = await sql<{ synchronous: number }>`pragma synchronous`.execute(store.db);
    if (level.rows[0]?.synchronous !== 2) throw new Error("the store would acknowledge before it is on the disk");
    const clock = () => new Date(this.now);
    this.figures = createFigures({ store, clock });
    const log = pino({ level: "silent" });
    this.app = createApp({ store, media, figures: this.figures, clock, publicUrl, log });
  }

  async restart(): Promise<void> {
    await this.data.close();
    await this.start();
  }

  /** A kill in the middle of whatever runs: the next life begins with the files as they are at this moment. */
  async kill(): Promise<void> {
    const from = this.folder;
    this.dead.push(this.data);
    this.life++;
    cpSync(join(from, "media"), join(this.folder, "media"), { recursive: true });
    for (const name of [database, `${database}-wal`, erasedFile])
      if (existsSync(join(from, name))) copyFileSync(join(from, name), join(this.folder, name));
    await this.start();
  }

  async backUp(file: string): Promise<void> {
    await backUp(this.data, file);
  }

  async restore(file: string): Promise<void> {
    await this.data.close();
    await restoreInto(this.folder, file, new Date(this.now));
    await this.start();
  }

  async close(): Promise<void> {
    for (const one of [this.data, ...this.dead]) await one.close().catch(() => undefined);
    rmSync(this.root, { recursive: true, force: true });
  }
}

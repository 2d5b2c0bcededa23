// The real app over a real store with two studies, for tests of doors and rights: on SQLite always, on PostgreSQL too
// where PG_URL names a server.
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import pg from "pg";
import { pino } from "pino";
import type { ChoiceItem, EmotionItem, MediumFacts, StudyDraft, StudyFile } from "#schemas/study";
import { settings } from "#schemas/study";
import { createLink, setupLink } from "#server/access/links";
import { createApp } from "#server/app";
import type { Deps } from "#server/deps";
import { createFigures } from "#server/figures/figures";
import { createMediaStore } from "#server/media/store";
import { openStore, type StorePlace } from "#server/store/open";
import { createPerson, firstCoordinator } from "#server/store/persons";
import { insertStudy } from "#server/store/studies";

async function freshDatabase(): Promise<{ place: StorePlace; drop: () => Promise<void> }> {
  const url = new URL(process.env["PG_URL"] ?? "");
  const name = `doors_${randomBytes(6).toString("hex")}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { place: { postgres: own.href }, drop: () => run(`drop database ${name}`) };
}

export const engines: readonly ("sqlite" | "postgres")[] = process.env["PG_URL"] ? ["sqlite", "postgres"] : ["sqlite"];

const stillBytes = Buffer.from("a still");
const clipBytes = Buffer.from("a clip");
const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
export const stillHash = sha(stillBytes);
export const clipHash = sha(clipBytes);
const medium = (hash: string, name: string, facts: Partial<MediumFacts>) =>
  ({ hash, bytes: 3, type: "image/png", width: 2, height: 2, name, rights: "team", ...facts }) as const;

const studyFile = (id: string, protocol: StudyFile["protocol"], more: object = {}): StudyFile => ({
  id,
  title: `Study ${id}`,
  protocol,
  languages: ["en"],
  signLanguage: "ase",
  timeZone: "UTC",
  opaqueIds: true,
  settings: settings.parse({ cannotTell: true, ...more }),
});

const question = (id: string, practice = false): ChoiceItem => ({
  protocol: "choice",
  id,
  name: `name-of-${id}`,
  practice,
  modality: "image",
  entry: `entry-of-${id}`,
  articulations: ["air-writing"],
  options: { A: "one", B: "two", C: "three", D: "four" },
  media: stillHash,
});
const clip = (id: string): EmotionItem => ({
  protocol: "emotion",
  id,
  name: id,
  practice: false,
  clip: id,
  media: clipHash,
  condition: "hidden",
});

const person = (code: string, role: "annotator" | "expert" | "adjudicator") =>
  ({ code, role, seat: "panel", language: "en" }) as const;
const quiz: StudyDraft = {
  study: studyFile("quiz", "choice"),
  items: [question("q1"), question("q2"), question("q3", true)],
  keys: new Map([
    ["q1", "A"],
    ["q2", "B"],
    ["q3", "C"],
  ]),
  people: [person("E1", "expert"), person("E2", "expert"), person("J1", "adjudicator")],
  media: [medium(stillHash, "still.png", {})],
};
const clips: StudyDraft = {
  study: studyFile("clips", "emotion", { captions: "hidden" }),
  items: [clip("c1"), clip("c2"), clip("c3"), clip("c4")],
  keys: new Map(),
  people: [person("A1", "annotator"), person("A2", "annotator")],
  media: [medium(clipHash, "clip.mp4", { type: "video/mp4", durationMs: 1000 })],
};

export interface Asked {
  readonly body?: unknown;
  readonly cookie?: string;
  readonly key?: string;
  /** Null: no Origin header at all. */
  readonly origin?: string | null;
  readonly type?: string | null;
}

export interface World {
  readonly deps: Deps;
  readonly app: Hono;
  /** People by code; `owner` coordinates the quiz, `other` coordinates the clips. */
  readonly people: ReadonlyMap<string, string>;
  readonly logged: string[];
  ahead(ms: number): void;
  ask(method: string, path: string, asked?: Asked): Promise<Response>;
  /** A personal link's token for the person with this code. */
  tokenFor(code: string): Promise<string>;
  /** Opens a personal link as Start does. */
  start(code: string): Promise<{ cookie: string; key: string; device: string }>;
  /** A coordinator with a password, signed in. */
  coordinator(code: "owner" | "other"): Promise<string>;
  close(): Promise<void>;
}

export const cookieIn = (answer: Response): string => (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
export const tokenIn = (link: string): string => link.split("#")[1] ?? "";

export async function openWorld(
  engine: "sqlite" | "postgres",
  publicUrl = "http://127.0.0.1:8787",
  clientDir?: string,
): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-doors-"));
  const { place, drop } =
    engine === "postgres"
      ? await freshDatabase()
      : { place: { sqlite: join(folder, "store.db") }, drop: async () => undefined };
  const store = await openStore(place);
  const logged: string[] = [];
  let now = Date.parse("2026-12-01T08:00:00Z");
  const clock = () => new Date(now);
  const deps: Deps = {
    store,
    media: createMediaStore(join(folder, "media")),
    figures: createFigures({ store, clock }),
    clock,
    publicUrl: new URL(publicUrl),
    uploadsDir: join(folder, "uploads"),
    erasedList: join(folder, "erased.jsonl"),
    log: pino({ level: "trace" }, { write: (line: string) => void logged.push(line) }),
    ...(clientDir === undefined ? {} : { clientDir }),
  };
  await deps.media.put(stillBytes);
  await deps.media.put(clipBytes);
  const app = createApp(deps);
  const owner = await firstCoordinator(store, clock());
  const other = await createPerson(store, { name: null, language: "en" }, clock());
  const inQuiz = await insertStudy(store, quiz, { coordinators: [owner], now: clock(), state: "open" });
  const inClips = await insertStudy(store, clips, { coordinators: [other], now: clock(), state: "open" });
  const people = new Map([["owner", owner], ["other", other], ...inQuiz.people, ...inClips.people]);
  const idOf = (code: string) => people.get(code) ?? "";

  const ask: World["ask"] = async (method, path, asked = {}) => {
    const headers = new Headers();
    const origin = asked.origin === undefined ? deps.publicUrl.origin : asked.origin;
    if (origin !== null && method !== "GET") headers.set("origin", origin);
    if (asked.cookie !== undefined) headers.set("cookie", asked.cookie);
    if (asked.key !== undefined) headers.set("authorization", `Bearer ${asked.key}`);
    const type = asked.type === undefined ? "application/json" : asked.type;
    if (asked.body !== undefined && type !== null) headers.set("content-type", type);
    const body = typeof asked.body === "string" ? asked.body : JSON.stringify(asked.body);
    return app.request(new URL(path, publicUrl).href, {
      method,
      headers,
      ...(asked.body === undefined ? {} : { body: type === null ? new TextEncoder().encode(body) : body }),
    });
  };
  const tokenFor = async (code: string) => tokenIn(await createLink(deps, idOf(code), "personal"));

  return {
    deps,
    app,
    people,
    logged,
    ahead: (ms) => {
      now += ms;
    },
    ask,
    tokenFor,
    start: async (code) => {
      const answer = await ask("POST", "/api/access/redeem", { body: { token: await tokenFor(code), shared: false } });
      const { deviceKey, device } = (await answer.json()) as { deviceKey: string; device: string };
      return { cookie: cookieIn(answer), key: deviceKey, device };
    },
    coordinator: async (code) => {
      const link = code === "owner" ? await setupLink(deps) : await createLink(deps, idOf(code), "setup");
      const body = { token: tokenIn(link ?? ""), name: `Person ${code}`, password: "a long password" };
      return cookieIn(await ask("POST", "/api/access/setup", { body }));
    },
    close: async () => {
      await store.close();
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function problemIn(answer: Response): Promise<{ status: number; code: string; detail?: string }> {
  const body = (await answer.json()) as { code: string; detail?: string };
  return { status: answer.status, ...body };
}

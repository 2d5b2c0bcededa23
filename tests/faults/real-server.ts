// The real server in this process, with faults on the line: what a history asks for, over the real store on disk.
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Hono } from "hono";
import { pino } from "pino";
import type { Flag } from "#schemas/standing";
import { type ChoiceItem, type StudyDraft, settings } from "#schemas/study";
import { createApp } from "#server/app";
import { createFigures } from "#server/figures/figures";
import { createMediaStore } from "#server/media/store";
import { headsOf, raiseEpochs, snapshotTo } from "#server/store/backup";
import { createDevice } from "#server/store/devices";
import { readLog } from "#server/store/log";
import { openStore, type Store } from "#server/store/open";
import { createPerson } from "#server/store/persons";
import { insertStudy } from "#server/store/studies";
import type { HistoryServer } from "../outbox/histories.ts";
import type { Fault } from "../outbox/server-model.ts";

const question = (id: string): ChoiceItem => ({
  protocol: "choice",
  id,
  name: id,
  practice: false,
  modality: "text",
  entry: id,
  articulations: ["air-writing"],
  options: { A: "one", B: "two", C: "three", D: "four" },
  text: "The hands move.",
});
const draft: StudyDraft = {
  study: {
    id: "s1",
    title: "Histories",
    protocol: "choice",
    languages: ["en"],
    signLanguage: "ase",
    timeZone: "UTC",
    opaqueIds: true,
    settings: settings.parse({}),
  },
  items: ["i1", "i2", "i3"].map(question),
  keys: new Map(["i1", "i2", "i3"].map((id) => [id, "A"])),
  people: ["ada", "bo"].map((code) => ({ code, role: "expert", seat: "panel", language: "en" })),
  media: [],
};
const now = (): Date => new Date();

/** A migrated store with the study in it, made once and copied for each history. */
export async function template(): Promise<{ file: string; people: Map<string, string>; drop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-histories-"));
  const file = join(folder, "template.db");
  const store = await openStore({ sqlite: join(folder, "made.db") });
  const coordinator = await createPerson(store, { name: null, language: "en" }, now());
  const { people } = await insertStudy(store, draft, { coordinators: [coordinator], now: now(), state: "open" });
  await snapshotTo(store, file);
  await store.close();
  return { file, people: new Map(people), drop: () => rm(folder, { recursive: true, force: true }) };
}

export async function realServer(made: { file: string; people: Map<string, string> }): Promise<HistoryServer> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-history-"));
  const publicUrl = new URL("http://127.0.0.1:8787");
  const media = createMediaStore(join(folder, "media"));
  let at = 0;
  let backup = "";
  let store: Store;
  let app: Hono;
  const open = async (from: string): Promise<void> => {
    const sqlite = join(folder, `store-${at++}.db`);
    await copyFile(from, sqlite);
    store = await openStore({ sqlite });
    const figures = createFigures({ store, clock: now });
    app = createApp({ store, media, figures, clock: now, publicUrl, log: pino({ level: "silent" }) });
  };
  await open(made.file);

  const poison = new Set<string>();
  const ever = new Set<string>();
  const rows: HistoryServer["rows"] = async () => {
    const log = await readLog(store, "s1", 0, 10_000);
    return log.map(({ id, body, device, n, flags }) => ({
      id,
      text: body,
      device: device ?? "",
      n: n ?? 0,
      flags: JSON.parse(flags) as Flag[],
    }));
  };
  const remember = async (): Promise<void> => {
    for (const { id } of await rows()) ever.add(id);
  };

  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    const bytes = init.body instanceof Blob ? await init.body.arrayBuffer() : init.body;
    if (init.body instanceof Blob) {
      const { responses } = JSON.parse(gunzipSync(Buffer.from(bytes as ArrayBuffer)).toString()) as {
        responses: string[];
      };
      if (responses.some((text) => poison.has((JSON.parse(text) as { id: string }).id)))
        return new Response("no", { status: 500 });
    }
    const given = bytes === undefined || bytes === null ? {} : { body: bytes };
    return app.request(new URL(path, publicUrl).href, { ...init, ...given } as RequestInit);
  };

  const server: HistoryServer = {
    faults: [] as Fault[],
    poison,
    fetch: async (path, init = {}) => {
      const fault = server.faults.shift() ?? "none";
      if (fault === "cut-before") throw new TypeError("the line was cut");
      if (typeof fault === "number") return answered(fault);
      if (fault === "html") return new Response("<html>Sign in to the Wi-Fi</html>");
      const reply = await ask(path, init);
      if (fault === "twice") await ask(path, init);
      if (fault === "cut-after") throw new TypeError("the line was cut");
      if (fault === "truncated") return new Response((await reply.text()).slice(0, 40), { status: reply.status });
      return reply;
    },
    ever: async () => {
      await remember();
      return ever;
    },
    addDevice: async (code) => {
      const person = made.people.get(code) ?? "";
      return { person, ...(await createDevice(store, { person, shared: false, now: now() })) };
    },
    backUp: async () => {
      backup = join(folder, `backup-${at++}.db`);
      await snapshotTo(store, backup);
    },
    restore: async () => {
      await remember();
      const atLeast = Math.max(...(await headsOf(store)).map(({ epoch }) => epoch));
      await store.close();
      await open(backup);
      await raiseEpochs(store, atLeast, now());
    },
    rows,
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return server;
}

/** A refusal in the server's own shape, as a proxy in trouble might forge it. */
const answered = (status: number): Response =>
  Response.json({ type: "about:blank", title: "refused", status, code: "internal" }, { status });

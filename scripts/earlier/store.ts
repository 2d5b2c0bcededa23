// A small data folder's database as it was after one step of the migrations: every table has rows, written by the real
// store and then copied into tables of that age. Beside it what its figures were.
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import Database from "better-sqlite3";
import canonicalize from "canonicalize";
import { Kysely, SqliteDialect } from "kysely";
import { v4, v7 } from "uuid";
import { emotionIds } from "#schemas/labels";
import { type Item, type StudyDraft, studyFile } from "#schemas/study";
import { createFigures } from "#server/figures/figures";
import { createDevice } from "#server/store/devices";
import { appendDecision, appendPush } from "#server/store/log";
import { migrate } from "#server/store/migrations";
import { openStore, type Store } from "#server/store/open";
import { createPerson } from "#server/store/persons";
import { closeRecording, noteSlice } from "#server/store/recordings";
import { insertStudy } from "#server/store/studies";

const noon = new Date("2026-06-01T12:00:00.000Z");
const hash = createHash("sha256").update("a clip of the sample").digest("hex");

const clip = (k: number): Item => ({
  ...{ protocol: "emotion", id: `c${k}`, name: `c${k}`, practice: k === 3, clip: `c${k}`, media: hash },
  condition: "hidden",
});
const question = (k: number): Item => ({
  ...{ protocol: "choice", id: `q${k}`, name: `q${k}`, practice: false, modality: "text", entry: `e${k}` },
  ...{ articulations: [], options: { A: "one", B: "two", C: "three", D: "four" }, text: `The hands move in way ${k}.` },
});
const draftOf = (protocol: "choice" | "emotion"): StudyDraft => {
  const items = protocol === "choice" ? [0, 1, 2].map(question) : [0, 1, 2, 3].map(clip);
  const role = protocol === "choice" ? "expert" : "annotator";
  const common = { languages: ["en", "zh-Hans"], signLanguage: "csl", settings: {} };
  return {
    study: studyFile.parse({ id: protocol === "choice" ? "quiz" : "clips", title: "Earlier", protocol, ...common }),
    items,
    keys: new Map(items.filter((item) => item.protocol === "choice").map(({ id }) => [id, "B"])),
    people: [1, 2, 3].map((n) => ({ code: `${role[0]?.toUpperCase()}${n}`, role, seat: "panel", language: "en" })),
    media:
      protocol === "choice"
        ? []
        : [
            {
              hash,
              bytes: 20,
              type: "video/mp4",
              width: 2,
              height: 2,
              name: "c.mp4",
              rights: "team",
              credit: "nobody",
            },
          ],
  };
};

async function fill(store: Store): Promise<void> {
  const coordinator = await createPerson(store, { name: "Carla", language: "en" }, noon);
  const { db } = store;
  await db.insertInto("instance").values({ name: "sample", value: "yes" }).execute();
  await db
    .insertInto("accounts")
    .values({ person: coordinator, sign_in_name: "carla", password_hash: "none" })
    .execute();
  const at = noon.toISOString();
  await db
    .insertInto("sessions")
    .values({ token_hash: "0".repeat(64), person: coordinator, created_at: at, expires_at: at })
    .execute();
  for (const protocol of ["choice", "emotion"] as const) {
    const draft = draftOf(protocol);
    const study = draft.study.id;
    const { people } = await insertStudy(store, draft, { coordinators: [coordinator], now: noon, state: "open" });
    for (const [code, person] of people) await answers(store, study, protocol, code, person);
    const decided = { v: 1, study, at, by: coordinator } as const;
    const person = people.get(protocol === "choice" ? "E3" : "A3") ?? "";
    await appendDecision(store, { ...decided, id: v7(), kind: "seat", person, seat: "comparison" }, noon);
    if (protocol === "choice")
      await appendDecision(
        store,
        { ...decided, id: v7(), kind: "key", item: "q2", act: "accept-two", option: "C" },
        noon,
      );
    else
      await appendDecision(
        store,
        { ...decided, id: v7(), kind: "adjudicate", item: "c1", label: "joy", value: 1 },
        noon,
      );
  }
}

async function answers(store: Store, study: string, protocol: string, code: string, person: string): Promise<void> {
  const { device } = await createDevice(store, { person, shared: false, now: noon });
  const token = createHash("sha256").update(code).digest("hex");
  await store.db
    .insertInto("links")
    .values({
      ...{ id: v4(), token_hash: token, person, kind: "personal", created_at: noon.toISOString() },
      ...{ expires_at: null, used_at: null, revoked_at: null },
    })
    .execute();
  const who = Number(code.slice(1));
  let n = 0;
  const text = (more: object): string => {
    n += 1;
    const at = new Date(noon.getTime() + n * 1000).toISOString();
    const common = { v: 1, app: "0.1.0", id: v7(), device, n, study, studyVersion: 1, person, at, offset: 120 };
    return canonicalize({ ...common, occasion: 1, ...more }) as string;
  };
  const given = [0, 1, 2].map((k) =>
    protocol === "choice"
      ? text({ kind: "choice", item: `q${k}`, answer: { option: "ABC"[(k + who) % 3], shown: ["C", "A", "D", "B"] } })
      : text({
          ...{ kind: "emotion", item: `c${k}` },
          answer: {
            ...{ sentiment: ((k + who) % 7) - 3, confidence: 50 + who * 10, cues: [] },
            emotions: Object.fromEntries(emotionIds.map((label, at) => [label, (at + k * who) % 4])),
          },
        }),
  );
  const first = (JSON.parse(given[0] ?? "{}") as { id: string }).id;
  const item = protocol === "choice" ? "q0" : "c0";
  const recording = v7();
  given.push(text({ kind: "skip", item, replaces: first, answer: { reason: "bad-video", text: "字幕" } }));
  given.push(text({ kind: "flag", item, answer: { reason: "other", recording } }));
  const erased = text({ kind: "note", item, answer: { text: "to be taken away" } });
  given.push(erased, text({ kind: "choice", item: "nowhere", answer: { option: "A", shown: ["A", "B"] } }));
  await appendPush(store, { device, person, texts: given, now: noon, said: { maxN: n, pending: 0 } });
  const row = JSON.parse(erased) as { id: string; n: number };
  const log = await store.db.selectFrom("log").select("seq").where("id", "=", row.id).executeTakeFirstOrThrow();
  await store.db.deleteFrom("log").where("id", "=", row.id).execute();
  await store.db
    .insertInto("tombstones")
    .values({ id: row.id, study, device, n: row.n, seq: log.seq, erased_at: noon.toISOString() })
    .execute();
  await record(store, { person, device }, study, recording, (JSON.parse(given[4] ?? "{}") as { id: string }).id);
}

async function record(
  store: Store,
  giver: { person: string; device: string },
  study: string,
  id: string,
  response: string,
): Promise<void> {
  const hashes = [0, 1].map((n) => createHash("sha256").update(`${id} ${n}`).digest("hex"));
  for (const [n, one] of hashes.entries()) await noteSlice(store, id, giver, { n, hash: one, bytes: 38 }, noon);
  const told = { study, response, type: "video/webm;codecs=vp8", durationMs: 2000, slices: 2, hashes };
  await closeRecording(store, id, giver, told, noon);
}

/** Writes `<step>.db.gz` and `<step>.json`: rows of every table and the figures. */
export async function makeStore(to: string, step: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "countersign-earlier-"));
  const whole = await openStore({ sqlite: join(work, "whole.db") });
  await fill(whole);
  const figures = createFigures({ store: whole, clock: () => noon });
  const told: Record<string, unknown> = {};
  for (const study of ["quiz", "clips"]) {
    const { labels } = await figures.labels(study);
    told[study] = labels.map(({ item, label, value, rule, votes, of }) => [item, label, value, rule, votes, of]);
  }
  await whole.close();

  const raw = new Database(join(work, "old.db"));
  raw.pragma("page_size = 512");
  // biome-ignore lint/suspicious/noExplicitAny: the tables are as they were then.
  const db = new Kysely<any>({ dialect: new SqliteDialect({ database: raw }) });
  await migrate({ db, engine: "sqlite" }, { upTo: step });
  raw.pragma("foreign_keys = OFF");
  raw.prepare("attach ? as whole").run(join(work, "whole.db"));
  const tables = raw
    .prepare("select name from main.sqlite_master where type = 'table' and name not like 'kysely%'")
    .pluck()
    .all() as string[];
  const rows: Record<string, number> = {};
  for (const table of tables) {
    const columns = raw.prepare(`select name from pragma_table_info('${table}')`).pluck().all().join(", ");
    raw.prepare(`insert into main.${table} (${columns}) select ${columns} from whole.${table}`).run();
    rows[table] = raw.prepare(`select count(*) from main.${table}`).pluck().get() as number;
  }
  raw.prepare("update main.kysely_migration set timestamp = '2026-06-01T12:00:00.000Z'").run();
  raw.prepare("detach whole").run();
  raw.exec("vacuum");
  await db.destroy();
  writeFileSync(join(to, `${step}.db.gz`), gzipSync(readFileSync(join(work, "old.db")), { level: 9 }));
  writeFileSync(join(to, `${step}.json`), `${JSON.stringify({ rows, labels: told })}\n`);
  rmSync(work, { recursive: true });
}

// A data folder with one large quiz in it, made straight into the tables: what the figures are measured on.
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import Database from "better-sqlite3";
import canonicalize from "canonicalize";
import { mulberry32 } from "#schemas/seeded";
import { type Item, type StudyDraft, studyFile } from "#schemas/study";
import { openData } from "#server/commands/data";
import { createDevice } from "#server/store/devices";
import { firstCoordinator } from "#server/store/persons";
import { insertStudy } from "#server/store/studies";

const modalities = ["text", "image", "video"] as const;

const questions = (count: number): Item[] =>
  Array.from({ length: count }, (_, k) => ({
    protocol: "choice" as const,
    id: `i${String(k).padStart(6, "0")}`,
    name: `q${k}`,
    practice: false,
    modality: modalities[k % 3] as (typeof modalities)[number],
    entry: `e${Math.floor(k / 3)}`,
    articulations: k % 7 === 0 ? ["air-writing" as const] : [],
    options: { A: "one", B: "two", C: "three", D: "four" },
    text: `The hands move in way ${k}.`,
  }));

export interface Made {
  readonly study: string;
  /** The device key and device of a person who has answered nothing yet. */
  readonly free: { readonly key: string; readonly device: string; readonly person: string };
}

/** `people` who answer all `items`, and one more who answers nothing. Answers are right nine times of ten. */
export async function makeLarge(folder: string, people: number, items: number): Promise<Made> {
  const data = await openData(folder);
  const now = new Date("2026-11-01T08:00:00.000Z");
  const coordinator = await firstCoordinator(data.store, now);
  const list = questions(items);
  const draft: StudyDraft = {
    study: studyFile.parse({ id: "large", title: "Large", protocol: "choice", languages: ["en"], signLanguage: "csl" }),
    items: list,
    keys: new Map(list.map(({ id }) => [id, "A"])),
    people: Array.from({ length: people + 1 }, (_, p) => ({
      ...{ code: `E${p}`, role: "expert" as const, seat: "panel" as const, language: "en" as const },
    })),
    media: [],
  };
  const made = await insertStudy(data.store, draft, { coordinators: [coordinator], now, state: "open" });
  const person = made.people.get(`E${people}`) as string;
  const { device, deviceKey: key } = await createDevice(data.store, { person, shared: false, now });
  await data.close();
  fill(join(folder, "countersign.db"), people, items, (code) => made.people.get(code) as string);
  return { study: "large", free: { key, device, person } };
}

function fill(file: string, people: number, items: number, personOf: (code: string) => string): void {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = OFF");
  const chance = mulberry32(7);
  const put = db.prepare(
    `insert into log (study, seq, entry, id, hash, body, person, device, n, item, occasion, kind, flags, received_at)
     values ('large', ?, 'response', ?, ?, ?, ?, ?, ?, ?, 1, 'choice', '[]', '2026-11-02T08:00:00.000Z')`,
  );
  let seq = 0;
  db.transaction(() => {
    for (let p = 0; p < people; p++) {
      const person = personOf(`E${p}`);
      const device = uuidLike(p, 1);
      for (let k = 0; k < items; k++) {
        seq += 1;
        const option = chance() < 0.9 ? "A" : (["B", "C", "D"][Math.floor(chance() * 3)] as string);
        const item = `i${String(k).padStart(6, "0")}`;
        const id = uuidLike(seq, 0);
        const record = {
          ...{ v: 1, app: "bench", id, device, n: k + 1, study: "large", studyVersion: 1, person },
          ...{ at: "2026-11-02T08:00:00.000Z", offset: 0, kind: "choice", item, occasion: 1, activeMs: 2300 },
          answer: { option, shown: ["A", "B", "C", "D"] },
        };
        const body = canonicalize(record) as string;
        put.run(seq, id, createHash("sha256").update(body).digest("hex"), body, person, device, k + 1, item);
      }
    }
    db.prepare("update studies set seq = ? where id = 'large'").run(seq);
  })();
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
}

const salt = randomBytes(4).toString("hex");
const uuidLike = (n: number, kind: number): string =>
  `${salt}-000${kind}-7000-8000-${n.toString(16).padStart(12, "0")}`;

// The page that the kills are tried on: the app's own modules, saving answers as fast as told and saying which are saved.
import { seal } from "#client/capture/seal";
import type { PersonDatabase } from "#client/outbox/database";
import { startDelivery } from "#client/outbox/delivery";
import { storeMedia } from "#client/outbox/media";
import { mediaCache } from "#client/outbox/media-cache";
import { refreshPack } from "#client/outbox/packs";
import { openPerson, redeem } from "#client/outbox/people";
import { put } from "#client/outbox/put";
import { keepSlice, newTakeId } from "#client/outbox/recordings";
import { waiting } from "#client/outbox/status";

declare global {
  interface Window {
    /** Given by the test: hears at once of each answer that is saved. */
    heard(id: string, person: string): void;
    /** The same of each slice of a recording, with its SHA-256. */
    keptSlice(recording: string, n: number, hash: string): void;
    bench: typeof bench;
  }
}

let db: PersonDatabase;
let saving = false;
let running: Promise<void> = Promise.resolve();
const notStrict: string[] = [];

const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (stores, mode, options) {
  const made = begin.call(this, stores, mode, options);
  if (mode === "readwrite" && made.objectStoreNames.contains("outbox") && made.durability !== "strict")
    notStrict.push(made.durability);
  return made;
};

async function untilDone<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act();
    } catch {
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

async function save(): Promise<void> {
  const items = await db.items.toArray();
  for (let k = 0; saving; k++) {
    const item = items[Math.floor(Math.random() * items.length)];
    if (item === undefined) return;
    const base = { study: item.study, studyVersion: 1, item: item.id, occasion: item.occasion };
    const sealed =
      item.options === undefined
        ? seal({ ...base, kind: "emotion", answer: { sentiment: (k % 7) - 3, emotions: { joy: k % 4 }, cues: [] } })
        : seal({ ...base, kind: "choice", answer: { option: "A", shown: ["B", "A", "C", "D"] } });
    const { id } = await put(db, sealed);
    window.heard(id, db.person);
    await new Promise((done) => setTimeout(done, 10));
  }
}

const hashOf = async (bytes: ArrayBuffer): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** Films the (fake) camera in short slices, each saved as it comes, until the page dies or somebody stops it. */
async function film(): Promise<MediaRecorder> {
  const [item] = await db.items.toArray();
  const stream = await navigator.mediaDevices.getUserMedia({ video: { width: 160, height: 120 } });
  const type = "video/webm;codecs=vp8";
  const recorder = new MediaRecorder(stream, { mimeType: type });
  const of = { study: item?.study ?? "", item: item?.id ?? "", occasion: item?.occasion ?? 1, place: "reason" };
  const take = { ...of, id: newTakeId(), type };
  let n = 0;
  let saving: Promise<void> = Promise.resolve();
  recorder.ondataavailable = ({ data }) => {
    if (data.size === 0) return;
    const k = n++;
    saving = saving.then(async () => {
      await keepSlice(db, take, k, data, (k + 1) * 200);
      window.keptSlice(take.id, k, await hashOf(await data.arrayBuffer()));
    });
  };
  recorder.start(200);
  return recorder;
}

const bench = {
  async film(): Promise<void> {
    await film();
  },
  /** Answers with every take that a death left lying here: [recording, response]. */
  async answerTakes(): Promise<[string, string][]> {
    const out: [string, string][] = [];
    for (const take of await db.recordings.where("state").anyOf(["taking", "kept"]).toArray()) {
      const { study, item = "", occasion = 1 } = take;
      const base = { study, studyVersion: 1, item, occasion };
      const { id } = await put(
        db,
        seal({ ...base, kind: "flag", answer: { reason: "other", recording: take.id } } as never),
      );
      window.heard(id, db.person);
      out.push([take.id, id]);
    }
    return out;
  },
  async begin(token: string): Promise<string> {
    const { person } = await untilDone(() => redeem(token, false));
    db = await openPerson(person);
    if ((await db.items.count()) === 0)
      await untilDone(async () => {
        if ((await refreshPack(db)) !== "fresh") throw new Error("no pack yet");
      });
    startDelivery();
    return person;
  },
  save(): void {
    saving = true;
    running = save();
  },
  async stop(): Promise<void> {
    saving = false;
    await running;
  },
  waiting: () => waiting(db),
  sent: () => db.responses.where("state").equals("sent").primaryKeys(),
  held: () => db.responses.toCollection().primaryKeys(),
  notStrict: () => notStrict,
  store: () => storeMedia(db),
  listed: () => db.media.toCollection().primaryKeys(),
  /** What stands in every cache of this origin: SHA-256 of each body, by address. */
  async cached(): Promise<{ cache: string; path: string; hash: string; text: string }[]> {
    const out: { cache: string; path: string; hash: string; text: string }[] = [];
    for (const cache of await caches.keys())
      for (const request of await (await caches.open(cache)).keys()) {
        const bytes = await (await (await caches.open(cache)).match(request))?.arrayBuffer();
        const hash = await hashOf(bytes ?? new ArrayBuffer());
        const text = new TextDecoder().decode((bytes ?? new ArrayBuffer()).slice(0, 200));
        out.push({ cache, path: new URL(request.url).pathname, hash, text });
      }
    return out;
  },
  mediaCache,
};
window.bench = bench;

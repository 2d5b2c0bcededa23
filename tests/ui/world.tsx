// One person's browser for the screens' tests: real Dexie databases, a real clip in the real cache, the real app.
import { cleanup, configure, render } from "@testing-library/react";
import axe from "axe-core";
import { StrictMode } from "react";
import "../../client/ui/tokens.css";
import "../../client/ui/base.css";
import { App } from "../../client/app.tsx";
import { type PersonDatabase, type StudyRow, setMeta } from "../../client/outbox/database.ts";
import { databaseOf, forget, registry } from "../../client/outbox/known.ts";
import { mediaCache } from "../../client/outbox/media-cache.ts";
import clipUrl from "../../fixtures/media/numbered-30.mp4?url";
import type { Language } from "../../schemas/basics.ts";
import type { Response as Given } from "../../schemas/response.ts";
import type { PackItem } from "../../schemas/sync.ts";

configure({ asyncUtilTimeout: 8000 });

const clip = { fps: 30, frames: 48, durationMs: 1600, firstTimestampMs: 0, width: 128, height: 64 };

export const emotionStudy: StudyRow = {
  id: "weather",
  version: 1,
  epoch: 0,
  state: "open",
  title: "Weather and family",
  protocol: "emotion",
  languages: ["en", "zh-Hans"],
  signLanguage: "ase",
  code: "A1",
  settings: {
    breakEvery: 25,
    cannotTell: false,
    advance: "auto",
    ownScore: false,
    captions: "hidden",
    faces: false,
    restIsZero: false,
    wholeViewFirst: false,
    speedsAtCues: true,
  },
};
export const quizStudy: StudyRow = { ...emotionStudy, id: "signs", title: "Signs", protocol: "choice", code: "E1" };

export const clipItem = (n: number, more: Partial<PackItem> = {}): PackItem => ({
  id: `clip-${n}`,
  occasion: 1,
  practice: false,
  modality: "video",
  ...more,
});
export const question = (n: number, more: Partial<PackItem> = {}): PackItem => ({
  id: `q${n}`,
  occasion: 1,
  practice: false,
  modality: "text",
  text: "双手平伸，掌心向上，左右交替上下移动几下。",
  options: { A: "天气", B: "笔记本电脑", C: "因为", D: "传讯" },
  ...more,
});

export interface World {
  readonly db: PersonDatabase;
  readonly hash: string;
  readonly given: () => Promise<Given[]>;
  readonly end: () => Promise<void>;
}

let made = 0;

/** A person with these studies; items that are videos get the one clip, stored on this device. */
export async function world(studies: readonly { study: StudyRow; items: readonly PackItem[] }[]): Promise<World> {
  made += 1;
  const person = `p-${made}-${crypto.randomUUID().slice(0, 8)}`;
  const bytes = await (await fetch(clipUrl)).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const stored = new Response(bytes, { headers: { "content-type": "video/mp4" } });
  await (await caches.open(mediaCache)).put(`/media/${hash}`, stored);
  const addedAt = new Date().toISOString();
  await registry.people.put({ person, initials: "ML", shared: false, addedAt, signedOut: false, linkHash: person });
  sessionStorage.setItem("countersign-person", person);
  const db = databaseOf(person);
  await setMeta(db, "device", crypto.randomUUID());
  await setMeta(db, "name", "Mei Lin");
  await setMeta(db, "language", "en");
  await setMeta(db, "shared", false);
  const checkedAt = new Date().toISOString();
  await setMeta(
    db,
    "begun",
    Object.fromEntries(studies.map(({ study }) => [study.id, { checkedAt, readAt: checkedAt }])),
  );
  for (const { study, items } of studies) {
    await db.studies.put(study);
    await db.items.bulkPut(
      items.map((item, position) => ({
        ...item,
        ...(item.modality === "video" && item.media === undefined ? { media: hash } : {}),
        study: study.id,
        position,
      })),
    );
  }
  const ids = studies.map(({ study }) => study.id);
  await db.media.put({ hash, bytes: bytes.byteLength, type: "video/mp4", ...clip, studies: ids, stored: 1 });
  return {
    db,
    hash,
    given: async () => {
      const rows = await db.responses.toArray();
      return rows.sort((a, b) => a.n - b.n).map((row) => JSON.parse(row.text) as Given);
    },
    end: async () => {
      cleanup();
      await new Promise((done) => setTimeout(done, 50));
      sessionStorage.removeItem("countersign-person");
      await forget(db);
      await caches.delete(mediaCache);
      localStorage.clear();
      history.replaceState(null, "", startAt);
      delete document.documentElement.dataset["theme"];
    },
  };
}

const startAt = location.href;

/** The app at an address, as somebody who is in force in this tab would find it. */
export function openApp(path: string, language: Language = "en"): void {
  history.replaceState(null, "", path);
  render(
    <StrictMode>
      <App language={language} />
    </StrictMode>,
  );
}

export async function faults(): Promise<string[]> {
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

/** Whether anything sticks out of the page to the right. */
export const sticksOut = (): boolean => document.documentElement.scrollWidth > innerWidth;

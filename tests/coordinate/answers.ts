// What the server answers the desk in component tests: a small emotion study and a small quiz in the shapes of
// schemas/desk.ts, with a missing value in each place where one may be missing.

import type {
  DeskAgreement,
  DeskBaseline,
  DeskExports,
  DeskItem,
  DeskLabel,
  DeskLabels,
  DeskPerson,
  ItemRating,
  Progress,
  StudyDetail,
  StudyRow,
} from "#schemas/desk";
import { type AgreementRow, articulationColumns, type BaselineRow } from "#schemas/figure";
import type { Hints } from "#schemas/hints";
import { emotionIds } from "#schemas/labels";
import type { Inbox, StudyMedium } from "#schemas/set-up";
import type { DeskSets } from "#schemas/sets";
import { modalities } from "#schemas/study";

const now = "2026-11-30T14:32:00.000Z";
const position = { epoch: 1, seq: 583 };

const settings: StudyDetail["definition"]["settings"] = {
  perItem: "all",
  order: "as-listed",
  apart: 10,
  breakEvery: 25,
  cannotTell: false,
  advance: "auto",
  ownScore: false,
  captions: "hidden",
  faces: false,
  restIsZero: false,
  shuffleEmotions: false,
  wholeViewFirst: true,
  speedsAtCues: true,
};

export const emotionRow: StudyRow = {
  id: "weather",
  title: "Weather and family",
  protocol: "emotion",
  state: "open",
  version: 2,
  role: "coordinator",
  people: 5,
  items: 200,
  asked: 600,
  answered: 583,
  skipped: 7,
  needs: { ties: 2, devices: 1, flags: 0, held: 0, notes: 0 },
  createdAt: "2026-11-01T08:00:00.000Z",
  lastAt: "2026-11-30T14:31:00.000Z",
};
export const quizRow: StudyRow = {
  ...emotionRow,
  id: "signs",
  title: "Signs of the north",
  protocol: "choice",
  items: 36,
  asked: 108,
  answered: 100,
  skipped: 2,
  needs: { ties: 0, devices: 0, flags: 0, held: 0, notes: 0 },
  lastAt: null,
};

const detail = (row: StudyRow): StudyDetail => ({
  ...row,
  position,
  practice: 4,
  definition: {
    id: row.id,
    title: row.title,
    protocol: row.protocol,
    languages: ["en", "zh-Hans"],
    signLanguage: "ase",
    timeZone: "UTC",
    opaqueIds: false,
    settings,
  },
  unplayed: 1,
  decisions: [
    {
      seq: 40,
      byName: "Mei",
      decision: {
        v: 1,
        id: "018f2c3a-7b1e-7a55-9c1d-0123456789ab",
        study: row.id,
        at: "2026-11-02T09:00:00.000Z",
        by: "p-mei",
        kind: "state",
        state: "open",
        reason: "pilot is done",
      },
    },
  ],
});

const people: DeskPerson[] = [
  {
    person: "p-1",
    study: "weather",
    code: "A01",
    name: "Ana",
    role: "annotator",
    seat: "panel",
    language: "en",
    addedAt: "2026-11-01T08:00:00.000Z",
    removedAt: null,
    link: { createdAt: "2026-11-01T08:00:00.000Z", usedAt: "2026-11-02T08:00:00.000Z" },
    devices: 2,
    lastSeenAt: "2026-11-30T14:30:00.000Z",
  },
  {
    person: "p-2",
    study: "weather",
    code: "A02",
    name: null,
    role: "annotator",
    seat: "comparison",
    language: "zh-Hans",
    addedAt: "2026-11-01T08:00:00.000Z",
    removedAt: null,
    link: null,
    devices: 0,
    lastSeenAt: null,
  },
];

const progress: Progress = {
  position,
  serverTime: now,
  people: [
    {
      person: "p-1",
      code: "A01",
      role: "annotator",
      seat: "panel",
      asked: 200,
      answered: 190,
      skipped: 4,
      open: 6,
      skips: { "bad-video": 3, upsetting: 1 },
      flags: 1,
      waiting: 12,
      oldestWaitingAt: "2026-11-30T12:00:00.000Z",
      gaps: 2,
      lastSeenAt: "2026-11-30T14:30:00.000Z",
      attention: { passed: 3, failed: 1, open: 0 },
    },
    {
      person: "p-2",
      code: "A02",
      role: "annotator",
      seat: "comparison",
      asked: 0,
      answered: 0,
      skipped: 0,
      open: 0,
      skips: {},
      flags: 0,
      waiting: 0,
      oldestWaitingAt: null,
      gaps: 0,
      lastSeenAt: null,
    },
  ],
};

const voted = (part: Partial<DeskLabel> & Pick<DeskLabel, "item" | "label" | "counts">): DeskLabel => ({
  name: part.item,
  value: null,
  rule: "unresolved",
  votes: 1,
  of: Object.values(part.counts).reduce((sum, times) => sum + times, 0),
  tied: [],
  spread: 0,
  adjudicated: null,
  ...part,
});

const labels: DeskLabels = {
  position,
  people: 3,
  labels: [
    voted({ item: "clip-0001", label: "sentiment", counts: { "-3": 1, "1": 1, "3": 1 }, tied: [-3, 1], spread: 6 }),
    voted({ item: "clip-0001", label: "joy", counts: { "0": 3 }, value: 0, rule: "unanimous", votes: 3 }),
    voted({
      item: "clip-0002",
      label: "sentiment",
      counts: { "2": 2, "0": 1 },
      value: 2,
      rule: "majority",
      votes: 2,
      spread: 2,
    }),
    voted({ item: "clip-0002", label: "joy", counts: { "1": 1, "2": 1 }, tied: [1, 2], spread: 1 }),
    voted({ item: "clip-0003", label: "sentiment", counts: {}, rule: "no-votes", votes: 0, spread: null }),
    voted({
      item: "clip-0003",
      label: "joy",
      counts: { "1": 1, "3": 1 },
      tied: [1, 3],
      spread: 2,
      adjudicated: { value: 3, by: "Mei", at: now, reason: "open smile" },
    }),
  ],
};

const alphas: (number | null)[] = [0.738, 0.699, 0.552, 0.381, -0.119, 0.555, 0.333, 0.351, null, 0.33, 1];
const agreement: DeskAgreement = {
  position,
  metric: null,
  people: 3,
  items: 200,
  labelled: 191,
  answers: 583,
  asked: 600,
  ties: 2,
  labels: ["sentiment", ...emotionIds].map((label, place): AgreementRow => {
    const alpha = alphas[place] ?? null;
    return {
      label,
      metric: "ordinal",
      state: alpha === null ? "undefined" : "ok",
      reason: alpha === null ? "all ratings are 0" : null,
      alpha,
      interval: alpha === null || alpha === 1 ? null : [alpha - 0.06, Math.min(1, alpha + 0.05)],
      units: 200,
      pairableUnits: 195,
      ratings: 583,
      pairable: 578,
      people: 3,
      percentAgreement: null,
      allAgreeShare: null,
      gwet: null,
      fleiss: null,
      brennanPrediger: null,
      cohen: [],
      withoutPerson: [],
      groups: [],
      self: [],
    };
  }),
  mean: { alpha: 0.482, labels: ["sentiment", ...emotionIds].filter((label) => label !== "disgust") },
};

const baseline: DeskBaseline = {
  position,
  chance: 0.25,
  keyDecisions: 1,
  beside: {
    firstExposure: null,
    gap: {
      ...{ text: 0.97, video: 0.83, pairs: 36, clusters: 12, difference: 0.14, interval: [0.05, 0.23] },
      designEffect: 1.2,
    },
    asAsked: null,
    lexicon: null,
    skips: { "bad-video": 2 },
    cannotTell: 1,
  },
  rows: modalities.flatMap((modality) =>
    articulationColumns.map((articulation): BaselineRow => {
      const none = articulation === "FS" && modality !== "text";
      const share = modality === "text" ? 0.9694 : 0.8333;
      return {
        modality,
        articulation,
        people: none ? 0 : 3,
        right: none ? 0 : 30,
        asked: none ? 0 : 36,
        pooled: none ? null : share,
        pooledInterval: none ? null : [share - 0.08, Math.min(1, share + 0.02)],
        meanOfPeople: none ? null : share,
        meanInterval: none ? null : [share - 0.07, Math.min(1, share + 0.02)],
        designEffect: none || modality === "text" ? null : 1.31,
        least: none ? null : share - 0.1,
        greatest: none ? null : Math.min(1, share + 0.1),
        perPerson: [],
      };
    }),
  ),
};

const quizItems: DeskItem[] = [
  {
    id: "q1",
    name: "0001_text",
    practice: false,
    retired: false,
    modality: "text",
    text: "一手平伸",
    options: { A: "勇士", B: "因为", C: "传讯", D: "水" },
    key: "B",
  },
  {
    id: "q2",
    name: "0001_video",
    practice: false,
    retired: false,
    modality: "video",
    options: { A: "水", B: "传讯", C: "因为", D: "勇士" },
    key: "C",
  },
];
const quizLabels: DeskLabels = {
  position,
  people: 3,
  labels: [
    voted({
      item: "q1",
      name: "0001_text",
      label: "choice",
      counts: { B: 2, A: 1 },
      value: "B",
      rule: "majority",
      votes: 2,
      spread: null,
    }),
    voted({ item: "q2", name: "0001_video", label: "choice", counts: {}, rule: "no-votes", votes: 0, spread: null }),
  ],
};

const ratings: ItemRating[] = [
  {
    code: "A01",
    seat: "panel",
    occasion: 1,
    label: "sentiment",
    value: -3,
    confidence: 80,
    skipped: false,
    reason: null,
    at: now,
  },
  {
    code: "A01",
    seat: "panel",
    occasion: 1,
    label: "joy",
    value: 0,
    confidence: 80,
    skipped: false,
    reason: null,
    at: now,
  },
  {
    code: "A02",
    seat: "comparison",
    occasion: 1,
    label: null,
    value: null,
    confidence: null,
    skipped: true,
    reason: "upsetting",
    at: now,
  },
];

const files: DeskExports = {
  position,
  files: ["labels.csv", "ratings.csv", "responses.jsonl", "agreement.csv", "labels-excel.csv"].map((file) => ({
    file,
    rows: 600,
    bytes: 48_000,
    refused: file === "agreement.csv" ? "no ratings yet" : null,
  })),
};

const media: StudyMedium[] = [
  {
    name: "clip-0001.mp4",
    facts: { hash: "a".repeat(64), bytes: 48_213, type: "video/mp4", width: 320, height: 320, durationMs: 3200 },
    rights: "open",
    credit: "drawn for this test",
    retiredAt: null,
    playedAt: "2026-11-01T08:00:00.000Z",
  },
  {
    name: "clip-0002.mp4",
    facts: { hash: "b".repeat(64), bytes: 51_002, type: "video/mp4", width: 320, height: 320, durationMs: 3000 },
    rights: "ids-only",
    credit: null,
    retiredAt: null,
    playedAt: null,
  },
];

const anId = (n: number) => `018f2c3a-7b1e-7a55-9c1d-0123456789${String(n).padStart(2, "0")}`;
const from = (n: number) => ({ response: anId(n), code: "A01", at: now });
const onItem = { item: "clip-0001", itemName: "clip-0001" };
const waiting: Inbox = {
  position,
  notes: [
    { ...from(1), ...onItem, text: "Which face do you mean?", recording: null, mayWatch: false, replies: [] },
    {
      ...{ ...from(2), item: null, itemName: null, text: null, recording: anId(3), mayWatch: false },
      replies: [{ at: now, texts: { en: "Either." } }],
    },
  ],
  flags: [
    { ...from(4), ...onItem, text: "cut", recording: null, mayWatch: false, reason: "bad-video", settled: false },
  ],
  held: [{ ...from(5), ...onItem, kind: "emotion", why: ["beyond-k"], says: -2 }],
  quarantined: [{ id: anId(6), hash: "c".repeat(64), code: "A02", at: now, problem: "no such item" }],
  retired: [{ ...onItem, at: now, reason: "its signer asked" }],
  announced: [{ id: anId(7), at: now, texts: { en: "Either.", "zh-Hans": "都可以。" } }],
};

interface Asked {
  readonly path: string;
  readonly method: string;
  readonly body: unknown;
}

/** A server of fixed answers: `asked` keeps every act that the desk sent, `answers` may be changed by a test. */
const hintsGiven: Hints = {
  position,
  people: [
    {
      ...{ person: "A1", answers: 40, timed: 38, medianMs: 14_250, underSecond: 0, underHalf: 3, notWatched: 2 },
      ...{ equalCards: 1, constantConfidence: 80, longestLine: 0 },
    },
  ],
  items: [],
  places: [],
  cues: { clips: 12, pairs: 30, iou: 0.412 },
};

const sets: DeskSets = {
  position,
  parts: [
    {
      ...{ condition: "hidden", items: 200, jaccard: 0.81, left: { incomplete: 10, seldom: 13 } },
      sentiment7: [{ value: "-3", items: 29 }],
      sentiment3: [{ value: "negative", items: 121 }],
      single: [{ value: "happiness", items: 54 }],
      multi: [{ value: "sadness+worry", items: 7 }],
      people: [
        {
          ...{ person: "C1", set: "sentiment-3", classes: ["negative", "neutral", "positive"], n: 200, invalid: 3 },
          ...{ accuracy: 0.6, balancedAccuracy: 0.5564, weightedF1: 0.5764, recall: [0.7, null, 0.4] },
          confusion: [
            [80, 20, 21],
            [0, 0, 0],
            [30, 10, 36],
          ],
        },
      ],
    },
  ],
};

export function standIn(change: Record<string, unknown> = {}) {
  const asked: Asked[] = [];
  const answers: Record<string, unknown> = {
    "/api/studies": { studies: [emotionRow, quizRow] },
    "/api/studies/weather": detail(emotionRow),
    "/api/studies/weather/people": { people },
    "/api/studies/weather/progress": progress,
    "/api/studies/weather/hints": hintsGiven,
    "/api/studies/weather/media": { media },
    "/api/studies/weather/inbox": waiting,
    "/api/studies/weather/signs": { signs: [] },
    "/api/studies/signs/media": { media },
    "/api/studies/signs/signs": { signs: [] },
    "/api/studies/signs/people": { people: [] },
    "POST /api/studies/weather/versions": { version: 3, changed: ["settings.breakEvery"] },
    "POST /api/studies/signs/versions": { version: 3, changed: ["settings.breakEvery"] },
    "POST /api/studies/weather/media/played": { marked: 1 },
    "POST /api/studies/weather/trial": { link: "http://127.0.0.1:8787/join#trialtrialtrialtrial01", items: 16 },
    "/api/studies/weather/labels": labels,
    "/api/studies/weather/items": {
      items: labels.labels.map((row) => ({
        id: row.item,
        name: row.name,
        practice: false,
        retired: false,
        modality: "video",
      })),
    },
    "/api/studies/weather/items/clip-0001/ratings": { position, item: "clip-0001", name: "clip-0001", ratings },
    "/api/studies/weather/agreement": agreement,
    "/api/studies/weather/sets": sets,
    "/api/studies/signs/runs": { position, chance: 0.25, runs: [] },
    "/api/studies/weather/exports": files,
    "/api/studies/weather/exports/labels.csv": "item,label,value\r\nclip-0001,joy,0\r\n",
    "/api/studies/signs": detail(quizRow),
    "/api/studies/signs/labels": quizLabels,
    "/api/studies/signs/items": { items: quizItems },
    "/api/studies/signs/agreement": agreement,
    "/api/studies/signs/baseline": baseline,
    "POST /api/studies/weather/people": { person: "p-9", link: "http://127.0.0.1:8787/join#abcdefghijklmnopqrstuv" },
    "POST /api/studies/weather/people/p-1/link": {
      person: "p-1",
      link: "http://127.0.0.1:8787/join#ABCDEFGHIJKLMNOPQRSTUV",
    },
    "DELETE /api/studies/weather/people/p-1/link": {},
    "POST /api/studies/weather/decisions": {},
    "POST /api/studies/signs/decisions": {},
    "POST /api/access/sign-out": {},
    ...change,
  };
  const get = async (path: string, init?: RequestInit): Promise<Response> => {
    const method = init?.method ?? "GET";
    if (method !== "GET")
      asked.push({ path, method, body: typeof init?.body === "string" ? JSON.parse(init.body) : undefined });
    const bare = path.replace(/\?.*$/, "");
    const answer =
      answers[method === "GET" ? path : `${method} ${path}`] ?? (method === "GET" ? answers[bare] : undefined);
    if (answer instanceof Response) return answer.clone();
    if (answer === undefined) return problem(404, "not-found");
    return typeof answer === "string" ? new Response(answer) : Response.json(answer);
  };
  return { get, asked, answers };
}

export const problem = (status: number, code: string, detail?: string): Response =>
  Response.json(
    { type: "about:blank", title: code, status, code, ...(detail === undefined ? {} : { detail }) },
    { status, headers: { "content-type": "application/problem+json" } },
  );

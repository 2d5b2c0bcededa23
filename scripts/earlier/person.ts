// A person's browser database of an earlier version, as JSON: its tables with rows of every kind that version could hold.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import canonicalize from "canonicalize";

const study = "clips";
const person = "0190a000-0000-7000-8000-0000000000aa";
const device = "0190a000-0000-4000-8000-0000000000dd";
const other = "0190a000-0000-4000-8000-0000000000ee";
const media = "ab".repeat(32);
const idOf = (n: number): string => `0190a000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const at = (n: number): string => new Date(Date.UTC(2026, 5, 1, 12, 0, n)).toISOString();

interface Given {
  readonly n: number;
  readonly kind: "emotion" | "skip" | "flag" | "note" | "retract";
  readonly item: string;
  readonly answer: object;
  readonly state: string;
  readonly replaces?: number;
  readonly on?: string;
  readonly flags?: string[];
}
const felt = (sentiment: number): object => ({ sentiment, emotions: { joy: 2 }, confidence: 75, cues: [] });
const given: readonly Given[] = [
  { n: 1, kind: "emotion", item: "c0", answer: felt(1), state: "sent" },
  { n: 2, kind: "emotion", item: "c0", answer: felt(-2), state: "sent", replaces: 1, flags: ["late"] },
  { n: 3, kind: "skip", item: "c1", answer: { reason: "bad-video" }, state: "sent" },
  { n: 4, kind: "note", item: "c1", answer: { text: "什么意思？" }, state: "sent" },
  { n: 5, kind: "emotion", item: "c2", answer: felt(0), state: "waiting" },
  { n: 6, kind: "flag", item: "c2", answer: { reason: "other", text: "two signers" }, state: "stuck" },
  { n: 7, kind: "emotion", item: "nowhere", answer: felt(3), state: "aside" },
  { n: 8, kind: "emotion", item: "c3", answer: felt(2), state: "elsewhere", on: other },
];

const responses = given.map(({ n, kind, item, answer, state, replaces, on = device, flags = [] }) => {
  const common = {
    v: 1,
    app: "0.1.0",
    id: idOf(n),
    device: on,
    n,
    study,
    studyVersion: 1,
    person,
    at: at(n),
    offset: 0,
  };
  const record = { ...common, kind, item, occasion: 1, answer, ...(replaces ? { replaces: idOf(replaces) } : {}) };
  const row = { id: record.id, study, item, occasion: 1, kind, device: on, n, at: record.at };
  return { ...row, text: canonicalize(record), state, flags };
});

const sent = given.filter((one) => one.state === "sent").map(({ n }) => ({ id: idOf(n) }));
const digest = async (): Promise<string> => {
  let sum = 0n;
  for (const { id } of sent) {
    const bits = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(id)));
    sum ^= bits.slice(0, 16).reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
  }
  return sum.toString(16).padStart(32, "0");
};

/** What a version's tables were indexed by: the text of that version, not of this one. */
const schemas: Record<number, Record<string, string>> = {
  1: {
    ...{ meta: "key", studies: "id", items: "[study+id+occasion], study", outbox: "id, n", acknowledged: "id" },
    ...{ responses: "id, [study+item+occasion], state", drafts: "[study+item+occasion], study" },
    ...{ media: "hash, stored", stuck: "id, retryAt" },
  },
  2: { recordings: "id, state", slices: "[recording+n], recording" },
};

const recording = idOf(90);
const recordings = [
  {
    ...{ id: recording, study, item: "c1", occasion: 1, place: "flag", type: "video/webm;codecs=vp8" },
    ...{ at: at(9), state: "sent", durationMs: 2000, slices: 2, response: idOf(4) },
  },
  {
    ...{ id: idOf(91), study, item: "c3", occasion: 1, place: "flag", type: "video/mp4" },
    ...{ at: at(9), state: "kept", durationMs: 900, slices: 1 },
  },
];
const slices = [recording, recording, idOf(91)].map((id, at) => ({
  ...{ recording: id, n: at === 1 ? 1 : 0, hash: String(at).repeat(64) },
  bytes: { base64: Buffer.from(`second ${at}`).toString("base64") },
}));

/** Writes `person-v<version>.json`. Bytes stand as `{base64}`. */
export async function makeDump(to: string, version: number): Promise<void> {
  const item = { study, occasion: 1, practice: false, modality: "video", media };
  const settings = { breakEvery: 30, cannotTell: true, advance: "enter", ownScore: false };
  const how = { faces: true, restIsZero: false, wholeViewFirst: true, speedsAtCues: true };
  const tables: Record<string, object[]> = {
    meta: [
      ...Object.entries({ device, deviceKey: "a key", name: "Ana", language: "en", shared: false, n: 7, skewMs: -12 }),
      ...Object.entries({ acknowledged: { count: sent.length, digest: await digest() }, epochs: { [study]: 1 } }),
      ...Object.entries({ cursors: { [study]: [1, 9] }, backedUp: { [study]: 4 }, keepsMedia: true }),
    ].map(([key, value]) => ({ key, value })),
    studies: [
      {
        ...{ id: study, version: 1, epoch: 1, state: "open", title: "Earlier", protocol: "emotion", code: "A1" },
        ...{ languages: ["en"], signLanguage: "csl", settings: { ...settings, ...how } },
      },
    ],
    items: [0, 1, 2, 3].map((position) => ({ ...item, id: `c${position}`, position })),
    responses,
    outbox: [{ id: idOf(5), n: 5, at: at(5), strikes: 0 }],
    drafts: [
      { study, item: "c1", occasion: 1, answer: felt(1), trail: [[900, "joy", 2]], basis: idOf(3), savedAt: at(20) },
    ],
    media: [{ hash: media, bytes: 20, type: "video/mp4", width: 2, height: 2, studies: [study], stored: 1 }],
    stuck: [
      { id: idOf(6), n: 6, at: at(6), reason: "unacceptable", retryAt: at(50) },
      { id: idOf(7), n: 7, at: at(7), reason: "quarantined", problem: "no such item" },
    ],
    acknowledged: sent,
    ...(version >= 2 ? { recordings, slices } : {}),
  };
  const stores = Object.entries(schemas).flatMap(([of, one]) => (Number(of) <= version ? [one] : []));
  const dump = { person, version, stores, tables };
  writeFileSync(join(to, `person-v${version}.json`), `${JSON.stringify(dump)}\n`);
}

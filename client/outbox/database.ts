// What one person's browser keeps: one Dexie database a person, so that nothing of one can be read or sent as another's.
// Every transaction is `strict`: when it completes, the answer survives a power cut.
import Dexie, { type DexieOptions, type Table } from "dexie";
import type { About } from "#schemas/about";
import type { Language } from "#schemas/basics";
import type { ResponseKind } from "#schemas/response";
import type { Flag } from "#schemas/standing";
import type { MediumFacts } from "#schemas/study";
import type { PackItem, PackStudy } from "#schemas/sync";
import type { Gone } from "./gone.ts";

/** This database began where an earlier one of the person may have been. */
export interface Lost {
  /** It was this browser's; else it may have been another's. */
  readonly certain: boolean;
  /** Answers that the server knows to be missing; there may be more that it never heard of. */
  readonly unsent: number;
  readonly lastSeenAt?: string;
}

/** What is said once about the person and this device. The device key never leaves this table but as a header. */
export interface Meta {
  device: string;
  deviceKey: string;
  name: string;
  language: Language;
  shared: boolean;
  /** The greatest `n` given on this device. */
  n: number;
  /** Server minus client, last known. */
  skewMs: number;
  /** What the server has acknowledged to this device. */
  acknowledged: { count: number; digest: string };
  cursors: Record<string, [number, number]>;
  epochs: Record<string, number>;
  backedUp: Record<string, number>;
  /** By study, oldest first: how far a server backup reached, and the server's time when this device learned of it. */
  marks: Record<string, [seq: number, at: string][]>;
  minVersion: string;
  /** Set when the server refused the device key: capture goes on, sending waits for a sign-in. */
  paused: { at: string; code: string };
  helloAt: string;
  packAt: string;
  /** The server has another answer under an `n` of this device: the profile was copied. */
  forked: boolean;
  /** The person asked once for clips on this device: what is missing is fetched by itself from then on. */
  keepsMedia: boolean;
  /** By study: when its instructions were last read and the set-up check was passed or skipped on this device. */
  begun: Record<string, Begun>;
  /** By study: what the person said of themself on this device, and whether the server has it. */
  about: Record<string, About & { readonly sent: boolean }>;
  /** Keys that this person has given another place, or none, by what they do. */
  keys: KeyChoices;
  /** Signed out of a shared computer: the database goes when nothing waits and the server has agreed since. */
  closing: true | "agreed";
  /** Shown on the page of studies until the person has read it. */
  lost: Lost;
  /** Answers that nobody has any more, until person and server have been told. */
  gone: Gone[];
}
export interface Begun {
  readonly readAt?: string;
  readonly checkedAt?: string;
  /** What the check found; absent where it was skipped. */
  readonly video?: boolean;
  readonly keys?: boolean;
  readonly camera?: boolean;
  /** When they went on after tries of the practice that missed the pass mark. */
  readonly pastPracticeAt?: string;
}
export type KeyChoices = Readonly<Record<string, { code: string; shift: boolean; label: string } | null>>;
export type MetaKey = keyof Meta;
export type MetaRow = { [K in MetaKey]: { key: K; value: Meta[K] } }[MetaKey];

export type StudyRow = Omit<PackStudy, "items" | "media" | "retired">;
export interface ItemRow extends PackItem {
  readonly study: string;
  readonly position: number;
}
/**
 * `stuck`: set aside here, tried again. `aside`: the server cannot count it, so it does not stand here either.
 * `elsewhere`: given on another device of this person and pulled. `server`: its content is only there any more.
 */
type ResponseState = "waiting" | "sent" | "stuck" | "aside" | "elsewhere" | "server";
export interface ResponseRow {
  id: string;
  study: string;
  item?: string;
  occasion?: number;
  kind: ResponseKind;
  device: string;
  n: number;
  at: string;
  /** RFC 8785 text of the record: what is sent, and never made again. Empty in state `server` only. */
  text: string;
  state: ResponseState;
  flags: Flag[];
  /** Its place in the study's log, where the server has told it. */
  seq?: number;
  /** In state `server`: what else of the record tells which answer stands. */
  replaces?: string;
  skewMs?: number;
  /** In state `server`: it was given on another device. */
  pulled?: true;
}
export interface OutboxRow {
  id: string;
  n: number;
  at: string;
  /** Times that this one, sent alone, was answered 400, 413, 422 or 500. */
  strikes: number;
}
export interface DraftRow {
  study: string;
  item: string;
  occasion: number;
  answer: unknown;
  trail: [number, string, number | string | null][];
  /** Leaf that stood when the answer was taken in hand; a draft whose basis no longer stands is old. */
  basis: string | null;
  savedAt: string;
}
export interface MediaRow extends MediumFacts {
  studies: string[];
  stored: 0 | 1;
  /** Bytes of it that are here while it is being fetched. */
  part?: number;
  /** Let go for want of room, when all its answers were sent. */
  dropped?: 1;
}
export type StuckReason = "quarantined" | "refused" | "unacceptable" | "too-large";
export interface StuckRow {
  id: string;
  n: number;
  at: string;
  reason: StuckReason;
  problem?: string;
  /** When it is tried again; absent where the server has it in its quarantine. */
  retryAt?: string;
}

/**
 * A signed answer. `taking`: the camera runs, or a crash ended it; `kept`: whole, no answer uses it yet; `waiting`: an
 * answer uses it and it is not yet on the server; `sent`: it is; `server`: its bytes are only there any more.
 */
export interface RecordingRow {
  id: string;
  study: string;
  item?: string;
  occasion?: number;
  /** What it was taken for: a cue, a question, a reason. */
  place: string;
  type: string;
  at: string;
  state: "taking" | "kept" | "waiting" | "sent" | "server";
  durationMs: number;
  slices: number;
  response?: string;
  /** When the server had the whole of it, by its own clock. */
  closedAt?: string;
  /** The server did not take it: why, and when it is tried again. */
  problem?: string;
  retryAt?: string;
}
export interface SliceRow {
  recording: string;
  n: number;
  hash: string;
  bytes: ArrayBuffer;
}

export class PersonDatabase extends Dexie {
  readonly person: string;
  declare readonly meta: Table<MetaRow, MetaKey>;
  declare readonly studies: Table<StudyRow, string>;
  declare readonly items: Table<ItemRow, [string, string, number]>;
  declare readonly responses: Table<ResponseRow, string>;
  declare readonly outbox: Table<OutboxRow, string>;
  declare readonly drafts: Table<DraftRow, [string, string, number]>;
  declare readonly media: Table<MediaRow, string>;
  declare readonly stuck: Table<StuckRow, string>;
  /** Ids that the server has of this device: they stay when the content goes, so that digest and `have` do not change. */
  declare readonly acknowledged: Table<{ id: string }, string>;
  declare readonly recordings: Table<RecordingRow, string>;
  declare readonly slices: Table<SliceRow, [string, number]>;

  constructor(person: string, options: DexieOptions = {}) {
    super(databaseName(person), { chromeTransactionDurability: "strict", ...options });
    this.person = person;
    this.version(1).stores({
      meta: "key",
      studies: "id",
      items: "[study+id+occasion], study",
      responses: "id, [study+item+occasion], state",
      outbox: "id, n",
      drafts: "[study+item+occasion], study",
      media: "hash, stored",
      stuck: "id, retryAt",
      acknowledged: "id",
    });
    this.version(2).stores({ recordings: "id, state", slices: "[recording+n], recording" });
    this.version(3).stores({ responses: "id, [study+item+occasion], state, [state+study+seq]" });
    this.version(4).stores({ responses: "id, [study+item+occasion], state, [state+study+seq], [state+kind]" });
  }
}

const databaseName = (person: string): string => `countersign-${person}`;

export async function metaOf<K extends MetaKey>(db: PersonDatabase, key: K): Promise<Meta[K] | undefined> {
  return (await db.meta.get(key))?.value as Meta[K] | undefined;
}

export async function setMeta<K extends MetaKey>(db: PersonDatabase, key: K, value: Meta[K]): Promise<void> {
  await db.meta.put({ key, value } as MetaRow);
}

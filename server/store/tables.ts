// The tables as TypeScript sees them: one interface a table. JSON stays text, booleans are 0 or 1, times are ISO 8601
// text of fixed width, on SQLite and PostgreSQL alike (docs/decisions/0003-store.md).

export interface Tables {
  instance: InstanceTable;
  persons: PersonsTable;
  accounts: AccountsTable;
  sessions: SessionsTable;
  links: LinksTable;
  devices: DevicesTable;
  studies: StudiesTable;
  study_versions: StudyVersionsTable;
  members: MembersTable;
  items: ItemsTable;
  item_keys: ItemKeysTable;
  assignments: AssignmentsTable;
  log: LogTable;
  quarantine: QuarantineTable;
  tombstones: TombstonesTable;
  media: MediaTable;
  study_media: StudyMediaTable;
  recordings: RecordingsTable;
  recording_slices: RecordingSlicesTable;
  erased_people: ErasedPeopleTable;
  erased_recordings: ErasedRecordingsTable;
  runs: RunsTable;
  run_answers: RunAnswersTable;
  run_acts: RunActsTable;
  signs: SignsTable;
  plays: PlaysTable;
  trials: TrialsTable;
  about: AboutTable;
}

/** One row a setting of the whole data folder: `setup-token-hash`, `demo`, ... */
export interface InstanceTable {
  name: string;
  value: string;
}
export interface PersonsTable {
  id: string;
  name: string | null;
  language: string;
  created_at: string;
}
/** Coordinators only: people with a password. */
export interface AccountsTable {
  person: string;
  sign_in_name: string;
  password_hash: string;
}
export interface SessionsTable {
  token_hash: string;
  person: string;
  created_at: string;
  expires_at: string;
}
/** Personal links and coordinators' one-time links, hashed. */
export interface LinksTable {
  id: string;
  token_hash: string;
  person: string;
  /** `personal` may be redeemed on several devices until revoked; `setup` once, within the hour. */
  kind: "personal" | "setup";
  created_at: string;
  expires_at: string | null;
  used_at: string | null;
  revoked_at: string | null;
}
export interface DevicesTable {
  id: string;
  person: string;
  key_hash: string;
  shared: number;
  created_at: string;
  revoked_at: string | null;
  /** What the server has acknowledged to this device. */
  count: number;
  digest: string;
  /** What the device said of itself last. */
  said_max_n: number;
  said_pending: number;
  said_oldest_pending_at: string | null;
  last_seen_at: string | null;
}
export interface StudiesTable {
  id: string;
  version: number;
  state: string;
  /** Raised in the same transaction as every log row: the counter is the commit order. */
  seq: number;
  epoch: number;
  /** Keyed-hash secret that makes item ids opaque; never leaves the server. */
  secret: string;
  created_at: string;
}
export interface StudyVersionsTable {
  study: string;
  version: number;
  /** `StudyFile` as JSON. */
  definition: string;
  created_at: string;
}
export interface MembersTable {
  study: string;
  person: string;
  code: string;
  role: string;
  seat: string;
  added_at: string;
  removed_at: string | null;
}
export interface ItemsTable {
  study: string;
  version: number;
  id: string;
  name: string;
  position: number;
  practice: number;
  /** `Item` as JSON, without its key. */
  body: string;
}
/** Keys in a table of their own: only figures and exports of coordinators read it. */
export interface ItemKeysTable {
  study: string;
  version: number;
  item: string;
  option: string;
}
export interface AssignmentsTable {
  study: string;
  version: number;
  person: string;
  item: string;
  occasion: number;
  position: number;
  removed_at: string | null;
}
/** The one append-only log of a study: responses and decisions under one `seq`. */
export interface LogTable {
  study: string;
  seq: number;
  entry: "response" | "decision";
  id: string;
  /** hex SHA-256 of `body`. */
  hash: string;
  /** The very text that was sent (RFC 8785). Columns beside it are derived from it, never the other way. */
  body: string;
  person: string | null;
  device: string | null;
  n: number | null;
  item: string | null;
  occasion: number | null;
  kind: string;
  flags: string;
  received_at: string;
  handed_in_by: string | null;
}
export interface QuarantineTable {
  id: string;
  hash: string;
  study: string | null;
  person: string;
  device: string;
  body: string;
  problem: string;
  received_at: string;
}
export interface TombstonesTable {
  id: string;
  study: string;
  device: string;
  n: number;
  seq: number;
  erased_at: string;
}
export interface MediaTable {
  hash: string;
  /** `MediumFacts` as JSON. */
  facts: string;
  stored_at: string;
}
export interface StudyMediaTable {
  study: string;
  hash: string;
  name: string;
  rights: string;
  credit: string | null;
  retired_at: string | null;
}
/** A signed answer; study, response, type and length are known once its manifest has closed it. */
export interface RecordingsTable {
  id: string;
  person: string;
  device: string;
  study: string | null;
  response: string | null;
  type: string | null;
  duration_ms: number | null;
  began_at: string;
  closed_at: string | null;
  /** The coordinator who handed the first of it in as a file. */
  handed_in_by: string | null;
}
/** Whatever comes from this person to this study from now on is answered `erased`. */
export interface ErasedPeopleTable {
  study: string;
  person: string;
  erased_at: string;
}
export interface ErasedRecordingsTable {
  id: string;
  study: string | null;
  person: string;
  /** JSON list of the slices whose bytes may still lie among the media; null once they are gone. */
  hashes: string | null;
  erased_at: string;
}
export interface RecordingSlicesTable {
  recording: string;
  n: number;
  hash: string;
  bytes: number;
  received_at: string;
}
/** Signed forms of a study version's texts (schemas/texts.ts). Beside the definition, since a quiz may have thousands. */
export interface SignsTable {
  study: string;
  version: number;
  place: string;
  media: string;
  freeze_ms: number;
  credit: string | null;
  made_for: string | null;
}
/** A medium of a study that was played to its end in a coordinator's browser. */
export interface PlaysTable {
  study: string;
  hash: string;
  played_at: string;
  played_by: string;
}
/** A throw-away copy of a study in which its coordinator tries it; it goes when the study opens (trials.ts). */
export interface TrialsTable {
  study: string;
  of_study: string;
  person: string;
  made_at: string;
}
/** One model's predictions on a study's questions, as a file brought them. */
export interface RunsTable {
  id: string;
  study: string;
  version: number;
  name: string;
  format: string;
  file: string;
  /** hex SHA-256 of the file. */
  hash: string;
  /** A number as text. */
  frames_per_second: string | null;
  reasoning: string | null;
  effort: string | null;
  /** A person, or `command`. */
  by: string;
  at: string;
}
export interface RunAnswersTable {
  run: string;
  item: string;
  /** What the model wrote. */
  raw: string;
  outcome: string;
  option: string | null;
  letterless: number;
  /** A number as text. */
  tokens: string | null;
}
/** What people did to a run: append-only, `n` counts from 1. */
export interface RunActsTable {
  run: string;
  n: number;
  kind: string;
  item: string | null;
  option: string | null;
  by: string;
  at: string;
  reason: string;
}
/** What a person said of themself in a study, if anything: groups of people, never one of them. */
export interface AboutTable {
  study: string;
  person: string;
  hearing: string | null;
  signing: string | null;
  at: string;
}

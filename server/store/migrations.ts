// Makes the tables of tables.ts, step by step, on both engines. A store that knows a step which this version does not
// know was written by a newer one and is refused.
import { type Kysely, type Migration, Migrator, sql } from "kysely";
import { Problem } from "#schemas/problem";

interface Migratable {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were, not as they are typed now.
  readonly db: Kysely<any>;
  readonly engine: "sqlite" | "postgres";
}

/** Text compares by code point on both engines. */
const kinds = {
  sqlite: { text: sql`text`, int: sql`integer` },
  postgres: { text: sql`text collate "C"`, int: sql`bigint` },
} as const;

interface Shape {
  /** Columns in order; `?` at the end of a name lets it be null, `#` in front makes it a whole number. */
  readonly columns: readonly string[];
  readonly key: readonly string[];
  readonly unique?: readonly (readonly string[])[];
  readonly indexes?: readonly (readonly string[])[];
  readonly refers?: readonly (readonly [columns: readonly string[], table: string, to: readonly string[]])[];
}

const person = [["person"], "persons", ["id"]] as const;
const study = [["study"], "studies", ["id"]] as const;
const version = [["study", "version"], "study_versions", ["study", "version"]] as const;
const item = [["study", "version", "item"], "items", ["study", "version", "id"]] as const;

const first: Record<string, Shape> = {
  instance: { columns: ["name", "value"], key: ["name"] },
  persons: { columns: ["id", "name?", "language", "created_at"], key: ["id"] },
  accounts: {
    columns: ["person", "sign_in_name", "password_hash"],
    key: ["person"],
    unique: [["sign_in_name"]],
    refers: [person],
  },
  sessions: {
    columns: ["token_hash", "person", "created_at", "expires_at"],
    key: ["token_hash"],
    indexes: [["person"]],
    refers: [person],
  },
  links: {
    columns: ["id", "token_hash", "person", "kind", "created_at", "expires_at?", "used_at?", "revoked_at?"],
    key: ["id"],
    unique: [["token_hash"]],
    indexes: [["person"]],
    refers: [person],
  },
  devices: {
    columns: [
      ...["id", "person", "key_hash", "#shared", "created_at", "revoked_at?", "#count", "digest", "#said_max_n"],
      ...["#said_pending", "said_oldest_pending_at?", "last_seen_at?"],
    ],
    key: ["id"],
    unique: [["key_hash"]],
    indexes: [["person"]],
    refers: [person],
  },
  studies: { columns: ["id", "#version", "state", "#seq", "#epoch", "secret", "created_at"], key: ["id"] },
  study_versions: {
    columns: ["study", "#version", "definition", "created_at"],
    key: ["study", "version"],
    refers: [study],
  },
  members: {
    columns: ["study", "person", "code", "role", "seat", "added_at", "removed_at?"],
    key: ["study", "person"],
    unique: [["study", "code"]],
    indexes: [["person"]],
    refers: [study, person],
  },
  items: {
    columns: ["study", "#version", "id", "name", "#position", "#practice", "body"],
    key: ["study", "version", "id"],
    unique: [["study", "version", "name"]],
    refers: [version],
  },
  item_keys: { columns: ["study", "#version", "item", "option"], key: ["study", "version", "item"], refers: [item] },
  assignments: {
    columns: ["study", "#version", "person", "item", "#occasion", "#position", "removed_at?"],
    key: ["study", "person", "item", "occasion", "version"],
    indexes: [["study", "item"]],
    refers: [item, person],
  },
  log: {
    columns: [
      ...["study", "#seq", "entry", "id", "hash", "body", "person?", "device?", "#n?", "item?", "#occasion?"],
      ...["kind", "flags", "received_at", "handed_in_by?"],
    ],
    key: ["study", "seq"],
    unique: [["id"]],
    indexes: [
      ["device", "n"],
      ["study", "person", "seq"],
      ["study", "item", "person"],
    ],
    refers: [study],
  },
  quarantine: {
    columns: ["id", "hash", "study?", "person", "device", "body", "problem", "received_at"],
    key: ["id", "hash"],
    indexes: [["study"]],
  },
  tombstones: {
    columns: ["id", "study", "device", "#n", "#seq", "erased_at"],
    key: ["id"],
    indexes: [["device"]],
  },
  media: { columns: ["hash", "facts", "stored_at"], key: ["hash"] },
  study_media: {
    columns: ["study", "hash", "name", "rights", "credit?", "retired_at?"],
    key: ["study", "hash"],
    indexes: [["hash"]],
    refers: [study, [["hash"], "media", ["hash"]]],
  },
};

/** Signed answers: who gave which, and its slices by hash (the bytes lie among the media). */
const recordings: Record<string, Shape> = {
  recordings: {
    columns: ["id", "person", "device", "study?", "response?", "type?", "#duration_ms?", "began_at", "closed_at?"],
    key: ["id"],
    indexes: [["study"], ["person"]],
    refers: [person, study],
  },
  recording_slices: {
    columns: ["recording", "#n", "hash", "#bytes", "received_at"],
    key: ["recording", "n"],
    refers: [[["recording"], "recordings", ["id"]]],
  },
};

/** Whose answers in a study were erased, and which recordings; their hashes until the bytes are gone. */
const erasing: Record<string, Shape> = {
  erased_people: { columns: ["study", "person", "erased_at"], key: ["study", "person"], indexes: [["person"]] },
  erased_recordings: { columns: ["id", "study?", "person", "hashes?", "erased_at"], key: ["id"] },
};

/** What a coordinator sets up on screen: signed texts, media played to the end, throw-away copies. */
const settingUp: Record<string, Shape> = {
  signs: {
    columns: ["study", "#version", "place", "media", "#freeze_ms", "credit?", "made_for?"],
    key: ["study", "version", "place"],
    refers: [version, [["media"], "media", ["hash"]]],
  },
  plays: { columns: ["study", "hash", "played_at", "played_by"], key: ["study", "hash"], refers: [study] },
  trials: {
    columns: ["study", "of_study", "person", "made_at"],
    key: ["study"],
    indexes: [["of_study"]],
    refers: [study, person],
  },
};

/** Runs of models on a quiz, and what people settled in them. */
const runs: Record<string, Shape> = {
  runs: {
    columns: [
      ...["id", "study", "#version", "name", "format", "file", "hash", "frames_per_second?", "reasoning?", "effort?"],
      ...["by", "at"],
    ],
    key: ["id"],
    indexes: [["study"]],
    refers: [study],
  },
  run_answers: {
    columns: ["run", "item", "raw", "outcome", "option?", "#letterless", "tokens?"],
    key: ["run", "item"],
    refers: [[["run"], "runs", ["id"]]],
  },
  run_acts: {
    columns: ["run", "#n", "kind", "item?", "option?", "by", "at", "reason"],
    key: ["run", "n"],
    refers: [[["run"], "runs", ["id"]]],
  },
};

/** What people said of themselves. */
const about: Record<string, Shape> = {
  about: {
    columns: ["study", "person", "hearing?", "signing?", "at"],
    key: ["study", "person"],
    indexes: [["person"]],
    refers: [study, person],
  },
};

async function create({ db, engine }: Migratable, table: string, shape: Shape): Promise<void> {
  let making = db.schema.createTable(table);
  for (const told of shape.columns) {
    const kind = told.startsWith("#") ? kinds[engine].int : kinds[engine].text;
    const name = told.replace("#", "").replace("?", "");
    making = making.addColumn(name, kind, (column) => (told.endsWith("?") ? column : column.notNull()));
  }
  making = making.addPrimaryKeyConstraint(`${table}_key`, [...shape.key] as never);
  for (const columns of shape.unique ?? [])
    making = making.addUniqueConstraint(`${table}_${columns.join("_")}_once`, [...columns] as never);
  for (const [columns, to, there] of shape.refers ?? [])
    making = making.addForeignKeyConstraint(`${table}_${to}_ref`, [...columns] as never, to, [...there] as never);
  await making.execute();
  for (const columns of shape.indexes ?? [])
    await db.schema
      .createIndex(`${table}_by_${columns.join("_")}`)
      .on(table)
      .columns([...columns])
      .execute();
}

const steps = (engine: Migratable["engine"]): Record<string, Migration> => ({
  "001-first": {
    up: async (db) => {
      for (const [table, shape] of Object.entries(first)) await create({ db, engine }, table, shape);
      await sql`create index log_decisions on log (study, kind) where entry = 'decision'`.execute(db);
    },
  },
  "002-recordings": {
    up: async (db) => {
      for (const [table, shape] of Object.entries(recordings)) await create({ db, engine }, table, shape);
    },
  },
  "003-erasing": {
    up: async (db) => {
      for (const [table, shape] of Object.entries(erasing)) await create({ db, engine }, table, shape);
    },
  },
  "004-setting-up": {
    up: async (db) => {
      for (const [table, shape] of Object.entries(settingUp)) await create({ db, engine }, table, shape);
    },
  },
  "005-runs": {
    up: async (db) => {
      for (const [table, shape] of Object.entries(runs)) await create({ db, engine }, table, shape);
    },
  },
  "007-recordings-handed-in": {
    up: (db) =>
      db.schema
        .alterTable("recordings")
        .addColumn("handed_in_by", kinds[engine].text as never)
        .execute(),
  },
  "008-notes": {
    up: async (db) => {
      await sql`create index log_notes on log (study, kind) where kind = 'note'`.execute(db);
    },
  },
  "009-about-and-inbox": {
    up: async (db) => {
      for (const [table, shape] of Object.entries(about)) await create({ db, engine }, table, shape);
      await sql`create index log_told on log (study, seq) where kind in ('note', 'flag')`.execute(db);
      await sql`create index log_flagged on log (study, seq) where flags <> '[]'`.execute(db);
      await sql`create index items_practice on items (study, version, practice)`.execute(db);
      await sql`create index items_attention on items (study, version, practice)
        where body like '%"attention":true%'`.execute(db);
    },
  },
});

export interface Migrating {
  /** Before the first step that changes tables which are there already. */
  readonly before?: (firstStep: string) => Promise<void>;
  /** The last step to take; without it all are taken. */
  readonly upTo?: string;
}

/**
 * Brings the tables up to this version, each step in a transaction of its own. Problem "too-new" where a newer version
 * has been here.
 */
export async function migrate({ db, engine }: Migratable, { before, upTo }: Migrating = {}): Promise<void> {
  const known = steps(engine);
  const provider = { getMigrations: async () => known };
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const done = await stepsTaken(db);
  const strange = done.find((name) => !Object.hasOwn(known, name));
  if (strange !== undefined)
    throw new Problem(
      "too-new",
      `the data was written by a newer version of Countersign (step ${strange}); start that version, or another data folder`,
    );
  const last = upTo ?? Object.keys(known).at(-1) ?? "";
  const pending = Object.keys(known).filter((name) => !done.includes(name) && name <= last);
  if (pending[0] !== undefined && done.length > 0) await before?.(pending[0]);
  for (const _ of pending) {
    const { error } = await migrator.migrateUp();
    if (error) throw error;
  }
}

async function stepsTaken(db: Migratable["db"]): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const rows = await db.selectFrom("kysely_migration").select("name").execute();
  return rows.map(({ name }) => name as string);
}

// Studies as they stand: brought in whole or not at all, read back by id, by person, by version.
import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import { v7 as uuid } from "uuid";
import type { Letter } from "#schemas/labels";
import type { Role, Seat } from "#schemas/person";
import { Problem } from "#schemas/problem";
import type { Item, StudyDraft, StudyFile, StudyState } from "#schemas/study";
import { arrive, isWhole, type Work } from "./arriving.ts";
import { assignmentRows, insertRows, owedRows } from "./assignments.ts";
import { insertMany } from "./insert-many.ts";
import { keepMedia } from "./media.ts";
import type { Store } from "./open.ts";
import { insertSigns } from "./signs.ts";
import type { StudiesTable, Tables } from "./tables.ts";

export interface StudyRecord {
  readonly id: string;
  readonly version: number;
  readonly state: StudyState;
  readonly seq: number;
  readonly epoch: number;
  readonly secret: string;
  readonly createdAt: string;
  readonly file: StudyFile;
}

export interface Bringing {
  /** Persons who coordinate it. */
  readonly coordinators: readonly string[];
  readonly now: Date;
  readonly state: "draft" | "open";
  /** What the draft's item ids were drawn with. */
  readonly secret?: string;
  /** People of the draft who are known already, by code. */
  readonly persons?: ReadonlyMap<string, string>;
  /** Ids for people of the draft who are not, by code. */
  readonly ids?: ReadonlyMap<string, string>;
  /** What else belongs to it and is to be there as soon as it is, each part short. */
  readonly parts?: Iterable<Work>;
}

/** Stores a whole draft, or nothing. Problem "conflict" where the id is taken. Answers the person of each code. */
export async function insertStudy(
  store: Store,
  draft: StudyDraft,
  bringing: Bringing,
): Promise<{ people: Map<string, string> }> {
  const { id } = draft.study;
  const at = bringing.now.toISOString();
  const secret = bringing.secret ?? randomBytes(16).toString("hex");
  const { persons, ids, coordinators } = bringing;
  const people = new Map(draft.people.map(({ code }) => [code, persons?.get(code) ?? ids?.get(code) ?? uuid()]));
  const strangers = draft.people.filter(({ code }) => !persons?.has(code));
  return arrive(store, {
    study: id,
    persons: strangers.map(({ code }) => people.get(code) as string),
    first: async ({ db }) => {
      const made = await db
        .insertInto("studies")
        .values({ id, version: 1, state: bringing.state, seq: 0, epoch: 1, secret, created_at: at })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .returning("id")
        .executeTakeFirst();
      if (made === undefined)
        throw new Problem("conflict", `a study with the id "${id}" is here already; give study.json another id`);
      const definition = JSON.stringify(draft.study);
      await db.insertInto("study_versions").values({ study: id, version: 1, definition, created_at: at }).execute();
      await insertPeople(db, draft, people, strangers, at);
    },
    parts: partsOf(store, draft, people, secret, bringing.parts),
    last: async (within) => {
      await keepMedia(within, id, draft.media, at);
      await insertSigns(within, id, 1, draft.signs ?? []);
      await insertCoordinators(within.db, id, people, coordinators, at);
      return { people };
    },
  });
}

const atOnce = 500;

async function* partsOf(
  store: Store,
  { study: file, items, keys, people: drafted, answers }: StudyDraft,
  people: ReadonlyMap<string, string>,
  secret: string,
  more: Iterable<Work> = [],
): AsyncGenerator<Work> {
  const study = file.id;
  for (let from = 0; from < items.length; from += atOnce)
    yield (within) => insertItems(within, study, items.slice(from, from + atOnce), from, keys);
  const past = new Set(drafted.filter((one) => one.past === true).map(({ code }) => people.get(code)));
  const owed = owedRows({ id: study, version: 1 }, answers?.given ?? [], people);
  for (const some of parted(owed)) yield (within) => insertRows(within, some);
  const fresh = [...people.values()].filter((person) => !past.has(person));
  const given = await assignmentRows(store, { id: study, version: 1, secret, file }, items, fresh);
  for (const some of parted(given)) yield (within) => insertRows(within, some);
  yield* more;
}

function* parted<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += atOnce) yield rows.slice(from, from + atOnce);
}

async function insertItems(
  within: Store,
  study: string,
  items: readonly Item[],
  from: number,
  keys: StudyDraft["keys"],
): Promise<void> {
  const rows = items.map((item, k) => ({
    study,
    version: 1,
    id: item.id,
    name: item.name,
    position: from + k,
    practice: item.practice ? 1 : 0,
    body: JSON.stringify(item),
  }));
  await insertMany(within, "items", ["study", "version", "id", "name", "position", "practice", "body"], rows);
  const right = items.flatMap(({ id: item }) => {
    const option = keys.get(item);
    return option === undefined ? [] : [{ study, version: 1, item, option }];
  });
  await insertMany(within, "item_keys", ["study", "version", "item", "option"], right);
}

async function insertPeople(
  trx: Transaction<Tables>,
  draft: StudyDraft,
  people: ReadonlyMap<string, string>,
  strangers: StudyDraft["people"],
  at: string,
): Promise<void> {
  if (strangers.length > 0)
    await trx
      .insertInto("persons")
      .values(
        strangers.map(({ code, language }) => ({
          id: people.get(code) as string,
          name: null,
          language,
          created_at: at,
        })),
      )
      .execute();
  const parts = draft.people.map(({ code, role, seat }) => ({
    ...{ study: draft.study.id, person: people.get(code) as string, code, role, seat },
    ...{ added_at: at, removed_at: null },
  }));
  if (parts.length > 0) await trx.insertInto("members").values(parts).execute();
}

async function insertCoordinators(
  trx: Transaction<Tables>,
  study: string,
  people: ReadonlyMap<string, string>,
  coordinators: readonly string[],
  at: string,
): Promise<void> {
  const taken = new Set(people.values());
  const parts = [];
  let number = 0;
  for (const person of coordinators) {
    if (taken.has(person)) continue;
    let code: string;
    do {
      number += 1;
      code = number === 1 ? "coordinator" : `coordinator-${number}`;
    } while (people.has(code));
    parts.push({ study, person, code, role: "coordinator", seat: "panel", added_at: at, removed_at: null });
  }
  if (parts.length > 0) await trx.insertInto("members").values(parts).execute();
}

const recordOf = (row: StudiesTable & { definition: string }): StudyRecord => ({
  id: row.id,
  version: row.version,
  state: row.state as StudyState,
  seq: row.seq,
  epoch: row.epoch,
  secret: row.secret,
  createdAt: row.created_at,
  file: JSON.parse(row.definition) as StudyFile,
});

const studies = (store: Store) =>
  store.db
    .selectFrom("studies")
    .innerJoin("study_versions", (join) =>
      join.onRef("study_versions.study", "=", "studies.id").onRef("study_versions.version", "=", "studies.version"),
    )
    .selectAll("studies")
    .select("study_versions.definition")
    .where(isWhole);

export async function studyById(store: Store, study: string): Promise<StudyRecord | undefined> {
  const row = await studies(store).where("studies.id", "=", study).executeTakeFirst();
  return row === undefined ? undefined : recordOf(row);
}

export type StudyPart = StudyRecord & { readonly code: string; readonly role: Role; readonly seat: Seat };

/** The studies that a person takes part in, by id. */
export async function studiesOf(store: Store, person: string): Promise<StudyPart[]> {
  const rows = await studies(store)
    .innerJoin("members", "members.study", "studies.id")
    .select(["members.code", "members.role", "members.seat"])
    .where("members.person", "=", person)
    .where("members.removed_at", "is", null)
    .orderBy("studies.id")
    .execute();
  return rows.map((row) => ({
    ...recordOf(row),
    code: row.code,
    role: row.role as Role,
    seat: row.seat as Seat,
  }));
}

export interface StudyLine {
  readonly id: string;
  readonly title: string;
  readonly protocol: StudyFile["protocol"];
  readonly state: StudyState;
  readonly items: number;
  readonly people: number;
  readonly responses: number;
}

/** Whether there is a study at all; costs nothing however much was answered. */
export async function hasStudies(store: Store): Promise<boolean> {
  return (await store.db.selectFrom("studies").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Every study of the data folder in one line each. */
export async function listStudies(store: Store): Promise<StudyLine[]> {
  const rows = await studies(store)
    .select((e) => [
      e
        .selectFrom("items")
        .select((x) => x.fn.countAll<number>().as("n"))
        .whereRef("items.study", "=", "studies.id")
        .whereRef("items.version", "=", "studies.version")
        .as("items"),
      e
        .selectFrom("members")
        .select((x) => x.fn.countAll<number>().as("n"))
        .whereRef("members.study", "=", "studies.id")
        .where("members.removed_at", "is", null)
        .as("people"),
      e
        .selectFrom("log")
        .select((x) => x.fn.countAll<number>().as("n"))
        .whereRef("log.study", "=", "studies.id")
        .where("log.entry", "=", "response")
        .as("responses"),
    ])
    .where("studies.id", "not in", (e) => e.selectFrom("trials").select("trials.study"))
    .orderBy("studies.id")
    .execute();
  return rows.map((row) => {
    const { id, state, file } = recordOf(row);
    const counts = { items: Number(row.items), people: Number(row.people), responses: Number(row.responses) };
    return { id, title: file.title, protocol: file.protocol, state, ...counts };
  });
}

/** The items of a version (the present one unless told), in the order of the study. */
export async function itemsOf(store: Store, study: string, version?: number): Promise<Item[]> {
  const rows = await store.db
    .selectFrom("items")
    .innerJoin("studies", "studies.id", "items.study")
    .select("items.body")
    .where("items.study", "=", study)
    .where((e) => e("items.version", "=", version ?? e.ref("studies.version")))
    .orderBy("items.position")
    .execute();
  return rows.map(({ body }) => JSON.parse(body) as Item);
}

/** The right options by item id: for figures and coordinators' exports only. */
export async function keysOf(store: Store, study: string, version?: number): Promise<Map<string, Letter>> {
  const rows = await store.db
    .selectFrom("item_keys")
    .innerJoin("studies", "studies.id", "item_keys.study")
    .select(["item_keys.item", "item_keys.option"])
    .where("item_keys.study", "=", study)
    .where((e) => e("item_keys.version", "=", version ?? e.ref("studies.version")))
    .execute();
  return new Map(rows.map(({ item, option }) => [item, option as Letter]));
}

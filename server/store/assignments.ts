// Who owes which item: rows made by build/assign, for a whole study when it comes in and for people who join later.
import type { Assignment } from "#schemas/assignment";
import { Problem } from "#schemas/problem";
import { seedFrom } from "#schemas/seeded";
import { type DraftAnswer, type Item, type StudyFile, studyFile } from "#schemas/study";
import { assign } from "#server/build/assign";
import { insertMany } from "./insert-many.ts";
import { pastIn } from "./members.ts";
import { type Store, transact } from "./open.ts";
import { deleteUnseen, freeOpen, markAssignments, panelOf } from "./open-slots.ts";
import type { AssignmentsTable } from "./tables.ts";

const owing = { choice: "expert", emotion: "annotator" } as const;

interface Versioned {
  readonly id: string;
  readonly version: number;
  readonly secret: string;
  readonly file: StudyFile;
}

/** `assignmentRows`, stored. */
export async function insertAssignments(
  store: Store,
  study: Versioned,
  items: readonly Item[],
  persons: readonly string[],
): Promise<void> {
  await insertRows(store, await assignmentRows(store, study, items, persons));
}

/** Items for these members of a study, as its settings say; only annotators (clips) and experts (quiz) owe any. */
export async function assignmentRows(
  store: Store,
  study: Versioned,
  items: readonly Item[],
  persons: readonly string[],
): Promise<AssignmentsTable[]> {
  const members = await store.db
    .selectFrom("members")
    .select(["person", "code", "seat", "removed_at"])
    .where("study", "=", study.id)
    .where("role", "=", owing[study.file.protocol])
    .orderBy("added_at")
    .orderBy("code")
    .execute();
  const people = members
    .map(({ person, code, seat, removed_at }, turn) => ({ person, code, panel: seat === "panel", turn, removed_at }))
    .filter(({ person, removed_at }) => removed_at === null && persons.includes(person));
  if (people.length === 0) return [];
  const rows = await store.db
    .selectFrom("assignments")
    .select(["person", "item", "position"])
    .where("study", "=", study.id)
    .where("occasion", "=", 1)
    .where("removed_at", "is", null)
    .execute();
  const asked = new Set(people.map(({ person }) => person));
  const counted = new Set(members.filter(({ seat }) => seat === "panel").map(({ person }) => person));
  const held = new Map<string, Set<string>>();
  const ends = new Map<string, number>();
  for (const { person, item, position } of rows) {
    ends.set(person, Math.max(ends.get(person) ?? 0, position + 1));
    if (!counted.has(person) && !asked.has(person)) continue;
    const items = held.get(person);
    if (items === undefined) held.set(person, new Set([item]));
    else items.add(item);
  }
  const given = assign({ items, people, settings: study.file.settings, seed: seedFrom(study.secret), held });
  return given.map((row) => ({
    ...row,
    position: row.position + (ends.get(row.person) ?? 0),
    study: study.id,
    version: study.version,
    removed_at: null,
  }));
}

/** What people have answered before the study came in stands as owed by them, in the order of the file. */
export function owedRows(
  { id, version }: { readonly id: string; readonly version: number },
  given: readonly DraftAnswer[],
  people: ReadonlyMap<string, string>,
): AssignmentsTable[] {
  const positions = new Map<string, number>();
  return given.map(({ code, item, occasion }) => {
    const person = people.get(code) as string;
    const position = positions.get(person) ?? 0;
    positions.set(person, position + 1);
    return { study: id, version, person, item, occasion, position, removed_at: null };
  });
}

export async function insertRows(store: Store, rows: readonly AssignmentsTable[]): Promise<void> {
  const columns = ["study", "version", "person", "item", "occasion", "position", "removed_at"] as const;
  const again = "do update set position = excluded.position, removed_at = null";
  const known = `on conflict (study, person, item, occasion, version) ${again}`;
  await insertMany(store, "assignments", columns, rows, known);
  for (const study of new Set(rows.map((row) => row.study))) await markAssignments(store, study);
}

/**
 * Gives items to people who have joined a study that stands already; `persons` may be empty where open items of others
 * came free. With k people an item, whoever has no device yet is planned anew beside them, so that everybody's share
 * is the same however people were added; and what silent people leave open goes to those who are here.
 */
export async function assignPeople(store: Store, study: string, persons: readonly string[], now: Date): Promise<void> {
  await transact(store, (db) => assignWithin({ ...store, db }, study, persons, now));
}

/** `assignPeople` inside a transaction that writes. */
export async function assignWithin(store: Store, study: string, persons: readonly string[], now: Date): Promise<void> {
  const { db } = store;
  if (store.engine === "postgres")
    await db.selectFrom("studies").select("id").where("id", "=", study).forUpdate().execute();
  const found = await db
    .selectFrom("studies")
    .innerJoin("study_versions as v", (join) =>
      join.onRef("v.study", "=", "studies.id").onRef("v.version", "=", "studies.version"),
    )
    .select(["studies.id", "studies.version", "studies.secret", "v.definition"])
    .where("studies.id", "=", study)
    .executeTakeFirst();
  if (found === undefined) throw new Problem("not-found");
  const file = studyFile.parse(JSON.parse(found.definition));
  const { perItem, freeAfterDays } = file.settings;
  const past = await pastIn(store, study);
  const asked = new Set(persons.filter((person) => !past.has(person)));
  if (perItem !== "all") {
    const { unopened, silent, here } = await panelOf(store, study, owing[file.protocol], freeAfterDays, now);
    const gone = silent.filter((person) => !asked.has(person) && !past.has(person));
    await freeOpen(store, study, gone, now);
    await deleteUnseen(store, study, unopened);
    for (const person of [...unopened, ...here]) if (!gone.includes(person) && !past.has(person)) asked.add(person);
  }
  const items = await db
    .selectFrom("items")
    .select("body")
    .where("study", "=", study)
    .where("version", "=", found.version)
    .orderBy("position")
    .execute();
  await insertAssignments(
    store,
    { ...found, file },
    items.map(({ body }) => JSON.parse(body) as Item),
    [...asked],
  );
}

/** What people of a study owe now, of one person or of all, by person and position. */
export async function assignmentsOf(store: Store, study: string, person?: string): Promise<AssignmentsTable[]> {
  let asked = store.db
    .selectFrom("assignments")
    .selectAll()
    .where("study", "=", study)
    .where("removed_at", "is", null)
    .orderBy("person")
    .orderBy("position");
  if (person !== undefined) asked = asked.where("person", "=", person);
  return asked.execute();
}

/** What tells whether the assignments of a study have changed; reading it costs the same however many there are. */
export async function assignmentsMark(store: Store, study: string): Promise<string> {
  const row = await store.db
    .selectFrom("instance")
    .select("value")
    .where("name", "=", `assignments ${study}`)
    .executeTakeFirst();
  return row?.value ?? "0";
}

/** The items that a person owes in a study, by id and occasion, in no order. */
export const owedIn = (store: Store, study: string, person: string): Promise<{ item: string; occasion: number }[]> =>
  store.db
    .selectFrom("assignments")
    .select(["item", "occasion"])
    .where("study", "=", study)
    .where("person", "=", person)
    .where("removed_at", "is", null)
    .execute();

export type Owed = Pick<Assignment, "version" | "occasion"> & { readonly item: Item };

/** The items that a person owes in a study, in the order in which they are shown. */
export async function owedBy(store: Store, study: string, person: string): Promise<Owed[]> {
  const rows = await store.db
    .selectFrom("assignments")
    .innerJoin("items", (join) =>
      join
        .onRef("items.study", "=", "assignments.study")
        .onRef("items.version", "=", "assignments.version")
        .onRef("items.id", "=", "assignments.item"),
    )
    .select(["assignments.version", "assignments.occasion", "items.body"])
    .where("assignments.study", "=", study)
    .where("assignments.person", "=", person)
    .where("assignments.removed_at", "is", null)
    .orderBy("assignments.position")
    .orderBy("assignments.version")
    .execute();
  return rows.map(({ version, occasion, body }) => ({ version, occasion, item: JSON.parse(body) as Item }));
}

/** Items as this version has them that a person owes or once owed. */
export async function everOwed(store: Store, study: string, person: string): Promise<Item[]> {
  const rows = await store.db
    .selectFrom("items")
    .innerJoin("studies", (join) =>
      join.onRef("studies.id", "=", "items.study").onRef("studies.version", "=", "items.version"),
    )
    .select("items.body")
    .where("items.study", "=", study)
    .where("items.id", "in", (e) =>
      e
        .selectFrom("assignments")
        .select("assignments.item")
        .where("assignments.study", "=", study)
        .where("assignments.person", "=", person),
    )
    .orderBy("items.id")
    .execute();
  return rows.map(({ body }) => JSON.parse(body) as Item);
}

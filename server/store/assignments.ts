// Who owes which item: rows made by build/assign, for a whole study when it comes in and for people who join later.
import type { Assignment } from "#schemas/assignment";
import { Problem } from "#schemas/problem";
import { seedFrom } from "#schemas/seeded";
import type { Item, StudyFile } from "#schemas/study";
import { assign } from "#server/build/assign";
import { type Store, transact } from "./open.ts";
import type { AssignmentsTable } from "./tables.ts";

const owing = { choice: "expert", emotion: "annotator" } as const;

interface Versioned {
  readonly id: string;
  readonly version: number;
  readonly secret: string;
  readonly file: StudyFile;
}

/** Gives items to these members of a study, as its settings say; only annotators (clips) and experts (quiz) owe any. */
export async function insertAssignments(
  store: Store,
  study: Versioned,
  items: readonly Item[],
  persons: readonly string[],
): Promise<void> {
  const members = await store.db
    .selectFrom("members")
    .select(["person", "code", "seat"])
    .where("study", "=", study.id)
    .where("role", "=", owing[study.file.protocol])
    .where("removed_at", "is", null)
    .orderBy("code")
    .execute();
  const people = members
    .filter(({ person }) => persons.includes(person))
    .map(({ person, code, seat }) => ({ person, code, panel: seat === "panel" }));
  if (people.length === 0) return;
  const held = await store.db
    .selectFrom("assignments")
    .select(["person", "item"])
    .where("study", "=", study.id)
    .where("version", "=", study.version)
    .where("occasion", "=", 1)
    .where("removed_at", "is", null)
    .execute();
  const panel = new Set(members.filter(({ seat }) => seat === "panel").map(({ person }) => person));
  const covered = new Map<string, number>();
  for (const { person, item } of held) if (panel.has(person)) covered.set(item, (covered.get(item) ?? 0) + 1);
  const joined = new Set(held.map(({ person }) => person)).size;
  const { settings } = study.file;
  const rows = assign({ items, people, settings, seed: seedFrom(study.secret), covered, joined }).map((row) => ({
    ...row,
    study: study.id,
    version: study.version,
    removed_at: null,
  }));
  for (let i = 0; i < rows.length; i += 500)
    await store.db
      .insertInto("assignments")
      .values(rows.slice(i, i + 500))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Gives items to people who have joined a study that stands already. */
export async function assignPeople(store: Store, study: string, persons: readonly string[]): Promise<void> {
  await transact(store, async (db) => {
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
    const items = await db
      .selectFrom("items")
      .select("body")
      .where("study", "=", study)
      .where("version", "=", found.version)
      .orderBy("position")
      .execute();
    await insertAssignments(
      { ...store, db },
      { ...found, file: JSON.parse(found.definition) as StudyFile },
      items.map(({ body }) => JSON.parse(body) as Item),
      persons,
    );
  });
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

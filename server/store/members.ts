// Who takes part in which study, as what. The seat as of now is derived from decisions in the log; the column holds
// the last one so that lists need no fold.
import type { Language } from "#schemas/basics";
import type { Role, Seat } from "#schemas/person";
import { Problem } from "#schemas/problem";
import { type Store, transact } from "./open.ts";
import { createPerson } from "./persons.ts";

export interface Member {
  readonly study: string;
  readonly person: string;
  readonly code: string;
  readonly name: string | null;
  readonly role: Role;
  readonly seat: Seat;
  readonly language: Language;
  readonly addedAt: string;
  readonly removedAt: string | null;
}

const members = (store: Store) =>
  store.db
    .selectFrom("members")
    .innerJoin("persons", "persons.id", "members.person")
    .select([
      "members.study as study",
      "members.person as person",
      "members.code as code",
      "persons.name as name",
      "members.role as role",
      "members.seat as seat",
      "persons.language as language",
      "members.added_at as addedAt",
      "members.removed_at as removedAt",
    ]);

/** Somebody's part in a study; undefined where they have none (any more). */
export async function memberOf(store: Store, study: string, person: string): Promise<Member | undefined> {
  const row = await members(store)
    .where("members.study", "=", study)
    .where("members.person", "=", person)
    .where("members.removed_at", "is", null)
    .executeTakeFirst();
  return row as Member | undefined;
}

/** Everybody who takes part or took part in a study, by code. */
export async function membersOf(store: Store, study: string): Promise<Member[]> {
  const rows = await members(store).where("members.study", "=", study).orderBy("members.code").execute();
  return rows as Member[];
}

export interface NewMember {
  readonly study: string;
  readonly code: string;
  readonly name: string | null;
  readonly role: Role;
  readonly seat: Seat;
  readonly language: Language;
}

/** A new person with a part in a study. A code is a pseudonym in exports: used once, it is nobody else's (`conflict`). */
export async function addPerson(store: Store, given: NewMember, now: Date): Promise<string> {
  return transact(store, async (db) => {
    const taken = await db
      .selectFrom("members")
      .select("person")
      .where("study", "=", given.study)
      .where("code", "=", given.code)
      .executeTakeFirst();
    if (taken !== undefined) throw new Problem("conflict", `Somebody in this study has the code ${given.code}.`);
    const person = await createPerson({ ...store, db }, { name: given.name, language: given.language }, now);
    const { study, code, role, seat } = given;
    await db
      .insertInto("members")
      .values({ study, person, code, role, seat, added_at: now.toISOString(), removed_at: null })
      .execute();
    return person;
  });
}

/**
 * People whose answers came in with the study and who were never asked to do more: no link was made for them, and each
 * device of theirs was withdrawn as it was made (intake/past-answers.ts). They owe nothing but what they answered.
 */
export async function pastIn(store: Store, study: string): Promise<Set<string>> {
  const rows = await store.db
    .selectFrom("members")
    .innerJoin("devices", "devices.person", "members.person")
    .select("members.person")
    .distinct()
    .where("members.study", "=", study)
    .whereRef("devices.revoked_at", "=", "devices.created_at")
    .where("members.person", "not in", (e) => e.selectFrom("links").select("links.person"))
    .where("members.person", "not in", (e) =>
      e
        .selectFrom("devices as own")
        .select("own.person")
        .where((x) => x.or([x("own.revoked_at", "is", null), x("own.revoked_at", "!=", x.ref("own.created_at"))])),
    )
    .execute();
  return new Set(rows.map(({ person }) => person));
}

/** Whether somebody takes part in any study that the other person does not coordinate. */
export async function hasPartElsewhere(store: Store, person: string, coordinator: string): Promise<boolean> {
  const row = await store.db
    .selectFrom("members")
    .select("study")
    .where("person", "=", person)
    .where("removed_at", "is", null)
    .where("study", "not in", (e) =>
      e
        .selectFrom("members as own")
        .select("own.study")
        .where("own.person", "=", coordinator)
        .where("own.role", "=", "coordinator")
        .where("own.removed_at", "is", null),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a person takes part in a study that holds the medium and has not retired it. */
export async function holdsMedium(store: Store, person: string, hash: string): Promise<boolean> {
  const row = await store.db
    .selectFrom("study_media")
    .innerJoin("members", "members.study", "study_media.study")
    .select("members.person")
    .where("study_media.hash", "=", hash)
    .where("study_media.retired_at", "is", null)
    .where("members.person", "=", person)
    .where("members.removed_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

// Who takes part in which study, as what. The seat as of now is derived from decisions in the log; the column holds
// the last one so that lists need no fold.
import type { Language } from "#schemas/basics";
import type { Role, Seat } from "#schemas/person";
import type { Store } from "./open.ts";

export interface Member {
  readonly study: string;
  readonly person: string;
  readonly code: string;
  readonly name: string | null;
  readonly role: Role;
  readonly seat: Seat;
  readonly language: Language;
  readonly addedAt: string;
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
    ])
    .where("members.removed_at", "is", null);

/** Somebody's part in a study; undefined where they have none (any more). */
export async function memberOf(store: Store, study: string, person: string): Promise<Member | undefined> {
  const row = await members(store)
    .where("members.study", "=", study)
    .where("members.person", "=", person)
    .executeTakeFirst();
  return row as Member | undefined;
}

export async function membersOf(store: Store, study: string): Promise<Member[]> {
  const rows = await members(store).where("members.study", "=", study).orderBy("members.code").execute();
  return rows as Member[];
}

/** Every part that a person has, by study id. */
export async function partsOf(store: Store, person: string): Promise<Member[]> {
  const rows = await members(store).where("members.person", "=", person).orderBy("members.study").execute();
  return rows as Member[];
}

export async function addMember(
  store: Store,
  member: { study: string; person: string; code: string; role: Role; seat: Seat },
  now: Date,
): Promise<void> {
  await store.db
    .insertInto("members")
    .values({ ...member, added_at: now.toISOString(), removed_at: null })
    .execute();
}

/** Whether a code already stands for somebody in the study, removed people included: a pseudonym is never used again. */
export async function codeTaken(store: Store, study: string, code: string): Promise<boolean> {
  const row = await store.db
    .selectFrom("members")
    .select("person")
    .where("study", "=", study)
    .where("code", "=", code)
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

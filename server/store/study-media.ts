// Media of a study as its coordinators see them: retired ones too, with what may leave and who made them.
import type { StudyDetail } from "#schemas/desk";
import type { MediumFacts, Rights } from "#schemas/study";
import type { Store } from "./open.ts";

export async function everyMediumOf(store: Store, study: string): Promise<StudyDetail["media"]> {
  const rows = await store.db
    .selectFrom("study_media")
    .innerJoin("media", "media.hash", "study_media.hash")
    .select(["media.facts", "study_media.name", "study_media.rights", "study_media.credit", "study_media.retired_at"])
    .where("study_media.study", "=", study)
    .orderBy("study_media.name")
    .execute();
  return rows.map((row) => ({
    name: row.name,
    facts: JSON.parse(row.facts) as MediumFacts,
    rights: row.rights as Rights,
    credit: row.credit,
    retiredAt: row.retired_at,
  }));
}

// Media of a study as its coordinators see them: retired ones too, with what may leave, who made them, and whether
// somebody has played them to the end.
import type { StudyMedium } from "#schemas/set-up";
import type { MediumFacts, Rights } from "#schemas/study";
import type { Store } from "./open.ts";

export async function everyMediumOf(store: Store, study: string): Promise<StudyMedium[]> {
  const rows = await store.db
    .selectFrom("study_media")
    .innerJoin("media", "media.hash", "study_media.hash")
    .leftJoin("plays", (join) =>
      join.onRef("plays.study", "=", "study_media.study").onRef("plays.hash", "=", "study_media.hash"),
    )
    .select([
      ...(["media.facts", "study_media.name", "study_media.rights", "study_media.credit"] as const),
      ...(["study_media.retired_at", "plays.played_at"] as const),
    ])
    .where("study_media.study", "=", study)
    .orderBy("study_media.name")
    .execute();
  return rows.map((row) => ({
    name: row.name,
    facts: JSON.parse(row.facts) as MediumFacts,
    rights: row.rights as Rights,
    credit: row.credit,
    retiredAt: row.retired_at,
    playedAt: row.played_at,
  }));
}

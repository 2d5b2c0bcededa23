// Which media of a study were played to their end in a coordinator's browser. Metadata do not prove that a clip plays.
import type { Store } from "./open.ts";

/** Marks media of the study; hashes that it does not hold are left out. How many are marked now of those named. */
export async function markPlayed(
  store: Store,
  study: string,
  hashes: readonly string[],
  by: string,
  now: Date,
): Promise<number> {
  const held = await store.db
    .selectFrom("study_media")
    .select("hash")
    .where("study", "=", study)
    .where("hash", "in", [...hashes])
    .execute();
  if (held.length === 0) return 0;
  await store.db
    .insertInto("plays")
    .values(held.map(({ hash }) => ({ study, hash, played_at: now.toISOString(), played_by: by })))
    .onConflict((same) => same.columns(["study", "hash"]).doNothing())
    .execute();
  return held.length;
}

/** Media of a study that may still be shown and that nobody has played to the end. */
export async function unplayedOf(store: Store, study: string): Promise<number> {
  const row = await store.db
    .selectFrom("study_media")
    .leftJoin("plays", (join) =>
      join.onRef("plays.study", "=", "study_media.study").onRef("plays.hash", "=", "study_media.hash"),
    )
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("study_media.study", "=", study)
    .where("study_media.retired_at", "is", null)
    .where("plays.hash", "is", null)
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

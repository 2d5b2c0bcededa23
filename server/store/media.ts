// Which media a study shows, what is known of each, and whether it may still be shown.
import type { Item, MediumFacts, Rights, StudyDraft } from "#schemas/study";
import { isDecision } from "./decisions.ts";
import { insertMany } from "./insert-many.ts";
import type { Store } from "./open.ts";

export interface StudyMedium extends MediumFacts {
  readonly name: string;
  readonly rights: Rights;
  readonly credit?: string;
}

/** Rows for a study's media, inside the transaction that stores the study. A hash that is known keeps its facts. */
export async function keepMedia(
  store: Pick<Store, "db" | "engine">,
  study: string,
  media: StudyDraft["media"],
  now: string,
): Promise<void> {
  const rows = media.map(({ name, rights, credit, ...facts }) => ({
    ...{ hash: facts.hash, facts: JSON.stringify(facts), stored_at: now },
    ...{ study, name, rights, credit: credit ?? null, retired_at: null },
  }));
  await insertMany(store, "media", ["hash", "facts", "stored_at"], rows, "on conflict (hash) do nothing");
  const columns = ["study", "hash", "name", "rights", "credit", "retired_at"] as const;
  await insertMany(store, "study_media", columns, rows, "on conflict (study, hash) do nothing");
}

export async function factsOf(store: Store, hash: string): Promise<MediumFacts | undefined> {
  const row = await store.db.selectFrom("media").select("facts").where("hash", "=", hash).executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.facts) as MediumFacts);
}

/** Media of a study that are not retired, by name. */
export async function mediaOfStudy(store: Store, study: string): Promise<StudyMedium[]> {
  const rows = await store.db
    .selectFrom("study_media")
    .innerJoin("media", "media.hash", "study_media.hash")
    .select(["media.facts", "study_media.name", "study_media.rights", "study_media.credit"])
    .where("study_media.study", "=", study)
    .where("study_media.retired_at", "is", null)
    .orderBy("study_media.name")
    .execute();
  return rows.map((row) => ({
    ...(JSON.parse(row.facts) as MediumFacts),
    name: row.name,
    rights: row.rights as Rights,
    ...(row.credit === null ? {} : { credit: row.credit }),
  }));
}

/** Hashes of all files that the store tells of: media of studies and slices of recordings. */
export async function keptHashes(store: Store): Promise<string[]> {
  const media = store.db.selectFrom("media").select("hash");
  const rows = await media.union(store.db.selectFrom("recording_slices").select("hash")).orderBy("hash").execute();
  return rows.map(({ hash }) => hash);
}

/**
 * What goes with a retired item, inside a transaction that writes: the medium of a clip at once, in both caption
 * conditions; a picture of a quiz when no other item that stands shows it. Nobody can fetch it any more, and it leaves
 * each device at its next contact.
 */
export async function retireMedia(store: Store, study: string, retired: string, now: Date): Promise<void> {
  const rows = await store.db
    .selectFrom("items")
    .innerJoin("studies", (join) =>
      join.onRef("studies.id", "=", "items.study").onRef("studies.version", "=", "items.version"),
    )
    .select("items.body")
    .where("items.study", "=", study)
    .execute();
  const items = rows.map(({ body }) => JSON.parse(body) as Item);
  const hash = items.find(({ id }) => id === retired)?.media;
  if (hash === undefined) return;
  const decided = await store.db
    .selectFrom("log")
    .select("item")
    .where("study", "=", study)
    .where(isDecision)
    .where("kind", "=", "retire")
    .execute();
  const gone = new Set([retired, ...decided.map(({ item }) => item)]);
  if (items.some((item) => item.protocol === "choice" && item.media === hash && !gone.has(item.id))) return;
  await store.db
    .updateTable("study_media")
    .set({ retired_at: now.toISOString() })
    .where("study", "=", study)
    .where("hash", "=", hash)
    .where("retired_at", "is", null)
    .execute();
}

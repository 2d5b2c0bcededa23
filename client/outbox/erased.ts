// What was erased leaves this device: answers, drafts, and the recordings that belong to them.
import { metaOf, type PersonDatabase, setMeta } from "./database.ts";
import { dropRecordings } from "./recordings.ts";

/** By the ids that the server calls erased. Their acknowledged ids stay: the server's tombstones count too. */
export async function dropErased(db: PersonDatabase, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = new Set(ids);
  await db.transaction("rw", [db.responses, db.outbox, db.stuck, db.recordings, db.slices], async () => {
    const own = db.recordings.filter(({ response }) => response !== undefined && gone.has(response));
    await dropRecordings(db, await own.primaryKeys());
    for (const table of [db.responses, db.outbox, db.stuck]) await table.bulkDelete([...ids]);
  });
}

/**
 * Studies in which everything of this person was erased: drafts, recordings and the study itself go at once. What still
 * waits to be sent goes when the server answers it `erased`, so that both count the same.
 */
export async function dropErasedStudies(db: PersonDatabase, studies: readonly string[]): Promise<void> {
  if (studies.length === 0) return;
  await db.transaction("rw", [db.meta, db.drafts, db.recordings, db.slices, db.studies, db.items], async () => {
    for (const study of studies) {
      await db.drafts.where("study").equals(study).delete();
      await dropRecordings(db, await db.recordings.filter((row) => row.study === study).primaryKeys());
      await db.items.where("study").equals(study).delete();
      await db.studies.delete(study);
    }
    const about = Object.entries((await metaOf(db, "about")) ?? {});
    if (about.length > 0)
      await setMeta(db, "about", Object.fromEntries(about.filter(([study]) => !studies.includes(study))));
  });
}

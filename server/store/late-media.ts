// Files of clips that came after their study: each clip that had none gets its medium, in every version, where it stands.
// Nobody has been shown such a clip, so no version is needed; a decision in the log says who brought how many.
import { v7 as uuid } from "uuid";
import { Problem } from "#schemas/problem";
import type { Item, StudyDraft } from "#schemas/study";
import { appendDecisionWithin } from "./log.ts";
import { keepMedia } from "./media.ts";
import { type Store, transact } from "./open.ts";
import { studyById } from "./studies.ts";

export interface LateMedia {
  /** Hash of the medium by the name of the clip. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly media: StudyDraft["media"];
  readonly by: string;
  readonly now: Date;
}

/** How many items got their medium; one that has a medium keeps it. */
export async function attachMedia(store: Store, study: string, late: LateMedia): Promise<number> {
  return transact(store, async (db) => {
    const within = { ...store, db };
    const here = await studyById(within, study);
    if (here === undefined) throw new Problem("not-found");
    const rows = await db.selectFrom("items").select(["version", "id", "body"]).where("study", "=", study).execute();
    let filled = 0;
    for (const { version, id, body } of rows) {
      const item = JSON.parse(body) as Item;
      const media = item.protocol === "emotion" ? late.hashes.get(item.clip) : undefined;
      if (media === undefined || item.media !== undefined) continue;
      await db
        .updateTable("items")
        .set({ body: JSON.stringify({ ...item, media }) })
        .where("study", "=", study)
        .where("version", "=", version)
        .where("id", "=", id)
        .execute();
      if (version === here.version) filled += 1;
    }
    if (filled === 0) return 0;
    await keepMedia({ ...store, db }, study, late.media, late.now.toISOString());
    const { by, now } = late;
    const decision = { v: 1, id: uuid(), study, at: now.toISOString(), by, kind: "version" } as const;
    await appendDecisionWithin(
      within,
      db,
      { ...decision, version: here.version, changed: [`${filled} clips got their files`] },
      now,
    );
    return filled;
  });
}

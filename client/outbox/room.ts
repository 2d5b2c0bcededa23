// Makes room where the browser has none left: clips go whose answers are all given and sent. Never one that somebody
// here still has an open, begun or unsent answer for.
import type { PersonDatabase } from "./database.ts";
import { clipsHere, dropClips } from "./kept-clip.ts";
import { everybody } from "./known.ts";
import { itemStates } from "./status.ts";

/** Whether the browser refused to keep something for want of room; Dexie hands its error on inside one of its own. */
export function wantsRoom(reason: unknown): boolean {
  const { name, inner } = reason as { readonly name?: string; readonly inner?: { readonly name?: string } | null };
  return name === "QuotaExceededError" || inner?.name === "QuotaExceededError";
}

/** Whether anything went. At least as many bytes as the clip needs, where there is so much to let go. */
export async function makeRoom(db: PersonDatabase, forClip: string): Promise<boolean> {
  const people = [...new Map([db, ...(await everybody())].map((one) => [one.person, one])).values()];
  const [done, needed] = [new Set<string>(), new Set<string>([forClip])];
  for (const one of people) await sortClips(one, done, needed);
  const here = await clipsHere();
  const bytesOf = new Map((await db.media.toArray()).map(({ hash, bytes }) => [hash, bytes]));
  let wanted = bytesOf.get(forClip) ?? 0;
  const gone: string[] = [];
  for (const hash of done) {
    if (wanted <= 0) break;
    if (needed.has(hash) || !here.has(hash)) continue;
    gone.push(hash);
    wanted -= bytesOf.get(hash) ?? 0;
  }
  if (gone.length === 0) return false;
  await dropClips((hash) => gone.includes(hash));
  for (const one of people)
    await one.media
      .where("hash")
      .anyOf(gone)
      .modify((row) => {
        row.stored = 0;
        row.dropped = 1;
      });
  return true;
}

/** Clips that this person's answers are all given and sent for, in order of the work, and all others. */
async function sortClips(db: PersonDatabase, done: Set<string>, needed: Set<string>): Promise<void> {
  const used = new Set<string>();
  for (const study of await db.studies.toCollection().primaryKeys())
    for (const { item, state, sent } of await itemStates(db, study)) {
      if (item.media === undefined) continue;
      used.add(item.media);
      const drafted = (await db.drafts.get([study, item.id, item.occasion])) !== undefined;
      if ((state === "answered" || state === "skipped") && sent && !drafted) done.add(item.media);
      else needed.add(item.media);
    }
  for (const hash of await db.media.toCollection().primaryKeys()) if (!used.has(hash)) needed.add(hash);
}

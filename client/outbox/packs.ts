// Brings the person's studies and items to this device, so that work goes on without a network.
import { pack } from "#schemas/sync";
import { type ItemRow, type MediaRow, metaOf, type PersonDatabase, type StudyRow, setMeta } from "./database.ts";
import { dropUnlisted } from "./media.ts";
import { call, type Fetch } from "./wire.ts";

export type PackNews = "fresh" | "unreachable" | "refused";

/** Replaces studies, items and media rows in one transaction. What has an unsent or open answer stays listed. */
export async function refreshPack(
  db: PersonDatabase,
  fetcher: Fetch = (input, init) => fetch(input, init),
): Promise<PackNews> {
  const key = await metaOf(db, "deviceKey");
  if (key === undefined) return "refused";
  const asked = Date.now();
  const reply = await call(fetcher, { path: "/api/sync/pack", key, answers: pack });
  if (reply.kind === "nothing") return "unreachable";
  if (reply.kind === "problem") return reply.status === 401 || reply.status === 403 ? "refused" : "unreachable";
  const { studies, serverTime, person } = reply.body;
  if (person.id !== db.person) return "refused";

  const media = new Map<string, MediaRow>();
  const items: ItemRow[] = [];
  for (const study of studies) {
    items.push(...study.items.map((item, position) => ({ ...item, study: study.id, position })));
    for (const facts of study.media) {
      const known = media.get(facts.hash);
      media.set(facts.hash, { ...facts, studies: [...(known?.studies ?? []), study.id], stored: 0 });
    }
  }
  await db.transaction("rw", [db.meta, db.studies, db.items, db.media, db.responses, db.drafts], async () => {
    const retired = new Set(studies.flatMap((study) => (study.retired ?? []).map((item) => `${study.id} ${item}`)));
    if (retired.size > 0) await db.drafts.filter(({ study, item }) => retired.has(`${study} ${item}`)).delete();
    const kept = (await itemsInHand(db, items)).filter(({ study, id }) => !retired.has(`${study} ${id}`));
    for (const item of kept) {
      const facts = item.media === undefined ? undefined : await db.media.get(item.media);
      if (facts !== undefined && !media.has(facts.hash)) media.set(facts.hash, facts);
    }
    for (const { hash, stored, part, dropped } of await db.media.toArray()) {
      const now = media.get(hash);
      const here = { stored, ...(part === undefined ? {} : { part }), ...(dropped === undefined ? {} : { dropped }) };
      if (now !== undefined) media.set(hash, { ...now, ...here });
    }
    const listed = new Set(studies.map(({ id }) => id));
    const keptStudies = new Set(kept.map(({ study }) => study).filter((id) => !listed.has(id)));
    await db.studies
      .where("id")
      .noneOf([...listed, ...keptStudies])
      .delete();
    await db.studies.bulkPut(
      studies.map(({ items: _items, media: _media, retired: _retired, ...row }): StudyRow => row),
    );
    await db.items.clear();
    await db.items.bulkPut([...items, ...kept]);
    await db.media.clear();
    await db.media.bulkPut([...media.values()]);
    await setMeta(db, "skewMs", Math.round(Date.parse(serverTime) - (asked + Date.now()) / 2));
    await setMeta(db, "packAt", new Date().toISOString());
    await db.meta.delete("paused");
  });
  await dropUnlisted();
  return "fresh";
}

/** Items that the server lists no more and that somebody has an unsent or open answer for. */
async function itemsInHand(db: PersonDatabase, listed: readonly ItemRow[]): Promise<ItemRow[]> {
  const keyOf = (study: string, item: string, occasion: number): string => `${study} ${item} ${occasion}`;
  const fresh = new Set(listed.map((row) => keyOf(row.study, row.id, row.occasion)));
  const unsent = await db.responses.where("state").anyOf(["waiting", "stuck", "aside"]).toArray();
  const drafts = await db.drafts.toArray();
  const open = new Set([...unsent, ...drafts].map((row) => keyOf(row.study, row.item ?? "", row.occasion ?? 1)));
  return (await db.items.toArray()).filter((row) => {
    const key = keyOf(row.study, row.id, row.occasion);
    return !fresh.has(key) && open.has(key);
  });
}

// Trying a study as its people will see it. The simplest honest way: a throw-away study of its own, with the practice
// items and the first counted ones, one person and no coordinator. Nothing in it can be counted, because it is not the
// study; it is in no list, and it goes, answers and all, when the study opens or is tried anew. The person and device
// rows stay, so that a browser that still holds an answer of the trial is understood and not taken for a stranger.
import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import { v7 as uuid } from "uuid";
import type { Language } from "#schemas/basics";
import { Problem } from "#schemas/problem";
import { insertAssignments } from "./assignments.ts";
import { buryRecordings } from "./erasing.ts";
import { type Store, transact } from "./open.ts";
import { insertSigns, signsOf } from "./signs.ts";
import { itemsOf, keysOf, studyById } from "./studies.ts";
import type { Tables } from "./tables.ts";

const counted = 12;
const owing = { choice: "expert", emotion: "annotator" } as const;

/** A new copy in place of the one before; sweep the bytes of its recordings after it. */
export async function makeTrial(
  store: Store,
  of: string,
  language: Language,
  now: Date,
): Promise<{ study: string; person: string; items: number }> {
  return transact(store, async (trx) => {
    const within = { ...store, db: trx };
    await dropWithin(within, of, now);
    const source = await studyById(within, of);
    if (source === undefined) throw new Problem("not-found");
    const at = now.toISOString();
    const all = await itemsOf(within, of);
    const first = new Set(
      all
        .filter(({ practice }) => !practice)
        .slice(0, counted)
        .map(({ id }) => id),
    );
    const items = all.filter((item) => item.practice || first.has(item.id));
    const study = `trial-${randomBytes(8).toString("hex")}`;
    const person = uuid();
    const file = {
      ...source.file,
      id: study,
      title: `${source.file.title} (${language === "zh-Hans" ? "试做" : "trial"})`,
      settings: { ...source.file.settings, perItem: "all" as const },
    };
    const { secret } = source;
    await trx
      .insertInto("studies")
      .values({ id: study, version: 1, state: "open", seq: 0, epoch: 1, secret, created_at: at })
      .execute();
    await trx
      .insertInto("study_versions")
      .values({ study, version: 1, definition: JSON.stringify(file), created_at: at })
      .execute();
    await trx
      .insertInto("items")
      .values(
        items.map((item, position) => ({
          ...{ study, version: 1, id: item.id, name: item.name, position },
          ...{ practice: item.practice ? 1 : 0, body: JSON.stringify(item) },
        })),
      )
      .execute();
    const keys = await keysOf(within, of);
    const known = items.flatMap(({ id }) => {
      const option = keys.get(id);
      return option === undefined ? [] : [{ study, version: 1, item: id, option }];
    });
    if (known.length > 0) await trx.insertInto("item_keys").values(known).execute();
    const signs = await signsOf(within, of, source.version);
    const used = new Set([...items.flatMap(({ media }) => media ?? []), ...signs.map(({ media }) => media)]);
    for (const hash of used)
      await trx
        .insertInto("study_media")
        .columns(["study", "hash", "name", "rights", "credit", "retired_at"])
        .expression((e) =>
          e
            .selectFrom("study_media")
            .select((x) => [x.val(study).as("study"), "hash", "name", "rights", "credit", "retired_at"])
            .where("study", "=", of)
            .where("hash", "=", hash),
        )
        .execute();
    await insertSigns(within, study, 1, signs);
    await trx.insertInto("persons").values({ id: person, name: null, language, created_at: at }).execute();
    const role = owing[file.protocol];
    await trx
      .insertInto("members")
      .values({ study, person, code: "trial", role, seat: "pilot", added_at: at, removed_at: null })
      .execute();
    await insertAssignments(within, { id: study, version: 1, secret, file }, items, [person]);
    await trx.insertInto("trials").values({ study, of_study: of, person, made_at: at }).execute();
    return { study, person, items: items.length };
  });
}

/** Sweep the bytes of their recordings after it. */
export async function dropTrials(store: Store, of: string, now: Date): Promise<void> {
  await transact(store, (trx) => dropWithin({ ...store, db: trx }, of, now));
}

async function dropWithin({ db }: Store, of: string, now: Date): Promise<void> {
  for (const { study, person } of await db.selectFrom("trials").selectAll().where("of_study", "=", of).execute()) {
    await db
      .updateTable("links")
      .set({ revoked_at: now.toISOString() })
      .where("person", "=", person)
      .where("revoked_at", "is", null)
      .execute();
    await db.deleteFrom("sessions").where("person", "=", person).execute();
    const taken = await db.selectFrom("recordings").select("id").where("person", "=", person).execute();
    await buryRecordings(
      db as Transaction<Tables>,
      taken.map(({ id }) => id),
      { study: null, person, erasedAt: now.toISOString() },
    );
    await db.deleteFrom("quarantine").where("person", "=", person).execute();
    for (const table of [
      "trials",
      "about",
      "signs",
      "log",
      "assignments",
      "item_keys",
      "items",
      "study_media",
      "plays",
      "members",
      "study_versions",
    ] as const)
      await db.deleteFrom(table).where("study", "=", study).execute();
    await db.deleteFrom("studies").where("id", "=", study).execute();
  }
}

/** Whether somebody is the person of a trial: their link must not sign the coordinator out of the desk. */
export async function isTrialPerson(store: Store, person: string): Promise<boolean> {
  return (
    (await store.db.selectFrom("trials").select("study").where("person", "=", person).executeTakeFirst()) !== undefined
  );
}

// A study set anew. In a draft nobody has seen anything, so its one version is changed where it stands; afterwards a new
// version is made and the older ones stay, with every answer to them. Either way a decision in the log says who changed
// what, when and why.
import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import { v7 as uuid } from "uuid";
import type { Consent } from "#schemas/consent";
import type { Letter } from "#schemas/labels";
import { Problem } from "#schemas/problem";
import type { StudyChange } from "#schemas/set-up";
import { type Item, type StudyDraft, type StudyFile, studyFile } from "#schemas/study";
import { fixedBy, settledAtIntake, settledAtOpening } from "#schemas/templates";
import { assignWithin } from "./assignments.ts";
import { appendDecisionWithin } from "./log.ts";
import { keepMedia } from "./media.ts";
import { membersOf } from "./members.ts";
import { type Store, transact } from "./open.ts";
import { copySigns, putSigns } from "./signs.ts";
import { itemsOf, studyById } from "./studies.ts";
import type { Tables } from "./tables.ts";

export interface Added {
  readonly items: readonly Item[];
  readonly keys: ReadonlyMap<string, Letter>;
  readonly media: StudyDraft["media"];
}

export interface Changing {
  readonly change: StudyChange;
  readonly added?: Added;
  readonly by: string;
  readonly now: Date;
}

/** Problem "bad-value" for what may not change any more or any way; nothing is stored then. */
export async function changeStudy(
  store: Store,
  study: string,
  { change, added, by, now }: Changing,
): Promise<{ version: number; changed: string[] }> {
  return transact(store, async (trx) => {
    const within = { ...store, db: trx };
    if (store.engine === "postgres")
      await trx.selectFrom("studies").select("id").where("id", "=", study).forUpdate().execute();
    const before = await studyById(within, study);
    if (before === undefined) throw new Problem("not-found");
    const draft = before.state === "draft";
    const earlier = await lastConsent(trx, study);
    const file = changed(before.file, change, draft, earlier);
    const names = [...differences(before.file, file), ...(change.signs?.map(({ place }) => `signs ${place}`) ?? [])];
    if (added !== undefined && added.items.length > 0) names.push(`${added.items.length} items added`);
    if (names.length === 0) return { version: before.version, changed: [] };
    if (!draft && (change.reason ?? "").trim() === "")
      throw new Problem("bad-value", "reason: needed once the study has been open.");
    const version = draft ? before.version : before.version + 1;
    const definition = JSON.stringify(file);
    if (draft)
      await trx
        .updateTable("study_versions")
        .set({ definition })
        .where("study", "=", study)
        .where("version", "=", version)
        .execute();
    else {
      const created_at = now.toISOString();
      await trx.insertInto("study_versions").values({ study, version, definition, created_at }).execute();
      await copyItems(trx, study, before.version, version);
      await copySigns(within, study, before.version, version);
      await trx.updateTable("studies").set({ version }).where("id", "=", study).execute();
    }
    if (added !== undefined) await addItems({ ...store, db: trx }, study, version, added, now);
    if (change.signs !== undefined) await putSigns(within, study, version, change.signs);
    await planAnew(within, study, before.file, file, (added?.items.length ?? 0) > 0, now);
    const { reason } = change;
    await appendDecisionWithin(
      within,
      trx,
      {
        ...{ v: 1, id: uuid(), study, at: now.toISOString(), by, kind: "version", version },
        changed: names.map((name) => name.slice(0, 100)).slice(0, 200),
        ...(reason === undefined || reason.trim() === "" ? {} : { reason: reason.trim() }),
      },
      now,
    );
    return { version, changed: names };
  });
}

function changed(file: StudyFile, change: StudyChange, draft: boolean, earlier: Consent | undefined): StudyFile {
  const { instructions, consent, template, settings, signs: _, reason: __, ...plain } = change;
  const kept: Record<string, unknown> = { ...file, ...plain };
  const set = (name: "instructions" | "template", value: unknown) => {
    if (value === null) delete kept[name];
    else if (value !== undefined) kept[name] = value;
  };
  set("instructions", instructions);
  set("template", template);
  if (consent === null) delete kept["consent"];
  else if (consent !== undefined) kept["consent"] = { version: consentVersion(consent, earlier, draft), ...consent };
  const next = { ...kept, settings: { ...file.settings, ...settings } } as StudyFile;
  for (const name of [...settledAtIntake, ...(draft ? [] : settledAtOpening)])
    if (!isDeepStrictEqual(next.settings[name], file.settings[name]))
      throw new Problem("bad-value", `settings.${name}: cannot be changed any more.`);
  for (const [name, value] of Object.entries(fixedBy(next.template)))
    if (!isDeepStrictEqual(next.settings[name as keyof StudyFile["settings"]], value))
      throw new Problem("bad-value", `settings.${name}: the template ${next.template} fixes it.`);
  if (new Set(next.languages).size < next.languages.length)
    throw new Problem("bad-value", "languages: one is named twice.");
  const checked = studyFile.safeParse(next);
  if (!checked.success) throw new Problem("bad-value", `${checked.error.issues[0]?.path.join(".")}: not allowed.`);
  return checked.data;
}

/** Whoever agreed to other words is asked again; nobody has agreed to anything in a draft. */
function consentVersion(next: Omit<Consent, "version">, earlier: Consent | undefined, draft: boolean): number {
  if (earlier === undefined || draft) return earlier?.version ?? 1;
  const { version, ...words } = earlier;
  return isDeepStrictEqual(words, next) ? version : version + 1;
}

/** The consent with the greatest version that the study ever had: taken away and brought back, it goes on counting. */
async function lastConsent(trx: Transaction<Tables>, study: string): Promise<Consent | undefined> {
  const rows = await trx.selectFrom("study_versions").select("definition").where("study", "=", study).execute();
  return rows
    .flatMap(({ definition }) => (JSON.parse(definition) as StudyFile).consent ?? [])
    .sort((a, b) => b.version - a.version)[0];
}

function differences(before: StudyFile, after: StudyFile): string[] {
  const names: string[] = [];
  for (const name of ["title", "languages", "timeZone", "instructions", "consent", "template"] as const)
    if (!isDeepStrictEqual(before[name], after[name])) names.push(name);
  const settings = new Set([...Object.keys(before.settings), ...Object.keys(after.settings)]);
  for (const name of settings as Set<keyof StudyFile["settings"]>)
    if (!isDeepStrictEqual(before.settings[name], after.settings[name])) names.push(`settings.${name}`);
  return names;
}

async function copyItems(trx: Transaction<Tables>, study: string, from: number, to: number): Promise<void> {
  await trx
    .insertInto("items")
    .columns(["study", "version", "id", "name", "position", "practice", "body"])
    .expression((e) =>
      e
        .selectFrom("items")
        .select((x) => ["study", x.lit(to).as("version"), "id", "name", "position", "practice", "body"])
        .where("study", "=", study)
        .where("version", "=", from),
    )
    .execute();
  await trx
    .insertInto("item_keys")
    .columns(["study", "version", "item", "option"])
    .expression((e) =>
      e
        .selectFrom("item_keys")
        .select((x) => ["study", x.lit(to).as("version"), "item", "option"])
        .where("study", "=", study)
        .where("version", "=", from),
    )
    .execute();
}

async function addItems(within: Store, study: string, version: number, added: Added, now: Date): Promise<void> {
  const last = await within.db
    .selectFrom("items")
    .select((e) => e.fn.max("position").as("position"))
    .where("study", "=", study)
    .where("version", "=", version)
    .executeTakeFirst();
  const first = Number(last?.position ?? -1) + 1;
  const rows = added.items.map((item, k) => ({
    ...{ study, version, id: item.id, name: item.name, position: first + k },
    ...{ practice: item.practice ? 1 : 0, body: JSON.stringify(item) },
  }));
  for (let i = 0; i < rows.length; i += 500)
    await within.db
      .insertInto("items")
      .values(rows.slice(i, i + 500))
      .execute();
  const keys = added.items.flatMap(({ id }) => {
    const option = added.keys.get(id);
    return option === undefined ? [] : [{ study, version, item: id, option }];
  });
  for (let i = 0; i < keys.length; i += 500)
    await within.db
      .insertInto("item_keys")
      .values(keys.slice(i, i + 500))
      .execute();
  await keepMedia(within, study, added.media, now.toISOString());
}

/**
 * In a draft everybody's items are shared out anew when order or number change; added items go to everybody. What was
 * answered before the study came in stays owed as it is, and whoever only brought such answers gets nothing more.
 */
async function planAnew(
  within: Store,
  study: string,
  before: StudyFile,
  after: StudyFile,
  more: boolean,
  now: Date,
): Promise<void> {
  const other = settledAtOpening.some((name) => !isDeepStrictEqual(before.settings[name], after.settings[name]));
  if (!other && !more) return;
  if (other)
    await within.db
      .deleteFrom("assignments")
      .where("study", "=", study)
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom("log")
              .select("log.seq")
              .whereRef("log.study", "=", "assignments.study")
              .whereRef("log.item", "=", "assignments.item")
              .whereRef("log.person", "=", "assignments.person")
              .whereRef("log.occasion", "=", "assignments.occasion")
              .where("log.entry", "=", "response"),
          ),
        ),
      )
      .execute();
  const people = (await membersOf(within, study)).filter(({ removedAt }) => removedAt === null);
  const persons = people.map(({ person }) => person);
  await assignWithin(within, study, persons, now);
}

/** Items of a study by name: what an upload brings again is known. */
export async function namesIn(store: Store, study: string): Promise<Set<string>> {
  return new Set((await itemsOf(store, study)).map(({ name }) => name));
}

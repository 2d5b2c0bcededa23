// Signed forms of a study's texts, by version and place; which of them a person may have.

import { Problem } from "#schemas/problem";
import type { StudyChange } from "#schemas/set-up";
import type { SignVideo } from "#schemas/texts";
import type { Store } from "./open.ts";
import type { SignsTable } from "./tables.ts";

const signOf = (row: SignsTable): SignVideo => ({
  place: row.place,
  media: row.media,
  freezeMs: row.freeze_ms,
  ...(row.credit === null ? {} : { credit: row.credit }),
  ...(row.made_for === null ? {} : { madeFor: row.made_for }),
});

/** Every signed text of a version, by place. */
export async function signsOf(store: Store, study: string, version: number): Promise<SignVideo[]> {
  const rows = await store.db
    .selectFrom("signs")
    .selectAll()
    .where("study", "=", study)
    .where("version", "=", version)
    .orderBy("place")
    .execute();
  return rows.map(signOf);
}

export async function insertSigns(
  store: Store,
  study: string,
  version: number,
  signs: readonly SignVideo[],
): Promise<void> {
  const rows = signs.map(({ place, media, freezeMs, credit, madeFor }) => ({
    ...{ study, version, place, media, freeze_ms: freezeMs },
    ...{ credit: credit ?? null, made_for: madeFor ?? null },
  }));
  for (let i = 0; i < rows.length; i += 500)
    await store.db
      .insertInto("signs")
      .values(rows.slice(i, i + 500))
      .onConflict((same) =>
        same.columns(["study", "version", "place"]).doUpdateSet((e) => ({
          media: e.ref("excluded.media"),
          freeze_ms: e.ref("excluded.freeze_ms"),
          credit: e.ref("excluded.credit"),
          made_for: e.ref("excluded.made_for"),
        })),
      )
      .execute();
}

/**
 * Sets signs of a version anew, or takes them away. Problem "bad-value" where the medium is no video of the study, where
 * it is what an item shows (an option with it would tell the key), or where the item or letter is not there.
 */
export async function putSigns(
  store: Store,
  study: string,
  version: number,
  changes: NonNullable<StudyChange["signs"]>,
): Promise<void> {
  const put = changes.flatMap((one) => (one.media === null ? [] : [one]));
  const gone = changes.filter(({ media }) => media === null).map(({ place }) => place);
  const bad = (place: string, words: string) => new Problem("bad-value", `signs ${place}: ${words}`);
  for (const { place, media, freezeMs } of put) {
    const held = await store.db
      .selectFrom("study_media")
      .innerJoin("media", "media.hash", "study_media.hash")
      .select("media.facts")
      .where("study_media.study", "=", study)
      .where("study_media.hash", "=", media)
      .where("study_media.retired_at", "is", null)
      .executeTakeFirst();
    const facts = held === undefined ? undefined : (JSON.parse(held.facts) as { type: string; durationMs?: number });
    if (facts === undefined || !facts.type.startsWith("video/")) throw bad(place, "no such video in this study.");
    if (facts.durationMs !== undefined && freezeMs > facts.durationMs)
      throw bad(place, "the freeze frame lies behind the end of the video.");
    const stimulus = await store.db
      .selectFrom("items")
      .select("id")
      .where("study", "=", study)
      .where("version", "=", version)
      .where("body", "like", `%"media":"${media}"%`)
      .executeTakeFirst();
    if (stimulus !== undefined) throw bad(place, "this video is shown by an item; it would tell the answer.");
    const [, item, letter] = /^option:(.+):([A-D])$/.exec(place) ?? [];
    if (place.startsWith("option:") && item === undefined)
      throw bad(place, "an option is named by its item and letter.");
    if (item === undefined) continue;
    const row = await store.db
      .selectFrom("items")
      .select("body")
      .where("study", "=", study)
      .where("version", "=", version)
      .where("id", "=", item)
      .executeTakeFirst();
    const options =
      row === undefined ? undefined : (JSON.parse(row.body) as { options?: Record<string, string> }).options;
    if (options?.[letter as string] === undefined) throw bad(place, "no such option in this study.");
  }
  await insertSigns(store, study, version, put);
  for (const place of gone)
    await store.db
      .deleteFrom("signs")
      .where("study", "=", study)
      .where("version", "=", version)
      .where("place", "=", place)
      .execute();
}

export async function copySigns(store: Store, study: string, from: number, to: number): Promise<void> {
  await insertSigns(store, study, to, await signsOf(store, study, from));
}

/** Where a person reads something beside the items: these signs are everybody's. */
const everybodys = /^(instructions|question|help|consent:|step:|label:|value:)/;

/**
 * The signs that a person with these items may have. Options of an item are signed all or none: one alone would tell it
 * apart from the others. Media that were retired are left out.
 */
export async function signsFor(
  store: Store,
  study: string,
  version: number,
  items: readonly {
    readonly id: string;
    readonly options?: Readonly<Record<string, string | undefined>> | undefined;
  }[],
  held: ReadonlySet<string>,
): Promise<SignVideo[]> {
  const all = (await signsOf(store, study, version)).filter(({ media }) => held.has(media));
  const byPlace = new Map(all.map((sign) => [sign.place, sign]));
  const options = items.flatMap(({ id, options }) => {
    const places = Object.keys(options ?? {}).map((letter) => byPlace.get(`option:${id}:${letter}`));
    return places.length > 0 && places.every((sign) => sign !== undefined) ? places : [];
  });
  return [...all.filter(({ place }) => everybodys.test(place)), ...(options as SignVideo[])];
}

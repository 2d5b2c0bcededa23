// What a person's browser may hold: built field by field from an allow-list, then parsed through it. No gloss, entry,
// articulation, gesture count, file name, key or seed of an item ever stands in it (promise 4).
import type { Language } from "#schemas/basics";
import type { Decision } from "#schemas/decision";
import { emotionIds, type Letter, letters } from "#schemas/labels";
import { mulberry32, seedFrom, shuffled } from "#schemas/seeded";
import type { ChoiceItem, Item, MediumFacts } from "#schemas/study";
import { type Pack, type PackItem, type PackStudy, pack } from "#schemas/sync";
import { assignPeople, everOwed, type Owed, owedBy } from "./assignments.ts";
import { isDecision } from "./decisions.ts";
import { mediaOfStudy } from "./media.ts";
import type { Store } from "./open.ts";
import { slotsWait } from "./open-slots.ts";
import { ownScore } from "./own-score.ts";
import { signsFor } from "./signs.ts";
import { type StudyPart, studiesOf } from "./studies.ts";

/** Everything that one person needs to work with no network. */
export async function packOf(store: Store, person: string, now: Date): Promise<Pack> {
  const row = await store.db.selectFrom("persons").select("language").where("id", "=", person).executeTakeFirst();
  const studies: PackStudy[] = [];
  for (const part of await studiesOf(store, person)) {
    if (part.state === "draft" || (part.role !== "annotator" && part.role !== "expert")) continue;
    await shareOutFreed(store, part, person, now);
    studies.push(await studyOf(store, part, person));
  }
  const language = (row?.language ?? "en") as Language;
  return pack.parse({ person: { id: person, language }, serverTime: now.toISOString(), studies });
}

/** At somebody's contact: what silent people have left open for too long goes to those who are here. */
async function shareOutFreed(store: Store, part: StudyPart, person: string, now: Date): Promise<void> {
  const { freeAfterDays } = part.file.settings;
  if (freeAfterDays === undefined || part.state !== "open") return;
  const since = new Date(now.getTime() - freeAfterDays * 86_400_000).toISOString();
  if (await slotsWait(store, part.id, since)) await assignPeople(store, part.id, [person], now);
}

async function studyOf(store: Store, part: StudyPart, person: string): Promise<PackStudy> {
  const held = new Map((await mediaOfStudy(store, part.id)).map((medium) => [medium.hash, medium]));
  const retired = new Set((await decisionsOf(store, part.id, "retire")).map(({ item }) => item));
  const announced = (await decisionsOf(store, part.id, "announce")).map(({ at, texts }) => ({ at, texts }));
  const isShown = ({ id, media, protocol }: Item): boolean =>
    !retired.has(id) && (media === undefined ? protocol === "choice" : held.has(media));
  const owed = (await owedBy(store, part.id, person)).filter(({ item }) => isShown(item));
  const withdrawn = (await everOwed(store, part.id, person)).filter((item) => !isShown(item));
  const used = new Set(owed.flatMap(({ item }) => (item.media === undefined ? [] : [item.media])));
  const { file } = part;
  const { settings } = file;
  const items = owed.map(itemOf);
  const score = await ownScore(
    store,
    part,
    person,
    owed.map(({ item }) => item),
  );
  const signs = await signsFor(store, part.id, part.version, items, new Set(held.keys()));
  for (const { media } of signs) used.add(media);
  return {
    id: part.id,
    version: part.version,
    epoch: part.epoch,
    state: part.state,
    title: file.title,
    protocol: file.protocol,
    languages: file.languages,
    signLanguage: file.signLanguage,
    timeZone: file.timeZone,
    code: part.code,
    ...(score === undefined ? {} : { score }),
    ...(withdrawn.length === 0 ? {} : { retired: withdrawn.map(({ id }) => id) }),
    settings: {
      breakEvery: settings.breakEvery,
      cannotTell: settings.cannotTell,
      advance: settings.advance,
      ownScore: settings.ownScore,
      faces: settings.faces,
      restIsZero: settings.restIsZero,
      wholeViewFirst: settings.wholeViewFirst,
      speedsAtCues: settings.speedsAtCues,
      ...(settings.passMark === undefined ? {} : { passMark: settings.passMark }),
      ...(settings.cueSpans === undefined ? {} : { cueSpans: settings.cueSpans }),
      ...(settings.captions === undefined ? {} : { captions: settings.captions }),
    },
    ...(file.protocol === "emotion" && settings.shuffleEmotions
      ? { emotionOrder: shuffled(emotionIds, mulberry32(seedFrom(`${part.secret} ${person}`))) }
      : {}),
    ...(file.instructions === undefined ? {} : { instructions: file.instructions }),
    ...(file.consent === undefined ? {} : { consent: file.consent }),
    ...(announced.length === 0 ? {} : { announcements: announced }),
    ...(signs.length === 0
      ? {}
      : {
          signs: signs.map(({ place, media, freezeMs, credit }) => ({
            place,
            media,
            freezeMs,
            ...(credit === undefined ? {} : { credit }),
          })),
        }),
    items,
    media: [...used].map((hash) => factsOf(held.get(hash) as MediumFacts)),
  };
}

function itemOf({ item, occasion }: Owed): PackItem {
  const { expected } = item;
  const common = {
    ...{ id: item.id, occasion, practice: item.practice },
    ...(item.practice && expected !== undefined ? { expected } : {}),
  };
  if (item.protocol === "emotion")
    return {
      ...common,
      modality: "video",
      media: item.media,
      ...(item.condition === "shown" && item.caption !== undefined ? { caption: item.caption } : {}),
      ...(item.locks === undefined ? {} : { locks: item.locks }),
    };
  return {
    ...common,
    modality: item.modality,
    options: optionsOf(item),
    ...(item.media === undefined ? {} : { media: item.media }),
    ...(item.text === undefined ? {} : { text: item.text }),
    ...(item.question === undefined ? {} : { question: item.question }),
  };
}

function optionsOf(item: ChoiceItem): ChoiceItem["options"] {
  const out: Partial<Record<Letter, string>> = {};
  for (const letter of letters) {
    const words = item.options[letter];
    if (words !== undefined) out[letter] = words;
  }
  return out as ChoiceItem["options"];
}

/** What is known of the picture itself; not its name, its credit or where it came from. */
function factsOf(medium: MediumFacts): MediumFacts {
  const { hash, bytes, type, codec, width, height, durationMs, fps, firstTimestampMs, frameTimesMs, frames } = medium;
  const told = {
    codec,
    durationMs,
    fps,
    firstTimestampMs,
    frameTimesMs,
    frames,
    keyFrameDistance: medium.keyFrameDistance,
  };
  const known = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
  return { hash, bytes, type, width, height, ...known };
}

type Kind = Decision["kind"];
async function decisionsOf<K extends Kind>(store: Store, study: string, kind: K) {
  const rows = await store.db
    .selectFrom("log")
    .select(["seq", "body"])
    .where("study", "=", study)
    .where(isDecision)
    .where("kind", "=", kind)
    .execute();
  return rows.sort((a, b) => a.seq - b.seq).map(({ body }) => JSON.parse(body) as Extract<Decision, { kind: K }>);
}

// What the desk says and hears while a study is set up and runs: changes that make a version, signed texts, media played
// to their end, a throw-away copy to try it on, and what waits for the coordinator.
import * as z from "zod/mini";
import { id, language, sha256, typed, uuid } from "./basics.ts";
import { consent } from "./consent.ts";
import { position } from "./figure.ts";
import { tableWish } from "./new-study.ts";
import { flagReasons } from "./response.ts";
import { flags } from "./standing.ts";
import { mediumFacts, type Settings, settings, templates } from "./study.ts";
import { signVideo, textPlace, texts } from "./texts.ts";

const n = z.int();
/** Most bytes of one change: long instructions and consents in every language, in Chinese too. */
export const changeLimit = 1024 * 1024;
/** Most bytes of one sign video. */
export const signBytes = 256 * 1024 ** 2;

/** Settings without their defaults: what is left out stays as it is. */
const someSettings = z.strictObject(
  Object.fromEntries(
    Object.entries(settings.shape).map(([name, shape]) => {
      const { def } = shape as unknown as { def: { type: string; innerType: z.ZodMiniType } };
      return [name, z.optional(def.type === "default" || def.type === "optional" ? def.innerType : shape)];
    }),
  ),
) as unknown as z.ZodMiniType<Partial<Settings>>;

/** A part left out stays; null takes instructions or consent away. The server counts the consent's version itself. */
export const studyChange = z.strictObject({
  title: z.optional(typed(200).check(z.minLength(1))),
  languages: z.optional(z.array(language).check(z.minLength(1))),
  timeZone: z.optional(z.string().check(z.maxLength(60))),
  instructions: z.optional(z.nullable(texts(8000))),
  consent: z.optional(z.nullable(z.omit(consent, { version: true }))),
  template: z.optional(z.nullable(z.enum(templates))),
  settings: z.optional(someSettings),
  /** Set anew, or taken away where `media` is null. */
  signs: z.optional(
    z.array(z.union([signVideo, z.strictObject({ place: textPlace, media: z.null() })])).check(z.maxLength(2000)),
  ),
  reason: z.optional(typed(2000)),
});
export type StudyChange = z.infer<typeof studyChange>;
export const studyChanged = z.object({ version: n, changed: z.array(z.string()) });

export const studySigns = z.object({ signs: z.array(signVideo) });
/** A sign video that went up, as the study holds it. */
export const newMedium = z.object({ facts: mediumFacts, notes: z.array(z.string()) });

/** More items for a study, out of an upload. Without `store` it only says what would be added. */
export const moreWish = z.strictObject({
  study: id,
  table: z.optional(tableWish),
  store: z.boolean(),
  reason: z.optional(typed(2000)),
});
export const moreItems = z.object({
  /** Not in the study yet, and here already. */
  fresh: n,
  known: n,
  faults: z.array(z.object({ file: z.string(), line: z.nullable(n), message: z.string(), mend: z.string() })),
  moreFaults: n,
  warnings: z.array(z.string()),
  /** Null where nothing was stored. */
  version: z.nullable(n),
});
export type MoreItems = z.infer<typeof moreItems>;

/** `GET /api/studies/:study/media` */
export const studyMedia = z.object({
  media: z.array(
    z.object({
      name: z.string(),
      facts: mediumFacts,
      rights: z.enum(["open", "team", "ids-only"]),
      credit: z.nullable(z.string()),
      retiredAt: z.nullable(z.string()),
      playedAt: z.nullable(z.string()),
    }),
  ),
});
export type StudyMedium = z.infer<typeof studyMedia>["media"][number];
export const playedMedia = z.strictObject({ hashes: z.array(sha256).check(z.minLength(1), z.maxLength(500)) });

/** A throw-away copy: `items` of the study are in it. The link opens it as its person would. */
export const trial = z.object({ link: z.string(), items: n });

const said = { text: z.nullable(z.string()), recording: z.nullable(z.string()), mayWatch: z.boolean() };
const from = { response: uuid, code: z.nullable(z.string()), at: z.string() };
const onItem = { item: z.nullable(z.string()), itemName: z.nullable(z.string()) };
/** `GET /api/studies/:study/inbox`: what waits for the coordinator, newest first. */
export const inbox = z.object({
  position,
  notes: z.array(
    z.object({ ...from, ...onItem, ...said, replies: z.array(z.object({ at: z.string(), texts: texts(4000) })) }),
  ),
  /** `settled`: the item was retired, or its key corrected, since. */
  flags: z.array(z.object({ ...from, ...onItem, ...said, reason: z.enum(flagReasons), settled: z.boolean() })),
  held: z.array(
    z.object({
      ...from,
      ...onItem,
      kind: z.string(),
      why: z.array(z.enum(flags)),
      /** The option chosen, the sentiment given or the reason of a skip. */
      says: z.nullable(z.union([z.number(), z.string()])),
    }),
  ),
  quarantined: z.array(
    z.object({ id: z.string(), hash: z.string(), code: z.nullable(z.string()), at: z.string(), problem: z.string() }),
  ),
  retired: z.array(
    z.object({ item: z.string(), itemName: z.nullable(z.string()), at: z.string(), reason: z.nullable(z.string()) }),
  ),
  announced: z.array(z.object({ id: z.string(), at: z.string(), texts: texts(4000) })),
  /** Answers lost with a restore from an older backup; `again`: the person has answered the item since. */
  gone: z.optional(
    z.array(z.object({ id: z.string(), code: z.nullable(z.string()), ...onItem, at: z.string(), again: z.boolean() })),
  ),
});
export type Inbox = z.infer<typeof inbox>;

// Answers that nobody has any more: their text had left this device, since a backup of the server held it, and the server
// was set back to an older one. The person and the coordinator are told which; an item is never just open again.
import { answeringKinds } from "#schemas/response";
import { type GoneAnswer, goneAtOnce } from "#schemas/sync";
import { metaOf, type PersonDatabase, type ResponseRow, setMeta } from "./database.ts";

export interface Gone extends GoneAnswer {
  readonly told: boolean;
  readonly seen: boolean;
}

/** Inside a transaction on `meta` and `responses`, when the rows are taken out. What another device gave, that one tells. */
export async function noteGone(db: PersonDatabase, rows: readonly ResponseRow[]): Promise<void> {
  const fresh: Gone[] = [];
  for (const { id, study, item, occasion, at, pulled } of rows) {
    if (item === undefined || occasion === undefined || pulled === true) continue;
    if (!(await standsFor(db, { study, item, occasion })))
      fresh.push({ id, study, item, occasion, at, told: false, seen: false });
  }
  if (fresh.length > 0) await setMeta(db, "gone", [...((await metaOf(db, "gone")) ?? []), ...fresh]);
}

async function standsFor(db: PersonDatabase, { study, item, occasion }: Pick<Gone, "study" | "item" | "occasion">) {
  const held = db.responses.where("[study+item+occasion]").equals([study, item, occasion]);
  return (await held.filter(({ state, kind }) => state !== "aside" && answering(kind)).count()) > 0;
}
const answering = (kind: string): boolean => (answeringKinds as readonly string[]).includes(kind);

/** What the server has not been told of, as much as one hello may say. */
export async function untoldGone(db: PersonDatabase): Promise<GoneAnswer[]> {
  const all = ((await metaOf(db, "gone")) ?? []).filter(({ told }) => !told);
  return all.slice(0, goneAtOnce).map(({ id, study, item, occasion, at }) => ({ id, study, item, occasion, at }));
}

/** Inside a transaction on `meta`. */
export async function markGone(
  db: PersonDatabase,
  ids: readonly string[],
  as: Partial<Pick<Gone, "told" | "seen">>,
): Promise<void> {
  if (ids.length === 0) return;
  const all = ((await metaOf(db, "gone")) ?? []).map((one) => (ids.includes(one.id) ? { ...one, ...as } : one));
  await setMeta(
    db,
    "gone",
    all.filter(({ told, seen }) => !told || !seen),
  );
}

export interface GoneHere {
  readonly ids: readonly string[];
  readonly studies: readonly { readonly title: string; readonly items: readonly number[] }[];
}

/** What the person has not yet read of: by study, the places of its items in their work, from 1. */
export async function goneHere(db: PersonDatabase): Promise<GoneHere> {
  const unseen = ((await metaOf(db, "gone")) ?? []).filter(({ seen }) => !seen);
  const places = new Map<string, Set<number>>();
  for (const one of unseen) {
    if (await standsFor(db, one)) continue;
    const item = await db.items.get([one.study, one.item, one.occasion]);
    const known = places.get(one.study) ?? new Set();
    if (item !== undefined) known.add(item.position + 1);
    places.set(one.study, known);
  }
  const studies = [];
  for (const [study, items] of places)
    studies.push({ title: (await db.studies.get(study))?.title ?? study, items: [...items].sort((a, b) => a - b) });
  return { ids: unseen.map(({ id }) => id), studies: studies.filter(({ items }) => items.length > 0) };
}

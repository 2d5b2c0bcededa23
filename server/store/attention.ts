// How each person met the items that check attention. Derived when asked; never part of what is counted.
import type { Letter } from "#schemas/labels";
import type { Response } from "#schemas/response";
import { type Flag, type Held, standing } from "#schemas/standing";
import type { Item } from "#schemas/study";
import { attentionItems } from "./items.ts";
import type { Store } from "./open.ts";
import { rightOptions } from "./own-score.ts";
import type { StudyRecord } from "./studies.ts";

/** Of the checks that a person owes: answered as expected, answered otherwise, and neither (open or skipped). */
export interface Attention {
  readonly passed: number;
  readonly failed: number;
  readonly open: number;
}

/**
 * By person. A choice passes with an option that is right by the keys in force; a rating passes where each label that the
 * coordinator has a view on has that value. A check without an expected answer says nothing and is left out.
 */
export async function attentionOf(
  store: Store,
  { id: study, version }: Pick<StudyRecord, "id" | "version">,
): Promise<Map<string, Attention>> {
  const right = await rightOptions(store, { id: study, version });
  const items = (await attentionItems(store, study)).filter((item) =>
    item.protocol === "choice" ? right.has(item.id) : hasView(item),
  );
  const known = new Map(items.map((item) => [item.id, item]));
  const found = new Map<string, Attention>();
  if (known.size === 0) return found;
  const owed = await store.db
    .selectFrom("assignments")
    .select(["person", "item"])
    .where("study", "=", study)
    .where("item", "in", [...known.keys()])
    .where("occasion", "=", 1)
    .where("removed_at", "is", null)
    .execute();
  const given = await store.db
    .selectFrom("log")
    .select(["person", "item", "body", "flags"])
    .where("study", "=", study)
    .where("entry", "=", "response")
    .where("item", "in", [...known.keys()])
    .where("occasion", "=", 1)
    .execute();
  const held = new Map<string, Held[]>();
  for (const { person, item, body, flags } of given) {
    const key = `${person} ${item}`;
    const one = { response: JSON.parse(body) as Response, flags: JSON.parse(flags) as Flag[] };
    held.set(key, [...(held.get(key) ?? []), one]);
  }
  for (const { person, item } of owed) {
    const { response } = standing(held.get(`${person} ${item}`) ?? []);
    const said = response === undefined ? undefined : passes(known.get(item) as Item, response, right);
    const so = found.get(person) ?? { passed: 0, failed: 0, open: 0 };
    const outcome = said === undefined ? "open" : said ? "passed" : "failed";
    found.set(person, { ...so, [outcome]: so[outcome] + 1 });
  }
  return found;
}

const hasView = ({ expected }: Item): boolean =>
  expected?.sentiment !== undefined || Object.keys(expected?.emotions ?? {}).length > 0;

/** Undefined for a skip. */
function passes(item: Item, given: Response, right: ReadonlyMap<string, ReadonlySet<Letter>>): boolean | undefined {
  if (given.kind === "choice") return right.get(item.id)?.has(given.answer.option) === true;
  if (given.kind !== "emotion") return undefined;
  const { sentiment, emotions } = item.expected ?? {};
  if (sentiment !== undefined && given.answer.sentiment !== sentiment) return false;
  return Object.entries(emotions ?? {}).every(
    ([label, value]) =>
      value === undefined || given.answer.emotions[label as keyof typeof given.answer.emotions] === value,
  );
}

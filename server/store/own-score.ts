// A person's own score in a quiz, where the study tells it: two numbers, and only once the study is closed, so that nothing
// can be changed after it was seen and no key can be found out by trying.
import type { Decision } from "#schemas/decision";
import type { Letter } from "#schemas/labels";
import type { Response } from "#schemas/response";
import { type Flag, type Held, standing } from "#schemas/standing";
import type { Item } from "#schemas/study";
import type { Store } from "./open.ts";
import { keysOf, type StudyPart, type StudyRecord } from "./studies.ts";

interface OwnScore {
  readonly right: number;
  readonly asked: number;
}

/**
 * First occasions of counted items that stand: a choice is asked, "cannot tell" is asked and wrong where the study offers
 * it, any other skip is not asked. Key decisions count. Undefined where nothing is told.
 */
export async function ownScore(
  store: Store,
  part: StudyPart,
  person: string,
  items: readonly Item[],
): Promise<OwnScore | undefined> {
  const { settings, protocol } = part.file;
  if (!settings.ownScore || protocol !== "choice" || part.state !== "closed") return undefined;
  const counted = new Set(
    items.filter(({ practice, attention }) => !practice && attention !== true).map(({ id }) => id),
  );
  const right = await rightOptions(store, part);
  const held = new Map<string, Held[]>();
  for (const { item, body, flags } of await store.db
    .selectFrom("log")
    .select(["item", "body", "flags"])
    .where("study", "=", part.id)
    .where("person", "=", person)
    .where("entry", "=", "response")
    .where("occasion", "=", 1)
    .execute()) {
    if (item === null || !counted.has(item)) continue;
    const one = { response: JSON.parse(body) as Response, flags: JSON.parse(flags) as Flag[] };
    held.set(item, [...(held.get(item) ?? []), one]);
  }
  const score = { right: 0, asked: 0 };
  for (const [item, given] of held) {
    const options = right.get(item);
    const { response } = standing(given);
    if (options === undefined || response === undefined) continue;
    const cannotTell = response.kind === "skip" && response.answer.reason === "cannot-tell" && settings.cannotTell;
    if (response.kind !== "choice" && !cannotTell) continue;
    score.asked += 1;
    if (response.kind === "choice" && options.has(response.answer.option)) score.right += 1;
  }
  return score;
}

/** What is right in each item now; a dropped item is left out. */
export async function rightOptions(
  store: Store,
  part: Pick<StudyRecord, "id" | "version">,
): Promise<Map<string, Set<Letter>>> {
  const right = new Map<string, Set<Letter>>();
  for (const [item, option] of await keysOf(store, part.id, part.version)) right.set(item, new Set([option]));
  const rows = await store.db
    .selectFrom("log")
    .select("body")
    .where("study", "=", part.id)
    .where("entry", "=", "decision")
    .where("kind", "=", "key")
    .orderBy("seq")
    .execute();
  for (const { body } of rows) {
    const { item, act, option } = JSON.parse(body) as Extract<Decision, { kind: "key" }>;
    if (act === "drop-item") right.delete(item);
    else if (option !== undefined) {
      const before = act === "accept-two" ? (right.get(item) ?? []) : [];
      right.set(item, new Set([...before, option]));
    }
  }
  return right;
}

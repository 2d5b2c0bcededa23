// What stands where: how much is only on this device, and how far each item is. Plain reads, to be watched live.
import type { Response } from "#schemas/response";
import { type Held, standing } from "#schemas/standing";
import type { ItemRow, PersonDatabase, StuckRow } from "./database.ts";
import { heldOf } from "./standing-here.ts";

/** What people call their answers; consents, questions, flags and what is taken back are others. */
const answerKinds = ["choice", "emotion", "skip"] as const;
const otherKinds = ["consent", "flag", "note", "retract"] as const;

const countOf = (db: PersonDatabase, states: readonly string[], kinds: readonly string[]): Promise<number> =>
  db.responses
    .where("[state+kind]")
    .anyOf(states.flatMap((state) => kinds.map((kind) => [state, kind])))
    .count();

/** Answers of this device that the server has. */
export const answersSent = (db: PersonDatabase): Promise<number> => countOf(db, ["sent", "server"], answerKinds);

/** Refusals after which a batch is halved, and one response alone is shown as stuck. */
export const strikesToHalve = 3;

export interface Waiting {
  /** All that was given and is only on this device. */
  readonly count: number;
  /** Of them: what is no answer, as a consent or a question. */
  readonly others: number;
  /** Beside them: recordings that are only here, whose answer is on the server already. */
  readonly recordings: number;
  readonly oldestAt: string | null;
  /** Of all answers here: those that the server would not take, with a reason to show. */
  readonly stuck: number;
}

export async function waiting(db: PersonDatabase): Promise<Waiting> {
  const out = await db.outbox.toArray();
  const aside = await db.stuck.toArray();
  const here = [...out, ...aside.filter((row) => row.reason !== "quarantined")];
  const saved = new Set(here.map(({ id }) => id));
  const signed = (await db.recordings.where("state").equals("waiting").toArray()).filter(
    ({ response }) => response === undefined || !saved.has(response),
  );
  const oldestAt = [...here, ...signed].reduce<string | null>(
    (least, { at }) => (least === null || at < least ? at : least),
    null,
  );
  return {
    count: here.length,
    others: Math.min(here.length, await countOf(db, ["waiting", "stuck"], otherKinds)),
    recordings: signed.length,
    oldestAt,
    stuck: aside.length + out.filter((row) => row.strikes >= strikesToHalve).length,
  };
}

/** What waits with a reason: set aside, or refused again and again while nothing else was sent. */
export async function stuckHere(db: PersonDatabase): Promise<StuckRow[]> {
  const struck = (await db.outbox.toArray()).filter((row) => row.strikes >= strikesToHalve);
  return [
    ...(await db.stuck.toArray()),
    ...struck.map(({ id, n, at }): StuckRow => ({ id, n, at, reason: "unacceptable" })),
  ].sort((a, b) => a.n - b.n);
}

export interface ItemState {
  readonly item: ItemRow;
  readonly state: "open" | "draft" | "answered" | "skipped";
  /** The standing answer is on the server. */
  readonly sent: boolean;
  /** A change would not count any more: the study is closed, or an item that locks this one is answered. */
  readonly locked: boolean;
  /** Its medium is stored here, or it needs none. */
  readonly ready: boolean;
  /** Two devices changed the same answer; the later one stands. */
  readonly conflict: boolean;
  /** What was answered is not on this device any more: only that it was. */
  readonly onServerOnly: boolean;
  readonly response?: Response;
}

const keyOf = (item: string, occasion: number): string => `${item} ${occasion}`;

/** Every item that this person owes in a study, in the order of the pack. */
export async function itemStates(db: PersonDatabase, study: string): Promise<ItemState[]> {
  const [items, responses, drafts, media, row] = await Promise.all([
    db.items.where("study").equals(study).sortBy("position"),
    db.responses.where("[study+item+occasion]").between([study, "", 0], [study, "\uffff", Infinity]).toArray(),
    db.drafts.where("study").equals(study).toArray(),
    db.media.where("stored").equals(1).primaryKeys(),
    db.studies.get(study),
  ]);
  const held = new Map<string, Held[]>();
  const unsent = new Set<string>();
  const bare = new Set<string>();
  for (const given of responses) {
    if (given.state === "waiting" || given.state === "stuck") unsent.add(given.id);
    if (given.text === "") bare.add(given.id);
    if (given.item === undefined || given.state === "aside") continue;
    const key = keyOf(given.item, given.occasion ?? 1);
    held.set(key, [...(held.get(key) ?? []), heldOf(given)]);
  }
  const begun = new Map(drafts.map((draft) => [keyOf(draft.item, draft.occasion), draft.basis]));
  const stored = new Set(media);
  const stands = items.map((item) => standing(held.get(keyOf(item.id, item.occasion)) ?? []));
  const locks = new Set(items.filter((_, at) => stands[at]?.response !== undefined).map((item) => item.locks));
  return items.map((item, at) => {
    const { response, leaf, conflict } = stands[at] ?? { conflict: false };
    const key = keyOf(item.id, item.occasion);
    const draft = begun.has(key) && begun.get(key) === (leaf?.id ?? null);
    return {
      item,
      state: response === undefined ? (draft ? "draft" : "open") : response.kind === "skip" ? "skipped" : "answered",
      sent: response !== undefined && !unsent.has(response.id),
      locked: row?.state === "closed" || locks.has(item.id),
      ready: item.media === undefined || stored.has(item.media),
      conflict,
      onServerOnly: response !== undefined && bare.has(response.id),
      ...(response === undefined ? {} : { response }),
    };
  });
}

/** First not yet done after the one given, then from the start; those without their medium come last. */
export async function nextOpenItem(
  db: PersonDatabase,
  study: string,
  after?: { readonly item: string; readonly occasion: number },
): Promise<ItemState | undefined> {
  const states = await itemStates(db, study);
  const at = states.findIndex(({ item }) => item.id === after?.item && item.occasion === after.occasion);
  const open = [...states.slice(at + 1), ...states.slice(0, at + 1)].filter(
    ({ state, locked }) => (state === "open" || state === "draft") && !locked,
  );
  return open.find(({ ready }) => ready) ?? open[0];
}

export async function progress(db: PersonDatabase, study: string) {
  const states = await itemStates(db, study);
  const of = (state: ItemState["state"]): number => states.filter((one) => one.state === state).length;
  return {
    total: states.length,
    answered: of("answered"),
    skipped: of("skipped"),
    drafts: of("draft"),
    open: of("open"),
  };
}

// Open slots: items that somebody owes and has not answered. Where k people answer an item, the slots of whoever left or
// fell silent come free for others; what they answered stays theirs and counts.
import { v7 as uuid } from "uuid";
import { standing } from "#schemas/standing";
import { chainOf } from "./chains.ts";
import type { Store } from "./open.ts";

const day = 86_400_000;

interface Panel {
  /** Never had a device: nothing of theirs can be on its way. */
  readonly unopened: string[];
  /** Without contact for longer than the study allows. */
  readonly silent: string[];
  /** All others. */
  readonly here: string[];
}

/** The people whose answers fill the quota, by when they were last in contact. */
export async function panelOf(
  store: Store,
  study: string,
  role: string,
  freeAfterDays: number | undefined,
  now: Date,
): Promise<Panel> {
  const rows = await store.db
    .selectFrom("members")
    .leftJoin("devices", "devices.person", "members.person")
    .select((e) => [
      "members.person as person",
      "members.added_at as addedAt",
      e.fn.max("devices.created_at").as("openedAt"),
      e.fn.max("devices.last_seen_at").as("seenAt"),
    ])
    .where("members.study", "=", study)
    .where("members.role", "=", role)
    .where("members.seat", "=", "panel")
    .where("members.removed_at", "is", null)
    .groupBy(["members.person", "members.added_at"])
    .orderBy("members.person")
    .execute();
  const since = freeAfterDays === undefined ? "" : new Date(now.getTime() - freeAfterDays * day).toISOString();
  const panel: Panel = { unopened: [], silent: [], here: [] };
  for (const { person, addedAt, openedAt, seenAt } of rows) {
    const last = [addedAt, openedAt ?? "", seenAt ?? ""].sort().at(-1) as string;
    if (last < since) panel.silent.push(person);
    else if (openedAt === null) panel.unopened.push(person);
    else panel.here.push(person);
  }
  return panel;
}

/** Frees what these people have not answered; how many slots came free. */
export async function freeOpen(store: Store, study: string, persons: readonly string[], now: Date): Promise<number> {
  let freed = 0;
  for (const person of persons) {
    const rows = await store.db
      .selectFrom("assignments as a")
      .leftJoin("log", (join) =>
        join
          .onRef("log.study", "=", "a.study")
          .onRef("log.item", "=", "a.item")
          .onRef("log.person", "=", "a.person")
          .onRef("log.occasion", "=", "a.occasion")
          .on("log.entry", "=", "response"),
      )
      .select((e) => ["a.version", "a.item", "a.occasion", e.fn.count("log.seq").as("said")])
      .where("a.study", "=", study)
      .where("a.person", "=", person)
      .where("a.removed_at", "is", null)
      .groupBy(["a.version", "a.item", "a.occasion"])
      .execute();
    for (const { version, item, occasion, said } of rows) {
      if (Number(said) > 0) {
        const chain = await chainOf(store, study, { person, item, occasion }, Number.MAX_SAFE_INTEGER);
        if (standing(chain).response !== undefined) continue;
      }
      await store.db
        .updateTable("assignments")
        .set({ removed_at: now.toISOString() })
        .where("study", "=", study)
        .where("version", "=", version)
        .where("person", "=", person)
        .where("item", "=", item)
        .where("occasion", "=", occasion)
        .execute();
      freed += 1;
    }
  }
  if (freed > 0) await markAssignments(store, study);
  return freed;
}

/** Notes that assignments of a study have changed, in the transaction that changes them. */
export async function markAssignments(store: Store, study: string): Promise<void> {
  const value = uuid();
  await store.db
    .insertInto("instance")
    .values({ name: `assignments ${study}`, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** Takes back what nobody's device has ever held, so that it can be shared out anew. */
export async function deleteUnseen(store: Store, study: string, persons: readonly string[]): Promise<void> {
  if (persons.length === 0) return;
  await store.db
    .deleteFrom("assignments")
    .where("study", "=", study)
    .where("person", "in", [...persons])
    .execute();
  await markAssignments(store, study);
}

/** Whether a study frees the slots of silent people and somebody here has been silent that long with something open. */
export async function slotsWait(store: Store, study: string, since: string): Promise<boolean> {
  const row = await store.db
    .selectFrom("assignments as a")
    .innerJoin("members as m", (join) => join.onRef("m.study", "=", "a.study").onRef("m.person", "=", "a.person"))
    .select("a.item")
    .where("a.study", "=", study)
    .where("a.removed_at", "is", null)
    .where("m.removed_at", "is", null)
    .where("m.seat", "=", "panel")
    .where("m.added_at", "<", since)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("devices as d")
            .select("d.id")
            .whereRef("d.person", "=", "a.person")
            .where((x) => x.or([x("d.last_seen_at", ">=", since), x("d.created_at", ">=", since)])),
        ),
      ),
    )
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("log as l")
            .select("l.seq")
            .whereRef("l.study", "=", "a.study")
            .whereRef("l.item", "=", "a.item")
            .whereRef("l.person", "=", "a.person")
            .whereRef("l.occasion", "=", "a.occasion")
            .where("l.entry", "=", "response"),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

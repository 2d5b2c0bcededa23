// Looks up, in bulk and inside the transaction of a push, what its responses are judged by. Rows that later pushes
// would race for (devices, studies) are locked first, always in the same order.
import type { Transaction } from "kysely";
import type { Response } from "#schemas/response";
import { type Flag, type Held, standing } from "#schemas/standing";
import type { Item, StudyFile } from "#schemas/study";
import { among } from "./among.ts";
import { answers, chainKey, countsBy, type Facts, itemKey, type Kept, type Link, placeKey } from "./judging.ts";
import type { Store } from "./open.ts";
import type { DevicesTable, StudiesTable, Tables } from "./tables.ts";

type Trx = Transaction<Tables>;
const once = (list: readonly string[]): string[] => [...new Set(list)].sort();
const flagsIn = (text: string): Flag[] => (text === "[]" ? [] : (JSON.parse(text) as Flag[]));

/** Devices and studies of a batch, locked until the end of the transaction. */
export async function lockRows(
  store: Store,
  trx: Trx,
  devices: readonly string[],
  studies: readonly string[],
): Promise<{ devices: DevicesTable[]; studies: StudiesTable[] }> {
  return {
    devices: await lockDevices(store, trx, once(devices)),
    studies: await lockStudies(store, trx, once(studies)),
  };
}

async function lockDevices(store: Store, trx: Trx, ids: string[]): Promise<DevicesTable[]> {
  if (ids.length === 0) return [];
  const rows = trx.selectFrom("devices").selectAll().where("id", "in", ids).orderBy("id");
  return store.engine === "postgres" ? rows.forUpdate().execute() : rows.execute();
}

export async function lockStudies(store: Store, trx: Trx, ids: string[]): Promise<StudiesTable[]> {
  if (ids.length === 0) return [];
  const rows = trx.selectFrom("studies").selectAll().where("id", "in", ids).orderBy("id");
  return store.engine === "postgres" ? rows.forUpdate().execute() : rows.execute();
}

/** Log rows by id: of the batch itself and of what it replaces. */
export async function keptById(store: Store, ids: readonly string[]): Promise<Map<string, Kept>> {
  const rows = await store.db
    .selectFrom("log")
    .select(["id", "hash", "seq", "study", "person", "item", "occasion", "flags"])
    .where(among(store, "id", ids))
    .execute();
  return new Map(rows.map((row) => [row.id, { ...row, flags: flagsIn(row.flags) }]));
}

export async function tombstonesOf(store: Store, ids: readonly string[]): Promise<Set<string>> {
  const rows = await store.db
    .selectFrom("tombstones")
    .select("id")
    .where(among(store, "id", ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Everything else that `fresh` responses are judged by. */
export async function factsFor(
  store: Store,
  base: Pick<Facts, "person" | "device" | "known"> & {
    studies: readonly StudiesTable[];
    strangers: ReadonlySet<string>;
  },
  fresh: readonly Response[],
): Promise<Facts> {
  const { person } = base;
  const studies = new Map<string, Facts["studies"] extends ReadonlyMap<string, infer V> ? V : never>();
  const items = new Map<string, Item>();
  const assignments = new Map<string, { removed: boolean }>();
  const chains = new Map<string, Link[]>();
  const locks = new Map<string, string[]>();
  const filled = new Set<string>();
  for (const row of base.studies) {
    const here = fresh.filter(({ study }) => study === row.id);
    if (here.length === 0) continue;
    const versions = await versionsOf(store, row.id);
    const member = await store.db
      .selectFrom("members")
      .select("removed_at")
      .where("study", "=", row.id)
      .where("person", "=", person)
      .executeTakeFirst();
    studies.set(row.id, {
      version: row.version,
      state: row.state,
      definitions: versions,
      member: member === undefined ? undefined : { removed: member.removed_at !== null },
    });
    const named = once(here.flatMap((given) => ("item" in given && given.item !== undefined ? [given.item] : [])));
    if (named.length === 0 || member === undefined) continue;
    const shownAfter = [...versions.values()].some(({ settings }) => settings.captions === "shown-after");
    if (shownAfter) await addLocks(store, row.id, locks);
    await addItems(store, row.id, [...new Set(here.map(({ studyVersion }) => studyVersion))], named, items);
    await addAssignments(store, row.id, person, named, assignments);
    const locking = named.flatMap((item) => locks.get(`${row.id} ${item}`) ?? []);
    await addChains(store, row.id, person, once([...named, ...locking]), chains);
    const most = versions.get(row.version)?.settings.perItem ?? "all";
    if (most === "all") continue;
    const apart = new Set(
      here.flatMap((given) => {
        const item = "item" in given ? items.get(itemKey(row.id, given.studyVersion, given.item ?? "")) : undefined;
        return item?.practice === true || item?.attention === true ? [item.id] : [];
      }),
    );
    const shared = named.filter((item) => !apart.has(item));
    if (shared.length > 0)
      for (const item of await filledItems(store, row.id, person, shared, most)) filled.add(`${row.id} ${item}`);
  }
  return { ...base, studies, items, assignments, chains, locks, filled, places: await placesOf(store, fresh) };
}

async function versionsOf(store: Store, study: string): Promise<Map<number, StudyFile>> {
  const rows = await store.db
    .selectFrom("study_versions")
    .select(["version", "definition"])
    .where("study", "=", study)
    .execute();
  return new Map(rows.map(({ version, definition }) => [version, JSON.parse(definition) as StudyFile]));
}

async function addItems(
  store: Store,
  study: string,
  versions: number[],
  named: string[],
  into: Map<string, Item>,
): Promise<void> {
  const rows = await store.db
    .selectFrom("items")
    .select(["version", "id", "body"])
    .where("study", "=", study)
    .where("version", "in", versions)
    .where(among(store, "id", named))
    .execute();
  for (const { version, id, body } of rows) into.set(itemKey(study, version, id), JSON.parse(body) as Item);
}

async function addAssignments(
  store: Store,
  study: string,
  person: string,
  named: string[],
  into: Map<string, { removed: boolean }>,
): Promise<void> {
  const rows = await store.db
    .selectFrom("assignments")
    .select(["item", "occasion", "removed_at"])
    .where("study", "=", study)
    .where("person", "=", person)
    .where(among(store, "item", named))
    .execute();
  for (const { item, occasion, removed_at } of rows) {
    const key = chainKey(study, item, occasion);
    into.set(key, { removed: removed_at !== null && into.get(key)?.removed !== false });
  }
}

async function addChains(
  store: Store,
  study: string,
  person: string,
  named: string[],
  into: Map<string, Link[]>,
): Promise<void> {
  const rows = await store.db
    .selectFrom("log")
    .select(["id", "item", "occasion", "kind", "device", "n", "flags", "body"])
    .where("study", "=", study)
    .where("person", "=", person)
    .where(among(store, "item", named))
    .where("entry", "=", "response")
    .execute();
  for (const row of rows) {
    if (!answers(row.kind)) continue;
    const key = chainKey(study, row.item as string, row.occasion as number);
    const link = {
      id: row.id,
      replaces: (JSON.parse(row.body) as Response).replaces,
      kind: row.kind,
      device: row.device as string,
      n: row.n as number,
      flags: flagsIn(row.flags),
    };
    into.set(key, [...(into.get(key) ?? []), link]);
  }
}

async function addLocks(store: Store, study: string, into: Map<string, string[]>): Promise<void> {
  const rows = await store.db
    .selectFrom("items")
    .select("body")
    .where("study", "=", study)
    .where("body", "like", '%"locks":%')
    .execute();
  for (const { body } of rows) {
    const item = JSON.parse(body) as Item;
    if (item.protocol !== "emotion" || item.locks === undefined) continue;
    const key = `${study} ${item.locks}`;
    into.set(key, [...(into.get(key) ?? []), item.id]);
  }
}

/** Which of these items `most` other people of the panel have answered already, by their standing responses. */
async function filledItems(
  store: Store,
  study: string,
  person: string,
  named: string[],
  most: number,
): Promise<string[]> {
  const rows = await store.db
    .selectFrom("log")
    .innerJoin("members", (join) =>
      join.onRef("members.study", "=", "log.study").onRef("members.person", "=", "log.person"),
    )
    .select(["log.item", "log.person", "log.body", "log.flags"])
    .where("log.study", "=", study)
    .where(among(store, "log.item", named))
    .where("log.occasion", "=", 1)
    .where("log.entry", "=", "response")
    .where("log.person", "!=", person)
    .where("members.seat", "=", "panel")
    .execute();
  const held = new Map<string, Map<string, { body: string; flags: Flag[] }[]>>();
  for (const row of rows) {
    const people = held.get(row.item as string) ?? new Map<string, { body: string; flags: Flag[] }[]>();
    const own = people.get(row.person as string) ?? [];
    own.push({ body: row.body, flags: flagsIn(row.flags) });
    people.set(row.person as string, own);
    held.set(row.item as string, people);
  }
  return [...held]
    .filter(([, people]) => people.size >= most)
    .filter(([, people]) => [...people.values()].filter(givesAnswer).length >= most)
    .map(([item]) => item);
}

function givesAnswer(rows: readonly { body: string; flags: Flag[] }[]): boolean {
  const held: Held[] = rows
    .filter(({ flags }) => countsBy(flags))
    .map(({ body, flags }) => ({ response: JSON.parse(body) as Response, flags }));
  const { response } = standing(held);
  return response !== undefined && response.kind !== "skip";
}

async function placesOf(store: Store, fresh: readonly Response[]): Promise<Map<string, string>> {
  const out = new Map<string, string>();
  const byDevice = new Map<string, number[]>();
  for (const { device, n } of fresh) {
    const ns = byDevice.get(device);
    if (ns === undefined) byDevice.set(device, [n]);
    else ns.push(n);
  }
  for (const [device, ns] of byDevice) {
    const rows = await store.db
      .selectFrom("log")
      .select(["id", "n"])
      .where("device", "=", device)
      .where("n", ">=", Math.min(...ns))
      .where("n", "<=", Math.max(...ns))
      .execute();
    for (const { id, n } of rows) out.set(placeKey(device, n as number), id);
  }
  return out;
}

// What a device and the server find out of each other: which acknowledged responses one of them lacks, and what the
// person gave on other devices.
import type { Flag } from "#schemas/standing";
import type { HaveReply, PullReply } from "#schemas/sync";
import type { Store } from "./open.ts";
import type { DevicesTable } from "./tables.ts";

/** Most texts that go back in one answer; the device asks again until both agree. */
const mostExtra = 2000;
const chunk = 500;

/** A part of all ids in order, both ends included; open where one is left out. */
export interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Compares the ids that a device holds as acknowledged, all or those of a range, with what the server has of it. */
export async function compareIds(
  store: Store,
  device: DevicesTable,
  ids: readonly string[],
  range: Range = {},
): Promise<HaveReply> {
  const held = new Set(ids);
  const here = await ownIn(store, "log", device.id, range);
  const buried = await ownIn(store, "tombstones", device.id, range);
  const strange = [...held].filter((id) => !here.has(id));
  const erased = await among(store, "tombstones", strange);
  const elsewhere = await among(store, "log", strange, device.person);
  const aside = await among(store, "quarantine", strange, device.person);
  const missing = strange.filter((id) => !erased.has(id) && !elsewhere.has(id) && !aside.has(id));
  const lacking = device.revoked_at === null ? [...here.keys()].filter((id) => !held.has(id)).slice(0, mostExtra) : [];
  const back = await rowsOf(store, lacking);
  return {
    missing,
    extra: back.map(({ body }) => body),
    extraFlags: Object.fromEntries(
      back.filter(({ flags }) => flags !== "[]").map(({ id, flags }) => [id, JSON.parse(flags) as Flag[]]),
    ),
    extraSeqs: back.map(({ id }) => here.get(id) as number),
    seqs: ids.map((id) => here.get(id) ?? elsewhere.get(id) ?? null),
    erased: [...erased.keys(), ...[...buried.keys()].filter((id) => !held.has(id))],
  };
}

/** Seqs by id of what the server has of a device, in the order in which it was given. */
async function ownIn(
  store: Store,
  table: "log" | "tombstones",
  device: string,
  { from, to }: Range,
): Promise<Map<string, number>> {
  let asked = store.db.selectFrom(table).select(["id", "seq"]).where("device", "=", device);
  if (table === "log") asked = asked.where("log.entry", "=", "response");
  if (from !== undefined) asked = asked.where("id", ">=", from);
  if (to !== undefined) asked = asked.where("id", "<=", to);
  const rows = await asked.orderBy("n").execute();
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}

/** Which of these ids stand in a table, with their seqs where it has any. */
async function among(
  store: Store,
  table: "tombstones" | "log" | "quarantine",
  ids: readonly string[],
  person = "",
): Promise<Map<string, number>> {
  const out = new Map<string, number>();
  for (let i = 0; i < ids.length; i += chunk) {
    const some = ids.slice(i, i + chunk);
    const rows =
      table === "tombstones"
        ? await store.db.selectFrom("tombstones").select(["id", "seq"]).where("id", "in", some).execute()
        : table === "log"
          ? await store.db
              .selectFrom("log")
              .select(["id", "seq"])
              .where("id", "in", some)
              .where("person", "=", person)
              .execute()
          : await store.db
              .selectFrom("quarantine")
              .select("id")
              .where("id", "in", some)
              .where("person", "=", person)
              .execute();
    for (const row of rows) out.set(row.id, "seq" in row ? Number(row.seq) : 0);
  }
  return out;
}

async function rowsOf(store: Store, ids: readonly string[]): Promise<{ id: string; body: string; flags: string }[]> {
  const out: { id: string; body: string; flags: string }[] = [];
  for (let i = 0; i < ids.length; i += chunk) {
    const rows = await store.db
      .selectFrom("log")
      .select(["id", "body", "flags"])
      .where("id", "in", ids.slice(i, i + chunk))
      .orderBy("device")
      .orderBy("n")
      .execute();
    out.push(...rows);
  }
  return out;
}

/** Epochs of the studies that a person takes or took part in. */
export async function epochsOf(store: Store, person: string): Promise<Record<string, number>> {
  const rows = await store.db
    .selectFrom("members")
    .innerJoin("studies", "studies.id", "members.study")
    .select(["studies.id", "studies.epoch"])
    .where("members.person", "=", person)
    .execute();
  return Object.fromEntries(rows.map(({ id, epoch }) => [id, epoch]));
}

/** One page of the person's own responses from other devices, study by study, after the cursors [epoch, seq]. */
export async function pullPage(
  store: Store,
  device: DevicesTable,
  cursors: Readonly<Record<string, readonly [number, number]>>,
  limit: number,
): Promise<PullReply> {
  const studies = await store.db
    .selectFrom("members")
    .innerJoin("studies", "studies.id", "members.study")
    .select(["studies.id", "studies.epoch", "studies.seq"])
    .where("members.person", "=", device.person)
    .where("members.removed_at", "is", null)
    .orderBy("studies.id")
    .execute();
  const reply: PullReply = { responses: [], cursors: {}, more: false };
  for (const { id, epoch, seq } of studies) {
    const cursor = Object.hasOwn(cursors, id) ? cursors[id] : undefined;
    const after = cursor !== undefined && cursor[0] === epoch ? cursor[1] : 0;
    const room = limit - reply.responses.length;
    const rows = await store.db
      .selectFrom("log")
      .select(["seq", "body", "flags"])
      .where("study", "=", id)
      .where("person", "=", device.person)
      .where("entry", "=", "response")
      .where("device", "!=", device.id)
      .where("seq", ">", after)
      .where("seq", "<=", seq)
      .orderBy("seq")
      .limit(room + 1)
      .execute();
    const page = rows.slice(0, room);
    for (const row of page)
      reply.responses.push({ study: id, seq: row.seq, text: row.body, flags: JSON.parse(row.flags) as [] });
    const whole = rows.length <= room;
    if (!whole) reply.more = true;
    reply.cursors[id] = [epoch, whole ? Math.max(after, seq) : (page.at(-1)?.seq ?? after)];
  }
  return reply;
}

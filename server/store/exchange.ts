// What a device and the server find out of each other: which acknowledged responses one of them lacks, and what the
// person gave on other devices.
import type { Flag } from "#schemas/standing";
import type { HaveReply, PullReply } from "#schemas/sync";
import type { Store } from "./open.ts";
import type { DevicesTable } from "./tables.ts";

/** Most texts that go back in one answer; the device asks again until both agree. */
const mostExtra = 2000;
const chunk = 500;

/** Compares the ids that a device holds as acknowledged with what the server has of it. */
export async function compareIds(store: Store, device: DevicesTable, ids: readonly string[]): Promise<HaveReply> {
  const held = new Set(ids);
  const rows = await store.db
    .selectFrom("log")
    .select("id")
    .where("device", "=", device.id)
    .where("entry", "=", "response")
    .orderBy("n")
    .execute();
  const here = new Set(rows.map(({ id }) => id));
  const strange = [...held].filter((id) => !here.has(id));
  const erased = await among(store, "tombstones", strange);
  const elsewhere = await among(store, "log", strange, device.person);
  const aside = await among(store, "quarantine", strange, device.person);
  const missing = strange.filter((id) => !erased.has(id) && !elsewhere.has(id) && !aside.has(id));
  const lacking = device.revoked_at === null ? [...here].filter((id) => !held.has(id)).slice(0, mostExtra) : [];
  const back = await rowsOf(store, lacking);
  return {
    missing,
    extra: back.map(({ body }) => body),
    extraFlags: Object.fromEntries(
      back.filter(({ flags }) => flags !== "[]").map(({ id, flags }) => [id, JSON.parse(flags) as Flag[]]),
    ),
    erased: strange.filter((id) => erased.has(id)),
  };
}

async function among(
  store: Store,
  table: "tombstones" | "log" | "quarantine",
  ids: readonly string[],
  person?: string,
): Promise<Set<string>> {
  const out = new Set<string>();
  for (let i = 0; i < ids.length; i += chunk) {
    const some = ids.slice(i, i + chunk);
    const rows =
      table === "tombstones"
        ? await store.db.selectFrom("tombstones").select("id").where("id", "in", some).execute()
        : await store.db
            .selectFrom(table)
            .select("id")
            .where("id", "in", some)
            .where("person", "=", person ?? "")
            .execute();
    for (const { id } of rows) out.add(id);
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

// The invariants of design 13, checked after a history: first once over a mended line while the bad ones are still bad,
// then after everything has had its time.
import { createHash } from "node:crypto";
import { standingHere } from "#client/outbox/standing-here";
import type { Response } from "#schemas/response";
import { type Flag, standing } from "#schemas/standing";
import { verifyData } from "#server/commands/verify";
import { createFigures } from "#server/figures/figures";
import { devicesOf } from "#server/store/devices";
import { gapsOf } from "#server/store/gaps";
import type { LogTable } from "#server/store/tables";
import { type Counts, type History, items, year } from "./history.ts";
import type { Laptop, Tab } from "./laptop.ts";
import { lackingOf } from "./signed.ts";

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Everybody opens their link again where the server does not know their device any more, and everything is sent. */
async function everybody(history: History): Promise<void> {
  for (const laptop of history.laptops) {
    const tab = laptop.tabs[0] as Tab;
    await history.pass(laptop, tab, true);
    let back = false;
    for (const db of await history.databases(laptop)) {
      const known = await devicesOf(history.office.data.store, [db.person]);
      const device = (await db.meta.get("device"))?.value;
      if (known.some(({ id, revoked_at }) => id === device && revoked_at === null)) continue;
      const code = [...history.office.template.people].find(([, person]) => person === db.person)?.[0];
      const shared = (await db.meta.get("shared"))?.value === true;
      await history.signIn(history.laptops.indexOf(laptop) * 2, code ?? "ada", shared);
      back = true;
    }
    if (back) await history.pass(laptop, tab, true);
    await history.noteSent(laptop);
  }
}

async function logOf(history: History): Promise<LogTable[]> {
  const { db } = history.office.data.store;
  return db.selectFrom("log").selectAll().where("entry", "=", "response").orderBy("study").orderBy("seq").execute();
}

export async function checkAll(history: History): Promise<Counts> {
  const faults = history.faults;
  const { office, laptops, saved, poison } = history;
  for (const laptop of laptops) {
    laptop.faults = [];
    laptop.ahead = 0;
  }
  const untilDue = 3 * year;
  await everybody(history);
  await history.handInRest();
  const atOnce = await history.kept([...saved.keys()]);
  for (const id of saved.keys())
    if (!poison.has(id) && !history.bad.has(id) && !atOnce.has(id)) faults.push(`I7: ${id} waits behind a bad one`);
  for (const laptop of laptops) await laptop.handOver();
  poison.clear();
  for (const laptop of laptops) laptop.ahead = untilDue;
  for (let round = 0; round < 2; round++) await everybody(history);
  await history.handInRest();
  await office.restart();

  const log = await logOf(history);
  const byId = new Map(log.map((row) => [row.id, row]));
  const kept = await history.kept([...saved.keys()]);
  const onDevices = new Set<string>();
  for (const laptop of laptops)
    for (const db of await history.databases(laptop))
      for (const { id, text } of await db.responses.toArray()) if (text !== "") onDevices.add(id);
  for (const [id, { person }] of saved) {
    const row = byId.get(id);
    if (!kept.has(id) && !onDevices.has(id)) faults.push(`I2: ${id} was called saved and is nowhere`);
    else if (row === undefined && !history.bad.has(id) && !history.erased.has(id))
      faults.push(`I5: ${id} is not in the log: ${await whyAside(history, id)}`);
    if (row !== undefined && row.person !== person) faults.push(`I10: ${id} is credited to ${row.person}`);
  }
  for (const id of history.sent)
    if (!byId.has(id) && !history.erased.has(id) && saved.has(id))
      faults.push(`I9: ${id} was acknowledged and is missing`);
  if (byId.size !== log.length) faults.push("I3: an id stands twice in the log");
  for (const row of log) {
    if (!saved.has(row.id)) continue;
    if (sha(row.body) !== row.hash) faults.push(`I1: ${row.id} has another hash`);
    if ((JSON.parse(row.body) as Response).person !== row.person) faults.push(`I10: ${row.id} tells of another person`);
  }
  for (const laptop of laptops) {
    if (laptop.strangers.length > 0) faults.push(`I10: sent under another's key: ${laptop.strangers.join()}`);
    await checkDevices(history, laptop, byId);
  }
  let recordings = 0;
  for (const [id, signed] of history.signed) {
    if (history.erased.has(signed.response) || !saved.has(signed.response)) continue;
    const lacking = await lackingOf(office, id, signed);
    if (lacking === undefined) recordings++;
    else faults.push(`I2: recording ${id} was saved and ${lacking}`);
  }
  for (const id of history.erased) if (byId.has(id)) faults.push(`I13: ${id} was erased and is in the log again`);
  await checkFigures(history);
  faults.push(...(await verifyData(office.data)).faults.map((fault) => `verify: ${fault}`));
  return {
    captured: saved.size + history.beyond,
    acknowledged: history.sent.size,
    beyond: history.beyond,
    erased: history.erased.size,
    recordings,
  };
}

async function whyAside(history: History, id: string): Promise<string> {
  const { db } = history.office.data.store;
  const row = await db.selectFrom("quarantine").select("problem").where("id", "=", id).executeTakeFirst();
  return row?.problem ?? "not set aside either";
}

async function checkDevices(history: History, laptop: Laptop, log: ReadonlyMap<string, LogTable>): Promise<void> {
  const { faults, office } = history;
  for (const db of await history.databases(laptop)) {
    const rows = await db.responses.toArray();
    for (const { id, text } of rows) {
      if (text !== "" && (JSON.parse(text) as Response).person !== db.person)
        faults.push(`I10: ${id} is shown to ${db.person}`);
      if (history.erased.has(id)) faults.push(`I13: ${id} was erased and is on a device`);
    }
    for (const item of await db.items.toArray())
      if (/"(key|entry|name|articulations|expected|answer)":|entry-|name-/u.test(JSON.stringify(item)))
        faults.push(`I11: ${item.id} tells more than the question`);
    const signedHere = await db.recordings.where("state").equals("waiting").count();
    if (signedHere > 0) faults.push(`I2: ${signedHere} recordings still wait in the end`);
    if ((await db.outbox.count()) > 0) faults.push(`I2: ${await db.outbox.count()} still wait in the end`);
    const device = (await db.meta.get("device"))?.value;
    const [own] = (await devicesOf(office.data.store, [db.person])).filter(({ id }) => id === device);
    if (history.poorer.has(db.person)) continue;
    if (own === undefined) faults.push(`I6: the server does not know device ${device}`);
    else if ((await gapsOf(office.data.store, [own])).get(own.id) !== 0) faults.push(`I6: a gap on device ${own.id}`);
    if ((await db.meta.get("closing")) !== undefined) continue;
    for (const item of items) {
      const there = [...log.values()]
        .filter((row) => row.person === db.person && row.item === item)
        .map((row) => ({ response: JSON.parse(row.body) as Response, flags: JSON.parse(row.flags) as Flag[] }));
      const here = await standingHere(db, there[0]?.response.study ?? "quiz", item, 1);
      const want = standing(there);
      if (here.leaf?.id !== want.leaf?.id || here.conflict !== want.conflict)
        faults.push(`I4: ${item} stands as ${here.leaf?.id} on a device, as ${want.leaf?.id} on the server`);
    }
  }
}

async function checkFigures(history: History): Promise<void> {
  const { figures, data, now } = history.office;
  const fresh = createFigures({ store: data.store, clock: () => new Date(now) });
  for (const study of ["quiz", "clips"])
    for (const read of ["labels", "progress"] as const)
      if (JSON.stringify(await figures[read](study)) !== JSON.stringify(await fresh[read](study)))
        history.faults.push(`I12: ${read} of ${study} folded from the start are others`);
}

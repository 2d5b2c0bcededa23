// Who works in this browser. A database opens for its person only: by their link, or in the tab where they are in force,
// or without asking where nobody else is known and the computer is their own.
import * as z from "zod/mini";
import { sha256Hex } from "#client/capture/seal";
import { language } from "#schemas/basics";
import { role } from "#schemas/person";
import { metaOf, type PersonDatabase, setMeta } from "./database.ts";
import { databaseOf, forget, registry } from "./known.ts";
import { lostBefore, mark } from "./lost.ts";
import { dropUnlisted } from "./media.ts";
import { dropRecordings } from "./recordings.ts";
import { initialsOf, type RegistryRow } from "./registry.ts";
import { waiting } from "./status.ts";
import type { UnsentFile } from "./unsent-file.ts";
import { call, WireProblem } from "./wire.ts";

export class Locked extends Error {}

const part = z.object({ id: z.string(), title: z.string(), role, code: z.string() });
const invitation = z.object({
  kind: z.string(),
  person: z.string(),
  name: z.nullable(z.string()),
  language,
  studies: z.array(part),
});
const newcomer = z.object({
  ...invitation.shape,
  kind: z.optional(z.string()),
  device: z.string(),
  deviceKey: z.string(),
  earlier: z.optional(
    z.array(z.object({ device: z.string(), lastSeenAt: z.string(), pending: z.number(), missing: z.number() })),
  ),
  sameBrowser: z.optional(z.boolean()),
});
export type Invitation = z.infer<typeof invitation>;
export interface Redeemed extends Omit<Invitation, "kind"> {
  /** Opened with the network off, by the hash of the link. */
  readonly offline: boolean;
}

const inForce = "countersign-person";
const net = (input: string, init?: RequestInit): Promise<Response> => fetch(input, init);

export interface KnownPerson extends Pick<RegistryRow, "person" | "initials" | "shared" | "addedAt"> {
  /** Answers of theirs that are only on this device. */
  readonly waiting: number;
  /** Their own PIN opens their work here. */
  readonly pin: boolean;
}

export async function peopleHere(): Promise<KnownPerson[]> {
  const rows = await registry.people.toArray();
  const known = rows.map(async ({ person, initials, shared, addedAt, pin }) => {
    const { count } = await waiting(databaseOf(person));
    return { person, initials, shared, addedAt, waiting: count, pin: pin !== undefined };
  });
  return (await Promise.all(known)).sort((a, b) => (a.addedAt < b.addedAt ? -1 : 1));
}

/** Who a link is for, without using it. */
export async function peek(token: string): Promise<Invitation> {
  return answerOf(await call(net, { path: "/api/access/peek", body: { token }, answers: invitation }));
}

function answerOf<T>(reply: Awaited<ReturnType<typeof call<T>>>): T {
  if (reply.kind === "answer") return reply.body;
  if (reply.kind === "problem") throw new WireProblem(reply.code, reply.detail);
  throw new WireProblem("unreachable");
}

/** Starts here with a personal link. With the network off it opens somebody whose link was used here before. */
export async function redeem(token: string, shared: boolean): Promise<Redeemed> {
  const linkHash = await sha256Hex(token);
  const reply = await call(net, { path: "/api/access/redeem", body: { token, shared }, answers: newcomer });
  if (reply.kind === "nothing") {
    const known = await registry.people.where("linkHash").equals(linkHash).first();
    if (known === undefined) throw new WireProblem("unreachable");
    return offlineOf(await comeIn(known.person));
  }
  const { device, deviceKey, earlier, sameBrowser, ...self } = answerOf(reply);
  const db = databaseOf(self.person);
  const empty = (await metaOf(db, "deviceKey")) === undefined;
  await takeKey(db, device, deviceKey);
  const lost = empty ? lostBefore(self.person, earlier ?? [], sameBrowser === true) : undefined;
  if (lost !== undefined) await setMeta(db, "lost", lost);
  mark(self.person, (await metaOf(db, "device")) ?? device);
  await db.transaction("rw", db.meta, async () => {
    await setMeta(db, "name", self.name ?? self.studies[0]?.code ?? "");
    await setMeta(db, "language", self.language);
    await setMeta(db, "shared", shared);
    await db.meta.bulkDelete(["paused", "closing"]);
  });
  const before = await registry.people.get(self.person);
  await registry.people.put({
    ...before,
    person: self.person,
    initials: initialsOf(self.name ?? self.studies[0]?.code ?? "?"),
    shared,
    addedAt: before?.addedAt ?? new Date().toISOString(),
    signedOut: false,
    linkHash,
  });
  enter(self.person);
  return { person: self.person, name: self.name, language: self.language, studies: self.studies, offline: false };
}

/** A database that has a working key keeps it, and with it its device, `n` and digest; a withdrawn one gets the new. */
async function takeKey(db: PersonDatabase, device: string, deviceKey: string): Promise<void> {
  const key = await metaOf(db, "deviceKey");
  if (key !== undefined) {
    const reply = await call(net, { path: "/api/sync/pack", key, answers: z.unknown() });
    if (reply.kind !== "problem" || (reply.status !== 401 && reply.status !== 403)) return;
  }
  const { takeDevice } = await import("./fork.ts");
  await takeDevice(db, device, deviceKey);
}

async function offlineOf(db: PersonDatabase): Promise<Redeemed> {
  const studies = await db.studies.toArray();
  return {
    person: db.person,
    name: (await metaOf(db, "name")) ?? null,
    language: (await metaOf(db, "language")) ?? "en",
    studies: studies.map(({ id, title, code, protocol }) => ({
      id,
      title,
      code,
      role: protocol === "choice" ? "expert" : "annotator",
    })),
    offline: true,
  };
}

/** The person of this tab; another tab may have another. */
export function personInForce(): string | undefined {
  return globalThis.sessionStorage?.getItem(inForce) ?? undefined;
}
function enter(person: string): void {
  globalThis.sessionStorage?.setItem(inForce, person);
}

/** `Locked` where it takes the person's link: somebody else is known here too, or they signed out of a shared computer. */
export async function openPerson(person: string): Promise<PersonDatabase> {
  const rows = await registry.people.toArray();
  const row = rows.find((one) => one.person === person);
  if (row === undefined) throw new Locked("nobody of that name is known here");
  const alone = rows.length === 1 && !row.shared && !row.signedOut && row.pin === undefined;
  if (personInForce() !== person && !alone) throw new Locked("this person's work opens by their link");
  enter(person);
  const db = databaseOf(person);
  const device = await metaOf(db, "device");
  if (device !== undefined) mark(person, device);
  return db;
}

/** The person has shown that it is they, by their link or PIN: their work is not put away any more. */
export async function comeIn(person: string): Promise<PersonDatabase> {
  await registry.people.update(person, { signedOut: false });
  const db = databaseOf(person);
  await db.meta.delete("closing");
  enter(person);
  return db;
}

/** At the start of a page: the database of the person in force, or of the only one here. */
export async function openInForce(): Promise<PersonDatabase | undefined> {
  const person = personInForce() ?? (await registry.people.toArray())[0]?.person;
  return person === undefined ? undefined : openPerson(person).catch(() => undefined);
}

export interface SignedOut {
  /** Answers that are still only on this device. They go up by themselves, as theirs, whoever works here next. */
  readonly left: number;
  readonly file?: UnsentFile;
}

/**
 * `send` tries once more to send, `file` gives what is unsent as a file, `keep` leaves it here. Nothing unsent is dropped.
 * On a shared computer the work is put away at once; what was sent loses its content as soon as the server says that it
 * still holds it (it may have been restored meanwhile), and the database goes with the last acknowledgement.
 */
export async function signOut(db: PersonDatabase, choice: "send" | "file" | "keep"): Promise<SignedOut> {
  const shared = (await metaOf(db, "shared")) === true;
  if (shared) await setMeta(db, "closing", true);
  if (choice === "send") await (await import("./deliver.ts")).deliver({ db, fetch: net, now: Date.now }, false);
  const file = choice === "file" ? await (await import("./unsent-file.ts")).unsentFile(db) : undefined;
  const { count } = await waiting(db);
  globalThis.sessionStorage?.removeItem(inForce);
  await registry.people.update(db.person, { signedOut: true });
  if (shared) {
    await putAway(db);
    await closeIfDone(db);
  }
  await call(net, { path: "/api/access/sign-out", body: {}, answers: z.unknown() });
  return { left: count, ...(file === undefined ? {} : { file }) };
}

/** Drafts, takes that no answer uses, and the pack. */
async function putAway(db: PersonDatabase): Promise<void> {
  const tables = [db.meta, db.drafts, db.studies, db.items, db.media, db.recordings, db.slices];
  await db.transaction("rw", tables, async () => {
    if ((await metaOf(db, "closing")) === undefined) return;
    for (const table of [db.drafts, db.studies, db.items, db.media]) await table.clear();
    await dropRecordings(db, await db.recordings.where("state").anyOf(["taking", "kept"]).primaryKeys());
  });
  await dropUnlisted();
}

/** On a shared computer, after sign-out. */
export async function closeIfDone(db: PersonDatabase): Promise<void> {
  const { mayClose } = await import("./deliver.ts");
  if (!(await mayClose(db))) return;
  await forget(db);
  await dropUnlisted();
}

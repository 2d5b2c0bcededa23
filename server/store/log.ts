// The one append-only log of a study: responses and decisions under one `seq`, raised in the transaction that writes
// them. A batch of a device is judged, stored and acknowledged in one transaction.
import { hash as sha } from "node:crypto";
import canonicalize from "canonicalize";
import type { Transaction } from "kysely";
import type { Decision } from "#schemas/decision";
import type { Position } from "#schemas/figure";
import { Problem } from "#schemas/problem";
import type { Response } from "#schemas/response";
import type { Flag } from "#schemas/standing";
import type { Verdict } from "#schemas/sync";
import { type Arrived, readArrived } from "./arrived.ts";
import { noteSaid, type Said } from "./devices.ts";
import { digestWith } from "./digest.ts";
import { bury, erasedStudiesOf, eraseWithin } from "./erasing.ts";
import { insertMany } from "./insert-many.ts";
import { answers, chainKey, type Facts, faultOf, flagsOf, placeKey } from "./judging.ts";
import { removeMember } from "./leaving.ts";
import { retireMedia } from "./media.ts";
import { type Store, transact } from "./open.ts";
import { factsFor, keptById, lockRows, lockStudies, tombstonesOf } from "./push-facts.ts";
import { putAside } from "./quarantine.ts";
import type { DevicesTable, LogTable, QuarantineTable, Tables, TombstonesTable } from "./tables.ts";
import { together } from "./together.ts";

export interface Push {
  /** Device whose key delivers; it has been checked. */
  readonly device: string;
  readonly person: string;
  /** Each the RFC 8785 text of one response. */
  readonly texts: readonly string[];
  readonly now: Date;
  /** What the device says of itself beside; kept in the same transaction. */
  readonly said?: Said;
  /** The coordinator who handed a file of unsent work in. */
  readonly handedInBy?: string;
  /** What was read of the texts already. */
  readonly arrived?: readonly Arrived[];
}

/**
 * Judges and stores a batch: a verdict for each text in the order sent. Problem "another-person" where any of them is
 * somebody else's; then nothing is stored.
 */
export async function appendPush(store: Store, push: Push): Promise<Verdict[]> {
  const arrived = push.arrived ?? push.texts.map(readArrived);
  if (arrived.some(({ person }) => person !== undefined && person !== push.person)) throw new Problem("another-person");
  const read = arrived.flatMap(({ response }) => (response === undefined ? [] : [response]));
  return together(store, async (trx) => {
    const within = { ...store, db: trx };
    const locked = await lockRows(
      store,
      trx,
      [push.device, ...read.map(({ device }) => device)],
      read.map(({ study }) => study),
    );
    const ids = arrived.flatMap(({ id }) => (id === null ? [] : [id]));
    const replaced = read.flatMap(({ replaces }) => (replaces === undefined ? [] : [replaces]));
    const known = await keptById(within, [...new Set([...ids, ...replaced])]);
    const gone = await erasedHere(within, push, arrived, known);
    const erased = new Set([...(await tombstonesOf(within, ids)), ...gone.map(({ id }) => id)]);
    const fresh = read.filter(({ id }) => !known.has(id) && !erased.has(id));
    const strangers = new Set(locked.devices.filter(({ person }) => person !== push.person).map(({ id }) => id));
    const base = { person: push.person, device: push.device, known, strangers, studies: locked.studies };
    const batch = new Batch(push, await factsFor(within, base, fresh), erased, locked.studies);
    const verdicts = arrived.map((one) => batch.judge(one));
    await batch.write(within, locked.devices);
    await bury(trx, gone, true);
    if (push.said !== undefined) await noteSaid(within, push.device, push.said, push.now);
    return verdicts;
  });
}

/** What comes to a study in which everything of this person was erased: it leaves a tombstone and nothing else. */
async function erasedHere(
  within: Within,
  { person, device, now }: Push,
  arrived: readonly Arrived[],
  known: ReadonlyMap<string, unknown>,
): Promise<TombstonesTable[]> {
  const studies = await erasedStudiesOf(within, person);
  if (studies.length === 0) return [];
  return arrived.flatMap(({ id, study, response }) =>
    id === null || study === undefined || !studies.includes(study) || known.has(id)
      ? []
      : [
          {
            ...{ id, study, seq: 0, erased_at: now.toISOString() },
            ...{ device: response?.device ?? device, n: response?.n ?? 0 },
          },
        ],
  );
}

interface Within extends Pick<Store, "engine"> {
  readonly db: Transaction<Tables>;
}

class Batch {
  private readonly rows: LogTable[] = [];
  private readonly aside: QuarantineTable[] = [];
  private readonly seqs: Map<string, number>;
  private readonly push: Push;
  private readonly facts: Facts;
  private readonly erased: ReadonlySet<string>;
  private readonly at: string;

  constructor(push: Push, facts: Facts, erased: ReadonlySet<string>, studies: readonly { id: string; seq: number }[]) {
    this.push = push;
    this.facts = facts;
    this.erased = erased;
    this.at = push.now.toISOString();
    this.seqs = new Map(studies.map(({ id, seq }) => [id, seq]));
  }

  judge(one: Arrived): Verdict {
    const { id } = one;
    if (id === null || one.refused) return { id, verdict: "refused", problem: one.problem ?? "the record has no id" };
    if (this.erased.has(id)) return { id, verdict: "erased" };
    const known = this.facts.known.get(id);
    if (known !== undefined && known.hash === one.hash)
      return {
        id,
        verdict: "duplicate",
        seq: known.seq,
        ...(known.flags.length > 0 ? { flags: [...known.flags] } : {}),
      };
    if (known !== undefined) return this.quarantine(one, id, "this id is known with other content");
    if (one.response === undefined) return this.quarantine(one, id, one.problem ?? "invalid");
    const fault = faultOf(one.response, this.facts);
    if (fault !== undefined) return this.quarantine(one, id, fault);
    return this.store(one, one.response);
  }

  private quarantine(one: Arrived, id: string, problem: string): Verdict {
    this.aside.push({
      id,
      hash: one.hash,
      study: one.study ?? null,
      person: this.push.person,
      device: this.push.device,
      body: one.text,
      problem,
      received_at: this.at,
    });
    return { id, verdict: "quarantined", problem };
  }

  private store(one: Arrived, given: Response): Verdict {
    const flags = flagsOf(given, this.facts);
    const seq = (this.seqs.get(given.study) as number) + 1;
    this.seqs.set(given.study, seq);
    const item = "item" in given ? (given.item ?? null) : null;
    const occasion = item === null ? null : (("occasion" in given ? given.occasion : undefined) ?? 1);
    this.rows.push({
      study: given.study,
      seq,
      entry: "response",
      id: given.id,
      hash: one.hash,
      body: one.text,
      person: given.person,
      device: given.device,
      n: given.n,
      item,
      occasion,
      kind: given.kind,
      flags: flags.length === 0 ? "[]" : JSON.stringify(flags),
      received_at: this.at,
      handed_in_by: this.push.handedInBy ?? null,
    });
    this.remember(one, given, seq, flags, item, occasion);
    return { id: given.id, verdict: "stored", seq, ...(flags.length > 0 ? { flags } : {}) };
  }

  private remember(
    one: Arrived,
    given: Response,
    seq: number,
    flags: readonly Flag[],
    item: string | null,
    occasion: number | null,
  ): void {
    const { id, study, person, device, n, kind, replaces } = given;
    this.facts.known.set(id, { id, hash: one.hash, seq, study, person, item, occasion, flags });
    this.facts.places.set(placeKey(device, n), id);
    if (item === null || occasion === null || !answers(kind)) return;
    const key = chainKey(study, item, occasion);
    this.facts.chains.set(key, [...(this.facts.chains.get(key) ?? []), { id, replaces, kind, device, n, flags }]);
  }

  async write(store: Within, devices: readonly DevicesTable[]): Promise<void> {
    const trx = store.db;
    await putAside(trx, this.aside);
    if (this.rows.length === 0) return;
    await insertMany(store, "log", logColumns, this.rows);
    for (const study of new Set(this.rows.map((row) => row.study)))
      await trx
        .updateTable("studies")
        .set({ seq: this.seqs.get(study) as number })
        .where("id", "=", study)
        .execute();
    for (const device of devices) {
      const ids = this.rows.filter((row) => row.device === device.id).map(({ id }) => id);
      if (ids.length === 0) continue;
      await trx
        .updateTable("devices")
        .set({ count: device.count + ids.length, digest: digestWith(device.digest, ids) })
        .where("id", "=", device.id)
        .execute();
    }
  }
}

const logColumns = [
  ...(["study", "seq", "entry", "id", "hash", "body", "person", "device", "n", "item", "occasion"] as const),
  ...(["kind", "flags", "received_at", "handed_in_by"] as const),
] satisfies (keyof LogTable)[];

/** Log rows after a position, in commit order: page through with the last seq. */
export async function readLog(store: Store, study: string, afterSeq: number, limit: number): Promise<LogTable[]> {
  return store.db
    .selectFrom("log")
    .selectAll()
    .where("study", "=", study)
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(limit)
    .execute();
}

/** Where the log of a study stands; undefined where there is no such study. */
export async function logHead(store: Store, study: string): Promise<Position | undefined> {
  return store.db.selectFrom("studies").select(["epoch", "seq"]).where("id", "=", study).executeTakeFirst();
}

/**
 * Appends a decision and does what it says to the rows derived from it (seat, membership, state, erasure). The same decision sent
 * twice is stored once. Problem "not-found" without the study, "conflict" where its id is known with other content.
 */
export async function appendDecision(store: Store, decision: Decision, now: Date): Promise<Position> {
  return transact(store, (trx) => appendDecisionWithin(store, trx, decision, now));
}

/** `appendDecision` inside a transaction that writes. */
export async function appendDecisionWithin(
  store: Store,
  trx: Transaction<Tables>,
  decision: Decision,
  now: Date,
): Promise<Position> {
  const body = canonicalize(decision) as string;
  const hash = sha("sha256", body);
  const [study] = await lockStudies(store, trx, [decision.study]);
  if (study === undefined) throw new Problem("not-found");
  const known = (await keptById({ ...store, db: trx }, [decision.id])).get(decision.id);
  if (known !== undefined) {
    if (known.hash !== hash) throw new Problem("conflict", "this decision's id is known with other content");
    return { epoch: study.epoch, seq: known.seq };
  }
  const seq = study.seq + 1;
  await insertMany({ ...store, db: trx }, "log", logColumns, [
    {
      study: decision.study,
      seq,
      entry: "decision",
      id: decision.id,
      hash,
      body,
      person: "person" in decision ? decision.person : null,
      device: null,
      n: null,
      item: "item" in decision ? decision.item : null,
      occasion: null,
      kind: decision.kind,
      flags: "[]",
      received_at: now.toISOString(),
      handed_in_by: null,
    },
  ]);
  const epoch = study.epoch + (decision.kind === "erase" ? 1 : 0);
  const state = decision.kind === "state" ? decision.state : study.state;
  await trx.updateTable("studies").set({ seq, epoch, state }).where("id", "=", decision.study).execute();
  if (decision.kind === "seat")
    await trx
      .updateTable("members")
      .set({ seat: decision.seat })
      .where("study", "=", decision.study)
      .where("person", "=", decision.person)
      .execute();
  if (decision.kind === "retire") await retireMedia({ ...store, db: trx }, decision.study, decision.item, now);
  if (decision.kind === "remove") await removeMember({ ...store, db: trx }, decision.study, decision.person, now);
  if (decision.kind === "erase") await eraseWithin({ ...store, db: trx }, decision.study, decision.person, now);
  return { epoch, seq };
}

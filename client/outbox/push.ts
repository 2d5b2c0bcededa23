// Sends what waits, in order of `n`, in batches. A batch that the server cannot take while it greets us well is halved
// down to the response that is to blame; the good ones around it go out in the same pass.
import { type PushReply, pushLimits, pushReply } from "#schemas/sync";
import { metaOf, type OutboxRow, type PersonDatabase } from "./database.ts";
import { type Packed, packed, verdictsOf } from "./packed.ts";
import { bitsByIds, setAside, settle } from "./settle.ts";
import { strikesToHalve } from "./status.ts";
import { call, type Fetch, type Outcome } from "./wire.ts";

/** Ends a pass: try again after the backoff. */
export class Later extends Error {}
/** Ends a pass: the server does not know this device key, or the batch is another person's. */
export class Paused extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export interface Pass {
  readonly db: PersonDatabase;
  readonly fetch: Fetch;
  readonly now: () => number;
  /** True where the server greets this device as it should. */
  readonly greeted: () => Promise<boolean>;
}

const day = 86_400_000;
const strikeStatuses: readonly number[] = [400, 413, 422, 500];

/**
 * Throws `Later` or `Paused`. True: nothing waits any more but what was set aside. False: the server took none of what
 * still waits; whether that is its fault or theirs shows when something else is taken.
 */
export async function pushAll(pass: Pass): Promise<boolean> {
  const doubtful = new Set<string>();
  for (;;) {
    const waiting = pass.db.outbox.orderBy("n");
    const fresh = doubtful.size === 0 ? waiting : waiting.filter((row) => !doubtful.has(row.id));
    const rows = await fresh.limit(pushLimits.responses).toArray();
    if (rows.length === 0) break;
    const alone = doubtful.size > 0;
    const { blamed, passed } = await (alone ? sendOrHalve(pass, rows, strikesToHalve) : sendOn(pass, rows));
    for (const id of blamed) doubtful.add(id);
    if (!passed) continue;
    await setAside(pass.db, [...doubtful], "unacceptable", new Date(pass.now() + day));
    doubtful.clear();
  }
  if (doubtful.size === 0) return true;
  await pass.db.outbox
    .where("id")
    .anyOf([...doubtful])
    .modify((row) => {
      row.strikes++;
    });
  return false;
}

interface Sent {
  /** Responses that were refused by status when sent alone. */
  readonly blamed: readonly string[];
  /** Whether anything was taken: then the blame is the response's, not the server's. */
  readonly passed: boolean;
}

type Reply = Outcome<PushReply>;

async function post(pass: Pass, { blob }: Packed): Promise<Reply> {
  const key = await metaOf(pass.db, "deviceKey");
  if (key === undefined) throw new Paused("signed-out");
  return call(pass.fetch, { path: "/api/sync/push", key, packed: blob, answers: pushReply });
}

interface Away {
  readonly rows: readonly OutboxRow[];
  readonly body: Packed;
  readonly reply: Promise<Reply>;
  readonly bits: Promise<Map<string, bigint>>;
}

function depart(pass: Pass, rows: readonly OutboxRow[], body: Packed): Away {
  const away = { rows, body, reply: post(pass, body), bits: bitsByIds(body.ids) };
  away.reply.catch(() => undefined);
  return away;
}

/**
 * Batch after batch for as long as the server takes them: the next is packed while one is away, and leaves before the
 * verdicts of the one before are settled here. At most one is ahead. One that is not taken is tried again or halved.
 */
async function sendOn(pass: Pass, first: readonly OutboxRow[]): Promise<Sent> {
  const body = await packed(pass.db, first);
  if (body === undefined) return sendOrHalve(pass, first, strikesToHalve);
  let passed = false;
  for (let away: Away | undefined = depart(pass, first, body); away !== undefined; ) {
    const { rows, body, bits }: Away = away;
    const following = packNext(pass.db, rows);
    following.catch(() => undefined);
    const reply = await away.reply;
    if (reply.kind !== "answer") {
      const sent = await sendOrHalve(pass, rows, strikesToHalve, { body, reply });
      return { blamed: sent.blamed, passed: passed || sent.passed };
    }
    const verdicts = verdictsOf(reply.body, body);
    if (verdicts === undefined) throw new Later("not an answer to this");
    const next = await following;
    away = next === undefined ? undefined : depart(pass, next.rows, next.body);
    if ((await settle(pass.db, verdicts, await bits)) === 0) throw new Later("not an answer to this");
    passed = true;
  }
  return { blamed: [], passed };
}

/** What is behind these in the queue, packed; undefined where there is nothing, or nothing that goes as one body. */
async function packNext(db: PersonDatabase, before: readonly OutboxRow[]) {
  const after = before.at(-1)?.n ?? 0;
  const rows = await db.outbox.where("n").above(after).limit(pushLimits.responses).toArray();
  const body = rows.length === 0 ? undefined : await packed(db, rows, before.length);
  return body === undefined ? undefined : { rows, body };
}

async function sendOrHalve(
  pass: Pass,
  rows: readonly OutboxRow[],
  tries: number,
  first?: { readonly body: Packed; readonly reply: Reply },
): Promise<Sent> {
  const body = first?.body ?? (await packed(pass.db, rows));
  if (body === undefined) {
    if (rows.length > 1) return halves(pass, rows);
    await setAside(pass.db, [rows[0]?.id ?? ""], "too-large", new Date(pass.now() + day));
    return { blamed: [], passed: false };
  }
  const alone = rows.length === 1 && tries === strikesToHalve && (await pass.db.outbox.count()) === 1;
  for (let tried = 0; tried < (alone ? 1 : tries); tried++) {
    const reply = tried === 0 && first !== undefined ? first.reply : await post(pass, body);
    if (reply.kind === "answer") {
      const verdicts = verdictsOf(reply.body, body);
      if (verdicts === undefined || (await settle(pass.db, verdicts)) === 0) throw new Later("not an answer to this");
      return { blamed: [], passed: true };
    }
    refuseUnlessStrike(reply);
    if (!(await pass.greeted())) throw new Later("the server is in trouble");
  }
  return rows.length === 1 ? { blamed: rows.map(({ id }) => id), passed: false } : halves(pass, rows);
}

function refuseUnlessStrike(reply: Exclude<Outcome<unknown>, { kind: "answer" }>): void {
  if (reply.kind === "problem" && (reply.status === 401 || reply.status === 403)) throw new Paused(reply.code);
  if (!strikeStatuses.includes(reply.status)) throw new Later(`the server answered ${reply.status}`);
}

async function halves(pass: Pass, rows: readonly OutboxRow[]): Promise<Sent> {
  const middle = Math.ceil(rows.length / 2);
  const parts: Sent[] = [];
  for (const part of [rows.slice(0, middle), rows.slice(middle)])
    parts.push(await sendOrHalve(pass, part, part.length === 1 ? strikesToHalve : 1));
  return { blamed: parts.flatMap(({ blamed }) => blamed), passed: parts.some(({ passed }) => passed) };
}

// Sends what waits, in order of `n`, in batches. A batch that the server cannot take while it greets us well is halved
// down to the response that is to blame; the good ones around it go out in the same pass.
import { v4 } from "uuid";
import { pushLimits, pushReply, type Verdict } from "#schemas/sync";
import { metaOf, type OutboxRow, type PersonDatabase } from "./database.ts";
import { setAside, settle } from "./settle.ts";
import { call, type Fetch, gzip, type Outcome } from "./wire.ts";

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
export const strikesToHalve = 3;

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
    const { blamed, passed } = await sendOrHalve(pass, rows, strikesToHalve);
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

async function sendOrHalve(pass: Pass, rows: readonly OutboxRow[], tries: number): Promise<Sent> {
  const body = await packed(pass.db, rows);
  if (body === undefined) {
    if (rows.length > 1) return halves(pass, rows);
    await setAside(pass.db, [rows[0]?.id ?? ""], "too-large", new Date(pass.now() + day));
    return { blamed: [], passed: false };
  }
  const alone = rows.length === 1 && tries === strikesToHalve && (await pass.db.outbox.count()) === 1;
  for (let tried = 0; tried < (alone ? 1 : tries); tried++) {
    const key = await metaOf(pass.db, "deviceKey");
    if (key === undefined) throw new Paused("signed-out");
    const reply = await call(pass.fetch, { path: "/api/sync/push", key, packed: body.blob, answers: pushReply });
    if (reply.kind === "answer") {
      const verdicts = verdictsOf(reply.body, body.batch, body.ids);
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

/** The body of one push; undefined where it is over a limit. */
async function packed(db: PersonDatabase, rows: readonly OutboxRow[]) {
  const ids = rows.map(({ id }) => id);
  const held = await db.responses.bulkGet(ids);
  const waiting = await db.outbox.count();
  const batch = v4();
  const text = JSON.stringify({
    batch,
    device: await metaOf(db, "device"),
    maxN: (await metaOf(db, "n")) ?? 0,
    pending: waiting,
    responses: held.map((row) => row?.text ?? ""),
  });
  if (new Blob([text]).size > pushLimits.inflated) return undefined;
  const blob = await gzip(text);
  return blob.size > pushLimits.compressed ? undefined : { batch, ids, blob };
}

/** Verdicts by id; undefined where the reply is not about this batch. `id: null` speaks of the text in that place. */
function verdictsOf(
  reply: { batch: string; verdicts: Verdict[] },
  batch: string,
  ids: readonly string[],
): (Verdict & { id: string })[] | undefined {
  if (reply.batch !== batch || reply.verdicts.length !== ids.length) return undefined;
  const out = reply.verdicts.map((one, at) => ({ ...one, id: one.id ?? (ids[at] as string) }));
  return out.every(({ id }) => ids.includes(id)) ? out : undefined;
}

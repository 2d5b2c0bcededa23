// What waits for a study's coordinator, read from its log: questions and what answered them, flags, answers that do not
// count yet, responses that were set aside, items that were retired.
import { type RawBuilder, sql } from "kysely";
import type { Decision } from "#schemas/decision";
import type { Response } from "#schemas/response";
import type { Inbox } from "#schemas/set-up";
import { type Flag, flagsThatDoNotCount } from "#schemas/standing";
import { decisionsOf, isDecision } from "./decisions.ts";
import { membersOf } from "./members.ts";
import type { Store } from "./open.ts";
import { quarantineOf } from "./quarantine.ts";
import { teamMaySee } from "./recordings.ts";

const most = 500;
type Of<K extends Decision["kind"]> = Extract<Decision, { kind: K }>;

export async function inboxOf(store: Store, study: string): Promise<Omit<Inbox, "position">> {
  const codes = new Map((await membersOf(store, study)).map(({ person, code }) => [person, code]));
  const decisions = (await decisionsOf(store, study)).map(({ decision }) => decision);
  const of = <K extends Decision["kind"]>(kind: K) => decisions.filter((one) => one.kind === kind) as Of<K>[];
  const announced = of("announce");
  const admitted = new Set(of("admit").map(({ response }) => response));
  const settled = new Map<string, string>();
  for (const { item, at } of [...of("retire"), ...of("key")]) if ((settled.get(item) ?? "") < at) settled.set(item, at);
  const noted = await rowsOf(store, study, sql<boolean>`${told} and log.kind = 'note'`);
  const flagged = await rowsOf(store, study, sql<boolean>`${told} and log.kind = 'flag'`);
  const withheld = await rowsOf(store, study, marked, 4 * most);
  const allowed = new Map<string, boolean>();
  for (const { person } of [...noted, ...flagged])
    if (person !== null && !allowed.has(person)) allowed.set(person, await teamMaySee(store, study, person));
  const out: Omit<Inbox, "position"> = {
    ...{ notes: [], flags: [], held: [], quarantined: [] },
    retired: [],
    announced: announced.map(({ id, at, texts }) => ({ id, at, texts })),
  };
  const said = (row: Row, answer: { text?: string | undefined; recording?: string | undefined }) => ({
    text: answer.text ?? null,
    recording: answer.recording ?? null,
    mayWatch: allowed.get(row.person ?? "") ?? false,
  });
  const from = (row: Row, response: Response) => ({
    ...{ response: row.id, code: codes.get(row.person ?? "") ?? null, at: response.at },
    ...{ item: row.item, itemName: row.name },
  });
  for (const row of noted) {
    const response = JSON.parse(row.body) as Extract<Response, { kind: "note" }>;
    out.notes.push({
      ...{ ...from(row, response), ...said(row, response.answer) },
      replies: announced.filter(({ note }) => note === row.id).map(({ at, texts }) => ({ at, texts })),
    });
  }
  for (const row of flagged) {
    const response = JSON.parse(row.body) as Extract<Response, { kind: "flag" }>;
    out.flags.push({
      ...{ ...from(row, response), ...said(row, response.answer), reason: response.answer.reason },
      settled: (settled.get(row.item ?? "") ?? "") > response.at,
    });
  }
  for (const row of withheld) {
    const why = (JSON.parse(row.flags) as Flag[]).filter((flag) => flagsThatDoNotCount.includes(flag));
    if (why.length === 0 || admitted.has(row.id) || out.held.length >= most) continue;
    const response = JSON.parse(row.body) as Response;
    out.held.push({ ...from(row, response), kind: response.kind, why, says: saysOf(response) });
  }
  out.quarantined = (await quarantineOf(store, study)).slice(0, most).map((row) => ({
    ...{ id: row.id, hash: row.hash, code: codes.get(row.person) ?? null },
    ...{ at: row.received_at, problem: row.problem },
  }));
  out.retired = await retiredOf(store, study, of("retire"));
  return out;
}

/** Written out as the indexes on them are, so that they are used: few rows of a log of a million are one of these. */
const told = sql<boolean>`log.kind in ('note', 'flag')`;
const doNotCount = sql.join(
  flagsThatDoNotCount.map((flag) => sql`log.flags like ${`%"${flag}"%`}`),
  sql` or `,
);
const marked = sql<boolean>`log.flags <> '[]' and (${doNotCount})`;

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

/** The newest responses of a kind, each with the name of its item. */
function rowsOf({ db }: Store, study: string, which: RawBuilder<boolean>, limit = most) {
  return db
    .selectFrom("log")
    .leftJoin("studies", "studies.id", "log.study")
    .leftJoin("items", (join) =>
      join
        .onRef("items.study", "=", "log.study")
        .onRef("items.version", "=", "studies.version")
        .onRef("items.id", "=", "log.item"),
    )
    .select(["log.id", "log.person", "log.item", "log.body", "log.flags", "items.name"])
    .where("log.study", "=", study)
    .where(which)
    .where("log.entry", "=", "response")
    .orderBy("log.seq", "desc")
    .limit(limit)
    .execute();
}

function saysOf(given: Response): number | string | null {
  if (given.kind === "choice") return given.answer.option;
  if (given.kind === "emotion") return given.answer.sentiment ?? null;
  return given.kind === "skip" ? given.answer.reason : null;
}

async function retiredOf(store: Store, study: string, retired: readonly Of<"retire">[]): Promise<Inbox["retired"]> {
  if (retired.length === 0) return [];
  const rows = await store.db
    .selectFrom("items")
    .innerJoin("studies", (join) =>
      join.onRef("studies.id", "=", "items.study").onRef("studies.version", "=", "items.version"),
    )
    .select(["items.id", "items.name"])
    .where("items.study", "=", study)
    .where("items.id", "in", retired.map(({ item }) => item).slice(0, most))
    .execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return retired.map(({ item, at, reason }) => ({
    item,
    itemName: names.get(item) ?? null,
    at,
    reason: reason ?? null,
  }));
}

/** Questions that no announcement has answered yet. */
export async function openNotes(store: Store, study: string): Promise<number> {
  const notes = await store.db
    .selectFrom("log")
    .select("id")
    .where("study", "=", study)
    .where(sql<boolean>`kind = 'note'`)
    .execute();
  if (notes.length === 0) return 0;
  const told = await store.db
    .selectFrom("log")
    .select("body")
    .where("study", "=", study)
    .where(isDecision)
    .where("kind", "=", "announce")
    .execute();
  const answered = new Set(told.map(({ body }) => (JSON.parse(body) as Of<"announce">).note));
  return notes.filter(({ id }) => !answered.has(id)).length;
}

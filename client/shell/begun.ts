// What a person has done before the first item of a study: read, agreed, checked. What was agreed to is read from their
// responses; only what concerns this device stands beside them.
import { type Begun, metaOf, type PersonDatabase, type StudyRow, setMeta } from "#client/outbox/database";
import type { Response } from "#schemas/response";

export type Agreed = Extract<Response, { kind: "consent" }>["answer"];

/** The last consent that this person gave in a study, on whichever device. */
export async function lastConsent(db: PersonDatabase, study: string): Promise<Agreed | undefined> {
  const rows = await db.responses.filter((row) => row.kind === "consent" && row.study === study).toArray();
  const given = rows
    .filter((row) => row.text !== "" && row.state !== "aside")
    .map((row) => JSON.parse(row.text) as Extract<Response, { kind: "consent" }>);
  const when = ({ at, skewMs, n }: Response) => [Date.parse(at) + (skewMs ?? 0), n] as const;
  given.sort((a, b) => when(a)[0] - when(b)[0] || when(a)[1] - when(b)[1]);
  return given.at(-1)?.answer;
}

export const begunIn = async (db: PersonDatabase, study: string): Promise<Begun> =>
  (await metaOf(db, "begun"))?.[study] ?? {};

export const setBegun = (db: PersonDatabase, study: string, more: Begun): Promise<void> =>
  db.transaction("rw", db.meta, async () => {
    const all = (await metaOf(db, "begun")) ?? {};
    await setMeta(db, "begun", { ...all, [study]: { ...all[study], ...more } });
  });

export type Stage = "welcome" | "consent" | "set-up";

/** What still stands before the first item, in its order. A closed study asks for nothing. */
export async function stagesBefore(db: PersonDatabase, study: StudyRow): Promise<Stage[]> {
  if (study.state === "closed") return [];
  const begun = await begunIn(db, study.id);
  const agreed = study.consent === undefined ? undefined : await lastConsent(db, study.id);
  const stages: Stage[] = [];
  if (study.instructions !== undefined && begun.readAt === undefined) stages.push("welcome");
  if (study.consent !== undefined && (agreed === undefined || agreed.version < study.consent.version))
    stages.push("consent");
  if (begun.checkedAt === undefined) stages.push("set-up");
  return stages;
}

/** Additions to the instructions since this person last read them. */
export const freshIn = (study: StudyRow, begun: Begun | undefined): number =>
  (study.announcements ?? []).filter(({ at }) => begun?.readAt === undefined || at > begun.readAt).length;

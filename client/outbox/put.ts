// The one way in: response + outbox row + cleared draft in one strict transaction. When it resolves, the answer is saved.
import { type Sealed, textOf } from "#client/capture/seal";
import { answeringKinds, type Response } from "#schemas/response";
import { metaOf, type PersonDatabase, setMeta } from "./database.ts";
import { claimRecordings } from "./recordings.ts";
import { standingHere } from "./standing-here.ts";

export class SignedOut extends Error {}

/**
 * Saves a sealed record as this database's person. The same record twice (a double click, a key beside a click) is one
 * response; other content under a known id throws. An answer replaces what stands here at this moment, so that quick
 * edits on one device form one chain.
 */
export async function put(db: PersonDatabase, sealed: Sealed): Promise<{ id: string; n: number }> {
  return db.transaction("rw", [db.meta, db.responses, db.outbox, db.drafts, db.recordings], async () => {
    const known = await db.responses.get(sealed.id);
    if (known !== undefined) {
      if (known.text !== "" && !sameAct(JSON.parse(known.text) as Response, sealed))
        throw new Error(`record ${sealed.id} is already saved with other content`);
      return { id: known.id, n: known.n };
    }
    const device = await metaOf(db, "device");
    if (device === undefined) throw new SignedOut("nobody is signed in to this database");
    const n = ((await metaOf(db, "n")) ?? 0) + 1;
    const skewMs = await metaOf(db, "skewMs");
    const replaces = await replacedBy(db, sealed);
    const record = {
      ...sealed,
      ...(replaces === undefined ? {} : { replaces }),
      ...(skewMs === undefined ? {} : { skewMs }),
      person: db.person,
      device,
      n,
    } as Response;
    await setMeta(db, "n", n);
    await db.responses.add({
      id: record.id,
      study: record.study,
      ...("item" in record && record.item !== undefined ? { item: record.item } : {}),
      ...("occasion" in record && record.occasion !== undefined ? { occasion: record.occasion } : {}),
      kind: record.kind,
      device,
      n,
      at: record.at,
      text: textOf(record),
      state: "waiting",
      flags: [],
    });
    await claimRecordings(db, record);
    await db.outbox.add({ id: record.id, n, at: record.at, strikes: 0 });
    if (isAnswering(record) && record.kind !== "retract")
      await db.drafts.delete([record.study, record.item, record.occasion]);
    return { id: record.id, n };
  });
}

type Answering = Extract<Response, { kind: "choice" | "emotion" | "skip" | "retract" }>;
const isAnswering = (record: { kind: string }): record is Answering =>
  (answeringKinds as readonly string[]).includes(record.kind);

async function replacedBy(db: PersonDatabase, sealed: Sealed): Promise<string | undefined> {
  if (!isAnswering(sealed)) return sealed.replaces;
  const { leaf } = await standingHere(db, sealed.study, sealed.item, sealed.occasion);
  if (sealed.kind !== "retract") return leaf?.id;
  if (leaf?.id !== sealed.replaces) throw new Error(`response ${sealed.replaces} does not stand any more`);
  return sealed.replaces;
}

function sameAct(saved: Response, sealed: Sealed): boolean {
  const bare = ({ person, device, n, skewMs, replaces, ...rest }: Response) => rest;
  const { replaces, ...given } = sealed;
  return textOf(bare(saved) as Response) === textOf(given as Response);
}

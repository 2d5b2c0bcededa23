// Fetches the content of one own answer whose text left this device long ago: to look at it, or to change it.
import { haveReply, pullReply } from "#schemas/sync";
import { metaOf, type PersonDatabase, type ResponseRow } from "./database.ts";
import { call, type Fetch } from "./wire.ts";

/** False where the network or the server does not give it now. It stays here until the next time that its turn comes. */
export async function bringBack(
  db: PersonDatabase,
  id: string,
  fetcher: Fetch = (input, init) => fetch(input, init),
): Promise<boolean> {
  const key = await metaOf(db, "deviceKey");
  if (key === undefined) return false;
  const row = await db.responses.get(id);
  const text = await (row?.pulled === true ? pulledAgain(db, row, key, fetcher) : ownAgain(id, key, fetcher));
  if (text === undefined) return false;
  const changed = await db.responses
    .where("id")
    .equals(id)
    .and(({ state }) => state === "server")
    .modify({ text });
  return changed === 1;
}

async function ownAgain(id: string, key: string, fetcher: Fetch): Promise<string | undefined> {
  const body = { ids: [], from: id, to: id };
  const reply = await call(fetcher, { path: "/api/sync/have", key, answers: haveReply, body });
  return reply.kind === "answer" ? reply.body.extra[0] : undefined;
}

/** Given on another device: the server tells it by its place in the log. */
async function pulledAgain(
  db: PersonDatabase,
  { id, study, seq }: ResponseRow,
  key: string,
  fetcher: Fetch,
): Promise<string | undefined> {
  const epoch = (await metaOf(db, "epochs"))?.[study];
  if (epoch === undefined || seq === undefined) return undefined;
  const cursors = { ...(await metaOf(db, "cursors")), [study]: [epoch, seq - 1] };
  const reply = await call(fetcher, { path: "/api/sync/pull", key, answers: pullReply, body: { cursors } });
  const found = reply.kind === "answer" ? reply.body.responses : [];
  return found.find((one) => one.study === study && (JSON.parse(one.text) as { id?: string }).id === id)?.text;
}

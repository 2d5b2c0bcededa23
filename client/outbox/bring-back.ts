// Fetches the content of one own answer whose text left this device long ago: to look at it, or to change it.
import { haveReply } from "#schemas/sync";
import { metaOf, type PersonDatabase } from "./database.ts";
import { call, type Fetch } from "./wire.ts";

/** False where the network or the server does not give it now. It stays here until the next time that its turn comes. */
export async function bringBack(
  db: PersonDatabase,
  id: string,
  fetcher: Fetch = (input, init) => fetch(input, init),
): Promise<boolean> {
  const key = await metaOf(db, "deviceKey");
  if (key === undefined) return false;
  const body = { ids: [], from: id, to: id };
  const reply = await call(fetcher, { path: "/api/sync/have", key, answers: haveReply, body });
  const [text] = reply.kind === "answer" ? reply.body.extra : [];
  if (text === undefined) return false;
  const changed = await db.responses
    .where("id")
    .equals(id)
    .and(({ state }) => state === "server")
    .modify({ text });
  return changed === 1;
}

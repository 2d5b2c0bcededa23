// Brings what a person said of themself to the server. It is no answer: it stands in no log, and the last word counts.
import * as z from "zod/mini";
import { metaOf, type PersonDatabase, setMeta } from "./database.ts";
import { Later, Paused } from "./push.ts";
import type { Line } from "./reconcile.ts";
import { call } from "./wire.ts";

/** Throws `Later` or `Paused`. What the server has no place for (the person left the study) is not sent again. */
export async function sendAbout({ db, fetch }: Pick<Line, "db" | "fetch">): Promise<void> {
  for (const [study, { sent, ...said }] of Object.entries((await metaOf(db, "about")) ?? {})) {
    if (sent) continue;
    const key = await metaOf(db, "deviceKey");
    if (key === undefined) throw new Paused("signed-out");
    const reply = await call(fetch, {
      path: "/api/sync/about",
      key,
      body: { study, ...said },
      answers: z.object({}),
    });
    if (reply.kind === "problem" && (reply.status === 401 || reply.status === 403)) throw new Paused(reply.code);
    if (reply.kind !== "answer" && reply.status !== 400 && reply.status !== 404) throw new Later("not taken");
    await db.transaction("rw", db.meta, async () => {
      const all = (await metaOf(db, "about")) ?? {};
      const now = all[study];
      if (now?.hearing === said.hearing && now?.signing === said.signing)
        await setMeta(db, "about", { ...all, [study]: { ...said, sent: true } });
    });
  }
}

export const aboutWaits = async (db: PersonDatabase): Promise<boolean> =>
  Object.values((await metaOf(db, "about")) ?? {}).some(({ sent }) => !sent);

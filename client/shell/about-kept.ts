// What a person says of themself, kept on this device until the server has it (outbox/send-about.ts).
import { metaOf, type PersonDatabase, setMeta } from "#client/outbox/database";
import type { About } from "#schemas/about";

export async function aboutIn(db: PersonDatabase, study: string): Promise<About> {
  const { sent: _, ...said } = (await metaOf(db, "about"))?.[study] ?? { sent: false };
  return said;
}

export const keepAbout = (db: PersonDatabase, study: string, said: About): Promise<void> =>
  db.transaction("rw", db.meta, async () => {
    const all = (await metaOf(db, "about")) ?? {};
    await setMeta(db, "about", { ...all, [study]: { ...said, sent: false } });
  });

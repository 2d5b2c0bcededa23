// One pass for one person: send what waits, greet, mend what the greeting shows, fetch what came from other devices.
import { metaOf, type PersonDatabase, setMeta } from "./database.ts";
import { becomeOwnDevice } from "./fork.ts";
import { Later, Paused, pushAll } from "./push.ts";
import { type Greeting, have, hello, type Line, pull } from "./reconcile.ts";
import { dropUnusedTakes, purge } from "./retention.ts";
import { aboutWaits, sendAbout } from "./send-about.ts";
import { sendRecordings } from "./send-recordings.ts";
import { retryStuck } from "./settle.ts";

export type PassOutcome = "drained" | "later" | "paused";

/** Never throws for what the network does. `full` also fetches answers of other devices. */
export async function deliver(line: Line, full: boolean): Promise<PassOutcome> {
  const { db, now } = line;
  if ((await metaOf(db, "device")) === undefined) return "paused";
  const greeted = (): Promise<boolean> =>
    hello(line).then(
      () => true,
      () => false,
    );
  try {
    await retryStuck(db, new Date(now()));
    let taken = await pushAll({ ...line, greeted });
    await becomeOwnDevice(line);
    let greeting: Greeting | undefined;
    for (let round = 0; round < 2; round++) {
      greeting = await hello(line);
      const { agree, epochs } = greeting;
      if (agree) break;
      if ((await have(line, epochs)) > 0) taken = await pushAll({ ...line, greeted });
    }
    await sendAbout(line);
    await sendRecordings(line);
    if (full) await pull(line);
    if (greeting?.agree) await purge(db, greeting.said);
    if (full) await dropUnusedTakes(db, now());
    await db.meta.delete("paused");
    return taken ? "drained" : "later";
  } catch (reason) {
    if (reason instanceof Paused) {
      await setMeta(db, "paused", { at: new Date(now()).toISOString(), code: reason.code });
      return "paused";
    }
    if (reason instanceof Later) return "later";
    throw reason;
  }
}

/** True once a database of somebody who signed out of a shared computer owes nothing any more and holds no content. */
export async function mayClose(db: PersonDatabase): Promise<boolean> {
  if ((await metaOf(db, "closing")) !== "agreed") return false;
  if (await aboutWaits(db)) return false;
  if ((await db.recordings.where("state").anyOf(["waiting", "sent"]).count()) > 0) return false;
  return (await db.outbox.count()) + (await db.stuck.count()) === 0;
}

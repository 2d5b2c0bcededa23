// The page of the push bench: the app's own outbox, saving answers and delivering them, timed.
import { seal } from "#client/capture/seal";
import { startDelivery } from "#client/outbox/delivery";
import { refreshPack } from "#client/outbox/packs";
import { openPerson, redeem } from "#client/outbox/people";
import { put } from "#client/outbox/put";

export interface Timed {
  /** Milliseconds from the call until the answer is durable, one a save. */
  readonly saves: number[];
  readonly pushMs: number;
}

async function run(token: string, answers: number, timedSaves: number): Promise<Timed> {
  const { person } = await redeem(token, false);
  const db = await openPerson(person);
  if ((await refreshPack(db)) !== "fresh") throw new Error("no pack");
  const items = await db.items.toArray();
  const saves: number[] = [];
  for (let k = 0; k < answers; k++) {
    const item = items[k % items.length];
    if (item === undefined) throw new Error("no items");
    const sealed = seal({
      kind: "choice",
      study: item.study,
      studyVersion: 1,
      item: item.id,
      occasion: item.occasion,
      answer: { option: "ABCD"[(k * 7) % 4] as "A", shown: ["C", "A", "D", "B"] },
      latencyMs: 900 + ((k * 7919) % 5000),
      activeMs: 1000 + ((k * 104729) % 9000),
    });
    const from = performance.now();
    await put(db, sealed);
    if (k < timedSaves) saves.push(performance.now() - from);
  }
  const from = performance.now();
  const delivery = startDelivery();
  while ((await db.outbox.count()) > 0) await new Promise((done) => setTimeout(done, 50));
  const pushMs = performance.now() - from;
  delivery.stop();
  return { saves, pushMs };
}

declare global {
  interface Window {
    benchPush: typeof run;
  }
}
window.benchPush = run;

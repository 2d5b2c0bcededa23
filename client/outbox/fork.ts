// A profile was copied to another browser: both count on under one device. The one that the server tells so goes on as a
// device of its own; what it holds stays as it is and goes up as it was given.
import { ownDevice } from "#schemas/sync";
import { metaOf, type PersonDatabase, setMeta } from "./database.ts";
import type { Line } from "./reconcile.ts";
import { emptyAcknowledged } from "./settle.ts";
import { call } from "./wire.ts";

/** Takes on a new device and key; `n` begins anew, and what the server acknowledged to the old device is its own. */
export async function takeDevice(db: PersonDatabase, device: string, deviceKey: string): Promise<void> {
  await db.transaction("rw", [db.meta, db.acknowledged], async () => {
    await setMeta(db, "device", device);
    await setMeta(db, "deviceKey", deviceKey);
    await setMeta(db, "n", 0);
    await setMeta(db, "acknowledged", emptyAcknowledged);
    await db.acknowledged.clear();
    await db.meta.bulkDelete(["cursors", "epochs", "forked"]);
  });
}

/** After a push. Where no new device is to be had now, the old one goes on and asks again next time. */
export async function becomeOwnDevice({ db, fetch }: Line): Promise<void> {
  if ((await metaOf(db, "forked")) !== true) return;
  const key = await metaOf(db, "deviceKey");
  if (key === undefined) return;
  const reply = await call(fetch, { path: "/api/sync/fork", key, body: {}, answers: ownDevice });
  if (reply.kind === "answer") await takeDevice(db, reply.body.device, reply.body.deviceKey);
}

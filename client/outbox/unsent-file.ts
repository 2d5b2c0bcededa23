// The way out when the network never comes back: everything that is only on this device, as a file to hand over.
import { sha256Hex } from "#client/capture/seal";
import { metaOf, type PersonDatabase } from "./database.ts";

export interface UnsentFile {
  readonly name: string;
  readonly text: string;
}

/** Waiting and stuck responses, each as its RFC 8785 text with the hash. Making the file changes nothing here. */
export async function unsentFile(db: PersonDatabase, now: Date = new Date()): Promise<UnsentFile> {
  const rows = await db.responses.where("state").anyOf(["waiting", "stuck", "aside"]).sortBy("n");
  const responses = await Promise.all(rows.map(async ({ id, text }) => ({ id, hash: await sha256Hex(text), text })));
  const device = await metaOf(db, "device");
  const content = {
    format: "countersign-unsent",
    v: 1,
    person: db.person,
    device,
    madeAt: now.toISOString(),
    responses,
  };
  const day = now.toISOString().slice(0, 16).replace(/[:T]/gu, "-");
  return { name: `countersign-unsent-${day}.json`, text: `${JSON.stringify(content, undefined, 1)}\n` };
}

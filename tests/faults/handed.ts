// Files of unsent work in a history: made on a device, kept by somebody, handed in by the coordinator as often as they
// like, also damaged.
import { hashOf, newToken } from "#server/access/tokens";
import { createSession } from "#server/store/sessions";
import { type Office, publicUrl } from "./office.ts";

export interface WorkFile {
  readonly text: string;
  readonly ids: readonly string[];
}

export function workFile(text: string): WorkFile {
  const { responses } = JSON.parse(text) as { responses: { id: string }[] };
  return { text, ids: responses.map(({ id }) => id) };
}

/** Hands it in to both studies. Damaged: every text says something else than its hash. */
export async function handIn(office: Office, file: WorkFile, damaged: boolean): Promise<string[]> {
  const token = newToken();
  const now = new Date(office.now);
  const session = { tokenHash: hashOf(token), person: office.template.coordinator, now };
  await createSession(office.data.store, { ...session, expires: new Date(office.now + 60_000) });
  const read = JSON.parse(file.text) as { responses: { id: string; hash: string; text: string }[] };
  const responses = read.responses.map((one) => ({ ...one, text: one.text.replace('"v":1', '"v":1 ') }));
  const faults: string[] = [];
  for (const study of ["quiz", "clips"]) {
    const reply = await office.app.request(new URL(`/api/studies/${study}/unsent`, publicUrl), {
      method: "POST",
      headers: { origin: publicUrl.origin, cookie: `countersign=${token}`, "content-type": "application/json" },
      body: damaged ? JSON.stringify({ ...read, responses }) : file.text,
    });
    if (reply.status !== 200) faults.push(`I2: a file of unsent work was answered ${reply.status}`);
    else if (damaged && ((await reply.json()) as { damaged: number }).damaged !== responses.length)
      faults.push("I1: a damaged file was taken");
  }
  return faults;
}

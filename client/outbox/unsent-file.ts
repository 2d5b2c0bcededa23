// The way out when the network never comes back: everything that is only on this device, as files to hand over. Answers
// are in the first; recordings follow as far as a file may grow, their other seconds are in further files.
import { sha256Hex } from "#client/capture/seal";
import { type UnsentRecording, unsentFileBytes } from "#schemas/unsent";
import { metaOf, type PersonDatabase } from "./database.ts";

export interface UnsentFile {
  readonly name: string;
  readonly text: string;
  readonly bytes: number;
  /** Further files with seconds of recordings that found no room; handed in likewise, in any order. */
  readonly more: readonly Omit<UnsentFile, "more">[];
}

/** Waiting and stuck responses, each as its RFC 8785 text with the hash. Making the file changes nothing here. */
export async function unsentFile(
  db: PersonDatabase,
  now: Date = new Date(),
  most: number = unsentFileBytes,
): Promise<UnsentFile> {
  const rows = await db.responses.where("state").anyOf(["waiting", "stuck", "aside"]).sortBy("n");
  const responses = await Promise.all(rows.map(async ({ id, text }) => ({ id, hash: await sha256Hex(text), text })));
  const device = await metaOf(db, "device");
  const head = { format: "countersign-unsent", v: 1, person: db.person, device, madeAt: now.toISOString() };
  const parts: { responses: typeof responses; recordings: UnsentRecording[] }[] = [{ responses, recordings: [] }];
  let room = most - responses.reduce((sum, { text }) => sum + 2 * text.length, 0);
  for await (const second of seconds(db)) {
    const bytes = 2000 + (second.slices[0]?.base64.length ?? 0);
    if (bytes > room && (parts.at(-1)?.recordings.length || room < most)) {
      parts.push({ responses: [], recordings: [] });
      room = most;
    }
    room -= bytes;
    add(parts.at(-1)?.recordings ?? [], second);
  }
  const day = now.toISOString().slice(0, 16).replace(/[:T]/gu, "-");
  const [first, ...more] = parts.map((part, at) => {
    const text = `${JSON.stringify({ ...head, ...part }, undefined, 1)}\n`;
    const name = `countersign-unsent-${day}${at === 0 ? "" : `-${at + 1}`}.json`;
    return { name, text, bytes: new Blob([text]).size };
  });
  return { ...(first as Omit<UnsentFile, "more">), more };
}

/** One second of a recording a time, with what its manifest says. */
async function* seconds(db: PersonDatabase): AsyncGenerator<UnsentRecording> {
  for (const row of await db.recordings.where("state").equals("waiting").sortBy("at")) {
    const { id, study, response, type, durationMs } = row;
    if (response === undefined) continue;
    const keys = await db.slices.where("recording").equals(id).primaryKeys();
    const numbers = keys.map(([, n]) => n).sort((a, b) => a - b);
    const hashes: string[] = [];
    for (const n of numbers) hashes.push((await db.slices.get([id, n]))?.hash ?? "");
    const manifest = { study, response, type, durationMs, slices: hashes.length, hashes };
    for (const n of numbers) {
      const slice = await db.slices.get([id, n]);
      if (slice !== undefined) yield { id, manifest, slices: [{ n, hash: slice.hash, base64: base64Of(slice.bytes) }] };
    }
  }
}

function add(recordings: UnsentRecording[], { id, manifest, slices }: UnsentRecording): void {
  const known = recordings.find((one) => one.id === id);
  if (known === undefined) recordings.push({ id, manifest, slices: [...slices] });
  else known.slices.push(...slices);
}

function base64Of(bytes: ArrayBuffer): string {
  const view = new Uint8Array(bytes);
  const step = 0x8000;
  let text = "";
  for (let at = 0; at < view.length; at += step) text += String.fromCharCode(...view.subarray(at, at + step));
  return btoa(text);
}

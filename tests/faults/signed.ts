// Signed answers in a history: takes of a few slices, whole or cut off by a crash, and the account of where the bytes of
// each must be once an answer that uses it is saved.
import { createHash } from "node:crypto";
import { v4 } from "uuid";
import { type Act, seal } from "#client/capture/seal";
import type { PersonDatabase } from "#client/outbox/database";
import { recordingById, slicesOf } from "#server/store/recordings";
import type { Laptop, Tab } from "./laptop.ts";
import type { Office } from "./office.ts";

export interface Signed {
  readonly person: string;
  readonly response: string;
  readonly hashes: readonly string[];
  /** Browsers that must still have its bytes. */
  readonly held: Set<number>;
}

const type = "video/webm;codecs=vp8";
const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export interface Take {
  readonly study: string;
  readonly item: string;
  readonly slices: number;
  readonly end: "whole" | "crash";
}

/** Films one slice after the other; a crash closes the tab before the take is ended. */
export async function film(laptop: Laptop, tab: Tab, db: PersonDatabase, take: Take): Promise<[string, string[]]> {
  const hashes: string[] = [];
  const id = await laptop.in(tab, async ({ recordings }) => {
    const made = recordings.newTakeId();
    const of = { id: made, type, study: take.study, item: take.item, occasion: 1, place: "cue" };
    for (let n = 0; n < take.slices; n++) {
      const bytes = new TextEncoder().encode(`slice ${n} of ${made}`);
      hashes.push(sha(bytes));
      await recordings.keepSlice(db, of, n, new Blob([bytes]), (n + 1) * 1000);
    }
    if (take.end === "whole") await recordings.endTake(db, made, take.slices * 1000);
    return made;
  });
  if (take.end === "crash") await laptop.closeTab(tab);
  return [id, hashes];
}

/** The answer that a take belongs to: a cue of a clip, a signed reason or a signed question. */
export function signedAct(recording: string, study: string, item: string, kind: "skip" | "flag" | "note"): Act {
  const base = { study, studyVersion: 1 };
  if (study === "clips" && kind === "skip")
    return {
      ...{ ...base, item, occasion: 1, kind: "emotion" },
      answer: { emotions: {}, cues: [{ id: v4(), recording }] },
    };
  if (kind === "note") return { ...base, kind, answer: { recording } };
  return { ...base, item, occasion: 1, kind, answer: { reason: "other", recording } } as Act;
}

export const sealedAt = (act: Act, laptop: Laptop) => seal(act, () => new Date(laptop.now()));

/** What is wrong with a recording that a device calls sent; undefined where the server has all of it. */
export async function lackingOf({ data }: Office, id: string, signed: Signed): Promise<string | undefined> {
  const row = await recordingById(data.store, id);
  if (row === undefined) return "is not on the server";
  if (row.person !== signed.person) return `is credited to ${row.person}`;
  if (row.closed_at === null) return "was never closed";
  if (row.response !== signed.response) return `belongs to ${row.response}`;
  const slices = await slicesOf(data.store, id);
  if (slices.map(({ hash }) => hash).join() !== signed.hashes.join()) return "has other slices";
  for (const { hash } of slices)
    if (sha(await data.media.read(hash).catch(() => new Uint8Array())) !== hash) return "has a slice without its bytes";
  return undefined;
}

// How much of the person's clips is on this device.
import type { PersonDatabase } from "./database.ts";
import type { ClipFault } from "./fetch-clip.ts";

export interface MediaReady {
  readonly files: number;
  readonly of: number;
  readonly bytes: number;
  readonly bytesOf: number;
}
export interface MediaStored extends MediaReady {
  /** Why it ended before everything was here; absent when all is. */
  readonly stopped?: ClipFault;
}

/** Bytes count what is here of a clip that is being fetched. Clips let go after their answers were sent count nowhere. */
export async function mediaReady(db: PersonDatabase): Promise<MediaReady> {
  const rows = (await db.media.toArray()).filter(({ dropped }) => dropped === undefined);
  const bytesHere = ({ stored, bytes, part }: (typeof rows)[number]) => (stored === 1 ? bytes : (part ?? 0));
  return {
    files: rows.filter(({ stored }) => stored === 1).length,
    of: rows.length,
    bytes: rows.reduce((sum, row) => sum + bytesHere(row), 0),
    bytesOf: rows.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

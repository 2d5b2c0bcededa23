// Where the slices of a take go as they come. An answer's take is saved in the person's database and outlives a crash; a
// coordinator's help clip is held by the page alone until it is handed over.
import type { PersonDatabase } from "#client/outbox/database";
import { dropTake, endTake, keepSlice, keptTake, recordingBlob, type TakeOf } from "#client/outbox/recordings";

export interface KeptTake {
  readonly id: string;
  readonly durationMs: number;
  /** It was never ended: a crash left it. */
  readonly broken: boolean;
}

export interface Keeping {
  /** The take that was left here before, used by nothing. */
  left(): Promise<KeptTake | undefined>;
  slice(take: { readonly id: string; readonly type: string }, n: number, blob: Blob, durationMs: number): Promise<void>;
  end(id: string, durationMs: number): Promise<void>;
  blob(id: string): Promise<Blob | undefined>;
  drop(id: string): Promise<void>;
}

export function inDatabase(db: PersonDatabase, of: TakeOf): Keeping {
  return {
    async left() {
      const row = await keptTake(db, of);
      return row && { id: row.id, durationMs: row.durationMs, broken: row.state === "taking" };
    },
    slice: (take, n, blob, durationMs) => keepSlice(db, { ...of, ...take }, n, blob, durationMs),
    end: (id, durationMs) => endTake(db, id, durationMs),
    blob: (id) => recordingBlob(db, id),
    drop: (id) => dropTake(db, id),
  };
}

export function onPage(): Keeping {
  const takes = new Map<string, { readonly type: string; readonly slices: Blob[] }>();
  return {
    left: async () => undefined,
    async slice({ id, type }, _, blob) {
      const take = takes.get(id) ?? { type, slices: [] };
      takes.set(id, take);
      take.slices.push(blob);
    },
    end: async () => undefined,
    async blob(id) {
      const take = takes.get(id);
      return take && new Blob(take.slices, { type: take.type });
    },
    async drop(id) {
      takes.delete(id);
    },
  };
}

// What an export is made from, and a walk along the log that holds no more than a page of it.
import type { Position } from "#schemas/figure";
import type { Item } from "#schemas/study";
import type { Figures } from "#server/figures/figures";
import { answers, type StandingTable } from "#server/figures/table";
import { pageOf } from "#server/store/log-pages";
import type { Store } from "#server/store/open";
import type { LogTable } from "#server/store/tables";

export interface ExportGiven {
  readonly store: Store;
  readonly figures: Figures;
  readonly study: string;
}

export interface Snapshot {
  readonly position: Position;
  /** Places in the log of all standing responses, ascending. */
  readonly standing: Int32Array;
  readonly people: ReadonlyMap<string, { readonly code: string; readonly seat: string; readonly answers: boolean }>;
  readonly items: ReadonlyMap<string, { readonly item: Item; readonly counts: boolean }>;
  readonly admitted: ReadonlySet<string>;
}

/** What stands now; nothing of it changes while the export is written. */
export const snapshotOf = ({ figures, study }: ExportGiven): Promise<Snapshot> =>
  figures.atHead(study, ({ table, position }) => ({
    position,
    standing: standingIn(table),
    people: new Map(
      [...table.people].map(([id, person]) => [id, { code: person.code, seat: person.seat, answers: answers(person) }]),
    ),
    items: new Map(table.items.map((item, i) => [item.id, { item, counts: table.counts(i) }])),
    admitted: new Set(table.admitted),
  }));

function standingIn(table: StandingTable): Int32Array {
  const rows = [...table.people.values()].flatMap((person) => [...person.occasions.values()]);
  const out = new Int32Array(rows.reduce((sum, row) => sum + row.seq.reduce((n, seq) => n + (seq > 0 ? 1 : 0), 0), 0));
  let at = 0;
  for (const row of rows) for (const seq of row.seq) if (seq > 0) out[at++] = seq;
  return out.sort();
}

interface Walked<C extends keyof LogTable> {
  readonly row: Pick<LogTable, C | "seq" | "entry">;
  readonly stands: boolean;
}

/** Every response of the log up to the snapshot, a page at a time, with these columns, and whether it stands. */
export async function* responsesOf<C extends keyof LogTable>(
  { store, study }: ExportGiven,
  snapshot: Snapshot,
  columns: readonly C[],
): AsyncGenerator<Walked<C>[]> {
  const { standing, position } = snapshot;
  let next = 0;
  for (let after = 0; after < position.seq; ) {
    const page = await pageOf(store, study, ["seq", "entry", ...columns], after, 1000);
    const last = page.at(-1);
    if (last === undefined) return;
    const walked: Walked<C>[] = [];
    for (const row of page) {
      if (row.seq > position.seq) break;
      while (next < standing.length && (standing[next] as number) < row.seq) next++;
      if (row.entry === "response") walked.push({ row, stands: standing[next] === row.seq });
    }
    yield walked;
    after = last.seq;
  }
}

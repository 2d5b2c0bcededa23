// How far each person is: what they owe, and what stands of it. Practice and retired items are not counted.
import type { SkipReason } from "#schemas/response";
import type { AssignmentsTable } from "#server/store/tables";
import { cellStates, reasonOf, type StandingTable } from "./table.ts";

export interface ProgressRow {
  readonly person: string;
  readonly code: string;
  readonly role: string;
  readonly seat: string;
  /** answered + skipped + open. */
  readonly assigned: number;
  readonly answered: number;
  readonly skipped: number;
  readonly open: number;
  /** Of `skipped`, by reason. */
  readonly skips: Partial<Record<SkipReason, number>>;
  /** Flags that the person raised. */
  readonly flags: number;
}

type Owed = Pick<AssignmentsTable, "person" | "item" | "occasion">;

export function progressIn(table: StandingTable, assignments: readonly Owed[]): ProgressRow[] {
  const rows = new Map(
    [...table.people.values()].map(({ id, code, role, seat, flags }) => [
      id,
      {
        ...{ person: id, code, role, seat: seat as string, assigned: 0, answered: 0, skipped: 0, open: 0 },
        skips: {} as Partial<Record<SkipReason, number>>,
        flags,
      },
    ]),
  );
  for (const { person, item, occasion } of assignments) {
    const row = rows.get(person);
    const place = table.place.get(item);
    if (row === undefined || place === undefined || !table.counts(place)) continue;
    row.assigned++;
    const state = table.people.get(person)?.occasions.get(occasion)?.state[place] ?? cellStates.empty;
    if (state < cellStates.answered) row.open++;
    else if (state === cellStates.answered) row.answered++;
    else {
      const reason = reasonOf(state) as SkipReason;
      row.skipped++;
      row.skips[reason] = (row.skips[reason] ?? 0) + 1;
    }
  }
  return [...rows.values()]
    .filter((row) => row.assigned > 0 || row.role === "annotator" || row.role === "expert")
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

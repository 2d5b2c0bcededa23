// How far each person is: what they owe, and what stands of it. Practice and retired items are not counted.
import { type SkipReason, skipReasons } from "#schemas/response";
import { cellStates, type StandingTable } from "./table.ts";

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
  /** Answers that two devices of this person changed apart from each other. */
  readonly conflicts: number;
}

export function progressIn(table: StandingTable): ProgressRow[] {
  return [...table.people.values()]
    .map(({ id, code, role, seat, flags, conflicts, occasions }) => {
      const of = (state: number) => {
        let n = 0;
        for (const { tally } of occasions.values()) n += tally[state] as number;
        return n;
      };
      const open = of(cellStates.empty) + of(cellStates.nothing);
      const answered = of(cellStates.answered);
      const skips: ProgressRow["skips"] = {};
      let skipped = 0;
      skipReasons.forEach((reason, k) => {
        const n = of(cellStates.skipped + k);
        if (n > 0) skips[reason] = n;
        skipped += n;
      });
      return {
        ...{ person: id, code, role, seat: seat as string, assigned: open + answered + skipped },
        ...{ answered, skipped, open, skips, flags, conflicts: conflicts.size },
      };
    })
    .filter((row) => row.assigned > 0 || row.role === "annotator" || row.role === "expert")
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

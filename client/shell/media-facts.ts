// The facts of every medium of a study, by hash, live from the person's database.
import { useLiveQuery } from "dexie-react-hooks";
import { useMemo } from "react";
import type { MediumFacts } from "#schemas/study";
import { useDb } from "./here.ts";

export function useMediaFacts(study: string): ReadonlyMap<string, MediumFacts> | undefined {
  const db = useDb();
  const rows = useLiveQuery(() => db.media.toArray(), [db]);
  return useMemo(
    () => rows && new Map(rows.filter((row) => row.studies.includes(study)).map((row) => [row.hash, row])),
    [rows, study],
  );
}

// Finds out who is in force in this tab when the page starts, and changes it when somebody enters or leaves.
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import type { PersonDatabase } from "#client/outbox/database";
import type { Delivery } from "#client/outbox/delivery";
import { openInForce, openPerson } from "#client/outbox/people";
import { type Here, HereContext } from "./here.ts";
import { storeQuietly } from "./store-quietly.ts";

interface HereProviderProps {
  readonly delivery?: Delivery;
  /** Tests hand a database in. */
  readonly db?: PersonDatabase;
  readonly children: ReactNode;
}

export function HereProvider({ delivery, db: given, children }: HereProviderProps) {
  const [db, setDb] = useState<Here["db"]>(given ?? "opening");
  useEffect(() => {
    if (given !== undefined) return;
    let gone = false;
    openInForce().then(
      (found) => !gone && setDb(found),
      () => !gone && setDb(undefined),
    );
    return () => {
      gone = true;
    };
  }, [given]);
  useEffect(() => (db === "opening" || db === undefined ? undefined : storeQuietly(db)), [db]);
  const enter = useCallback(async (person: string) => setDb(await openPerson(person)), []);
  const leave = useCallback(() => setDb(undefined), []);
  const here = useMemo<Here>(() => ({ db, delivery, enter, leave }), [db, delivery, enter, leave]);
  return <HereContext.Provider value={here}>{children}</HereContext.Provider>;
}

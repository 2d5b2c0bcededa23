// Lets a screen through only with a person in force; otherwise the door. Keeps their database live for what is below.
import { useLiveQuery } from "dexie-react-hooks";
import type { ReactNode } from "react";
import { Redirect } from "wouter";
import { metaOf, type PersonDatabase } from "#client/outbox/database";
import { KeyChoicesContext } from "../ui/keys.ts";
import { DbContext, useHere } from "./here.ts";
import { Waiting } from "./page.tsx";

export function Somebody({ children }: { readonly children: ReactNode }) {
  const { db } = useHere();
  if (db === "opening") return <Waiting />;
  if (db === undefined) return <Redirect to="/" replace />;
  return (
    <DbContext.Provider value={db}>
      <OwnKeys db={db}>{children}</OwnKeys>
    </DbContext.Provider>
  );
}

function OwnKeys({ db, children }: { readonly db: PersonDatabase; readonly children: ReactNode }) {
  const choices = useLiveQuery(() => metaOf(db, "keys"), [db]);
  return <KeyChoicesContext.Provider value={choices ?? noChoices}>{children}</KeyChoicesContext.Provider>;
}

const noChoices = {};

// Lets a screen through only with a person in force; otherwise the door. Keeps their database live for what is below.
import type { ReactNode } from "react";
import { Redirect } from "wouter";
import { DbContext, useHere } from "./here.ts";
import { Waiting } from "./page.tsx";

export function Somebody({ children }: { readonly children: ReactNode }) {
  const { db } = useHere();
  if (db === "opening") return <Waiting />;
  if (db === undefined) return <Redirect to="/" replace />;
  return <DbContext.Provider value={db}>{children}</DbContext.Provider>;
}

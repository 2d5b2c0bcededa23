// Who works in this tab: their database and the delivery of this page, for every screen below. Kept in a context, so
// that nothing of a person can be reached by a screen that was not given them.
import { createContext, useContext } from "react";
import type { PersonDatabase } from "#client/outbox/database";
import type { Delivery } from "#client/outbox/delivery";

export interface Here {
  /** "opening" until the browser has said whether somebody is in force in this tab. */
  readonly db: PersonDatabase | undefined | "opening";
  readonly delivery: Delivery | undefined;
  /** Goes on as this person in this tab; throws `Locked` where only their link opens it. */
  readonly enter: (person: string) => Promise<void>;
  readonly leave: () => void;
}

export const HereContext = createContext<Here | undefined>(undefined);

export function useHere(): Here {
  const here = useContext(HereContext);
  if (here === undefined) throw new Error("a screen stands outside the shell");
  return here;
}

export const DbContext = createContext<PersonDatabase | undefined>(undefined);

/** The database of the person in force. Only below a screen that asked for somebody. */
export function useDb(): PersonDatabase {
  const db = useContext(DbContext);
  if (db === undefined) throw new Error("nobody is in force here");
  return db;
}

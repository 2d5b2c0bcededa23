// Who is known in this browser: the little that its door may show before somebody has opened their own database.
import Dexie, { type DexieOptions, type Table } from "dexie";

/** A slow check of a PIN, and the wrong tries since the last right one. */
export interface PinCheck {
  readonly salt: string;
  readonly iterations: number;
  readonly check: string;
  readonly wrong: number;
  /** Milliseconds of the clock; before it no PIN is looked at. */
  readonly until?: number;
}

export interface RegistryRow {
  person: string;
  initials: string;
  shared: boolean;
  addedAt: string;
  signedOut: boolean;
  /** SHA-256 of the personal link's token: opens the database with the network off. */
  linkHash: string;
  pin?: PinCheck;
}

export class Registry extends Dexie {
  declare readonly people: Table<RegistryRow, string>;

  constructor(options: DexieOptions = {}) {
    super("countersign", { chromeTransactionDurability: "strict", ...options });
    this.version(1).stores({ people: "person, linkHash" });
  }
}

/** Two characters at most that stand for a name or a code at the door. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s_-]+/u)
    .filter((word) => word !== "");
  const first = (word: string | undefined): string => [...(word ?? "")][0] ?? "";
  const out = words.length > 1 ? first(words[0]) + first(words.at(-1)) : first(words[0]);
  return out.toLocaleUpperCase();
}

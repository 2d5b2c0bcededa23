// Where a medium is read from. The screen gives the way to it; the player only tells what went wrong with it.
import type { Medium, Trouble } from "./stimulus.ts";

export interface Address {
  readonly url: string;
  release(): void;
}
export type AddressOf = (hash: string) => Promise<Address>;

export interface Ways {
  readonly address: AddressOf;
  /** Drops damaged bytes and fetches them once more; true when they are whole now. */
  readonly mend?: ((hash: string) => Promise<boolean>) | undefined;
}
/** How far a medium came; `dropped` = another one took its place meanwhile. */
export type Readiness = "ready" | "dropped" | Trouble;

export const serverAddress: AddressOf = async (hash) => ({ url: `/media/${hash}`, release: () => undefined });

/** Why a medium that failed did so: not to be had, damaged, or whole but not for this browser. */
export async function diagnose(url: string, medium: Medium): Promise<Trouble> {
  let bytes: ArrayBuffer;
  try {
    const answer = await fetch(url);
    if (!answer.ok) return "not-on-device";
    bytes = await answer.arrayBuffer();
  } catch {
    return "not-on-device";
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hash === medium.hash ? "cannot-decode" : "hash-mismatch";
}

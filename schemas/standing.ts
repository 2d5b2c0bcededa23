// Picks the standing response of one person for one item on one occasion: the same rule on device and server (design 5).
import { answeringKinds, type Response } from "./response.ts";

/** What the server may note beside a response that it kept. The last three do not count until a decision admits them. */
export const flags = ["late", "older-version", "fork", "conflict", "removed", "beyond-k", "after-lock"] as const;
export type Flag = (typeof flags)[number];
export const flagsThatDoNotCount: readonly Flag[] = ["removed", "beyond-k", "after-lock"];

export interface Held {
  readonly response: Response;
  readonly flags?: readonly Flag[];
  readonly admitted?: boolean;
}

/** Whether a kept response counts in figures: no withholding flag, or admitted by a decision. */
export const counts = (held: Held): boolean =>
  held.admitted === true || !(held.flags ?? []).some((flag) => flagsThatDoNotCount.includes(flag));

const instantOf = (given: Response): number => Date.parse(given.at) + (given.skewMs ?? 0);

export interface Standing {
  /** The leaf that stands; absent where nobody answered or the leaf takes its answer back. */
  readonly response?: Response;
  /** The leaf itself, also where it is a `retract`: what the next act replaces. */
  readonly leaf?: Response;
  /** True where two devices changed the same answer: both are kept, the later one stands. */
  readonly conflict: boolean;
}

/**
 * The leaf of the `replaces` chain among `choice`, `emotion`, `skip` and `retract` responses that count. Two leaves:
 * the later `at + skewMs` stands, then the greater id. All `held` must belong to one person, item and occasion; the
 * order of the list does not matter.
 */
export function standing(held: readonly Held[]): Standing {
  const answering = held
    .filter((one) => (answeringKinds as readonly string[]).includes(one.response.kind) && counts(one))
    .map((one) => one.response);
  const replaced = new Set(answering.map((given) => given.replaces));
  const leaves = answering.filter((given) => !replaced.has(given.id));
  let leaf: Response | undefined;
  for (const given of leaves) {
    if (leaf === undefined) leaf = given;
    else {
      const later = instantOf(given) - instantOf(leaf);
      if (later > 0 || (later === 0 && given.id > leaf.id)) leaf = given;
    }
  }
  const conflict = leaves.length > 1;
  if (leaf === undefined) return { conflict };
  return leaf.kind === "retract" ? { leaf, conflict } : { response: leaf, leaf, conflict };
}

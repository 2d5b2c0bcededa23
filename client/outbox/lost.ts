// A browser that has lost what it kept must say so. What tells it: a mark outside the databases, the session cookie that
// outlived them, and what the server knows of the person's earlier devices.
import type { Lost } from "./database.ts";

export interface Earlier {
  readonly device: string;
  readonly lastSeenAt: string;
  readonly pending: number;
  readonly missing: number;
}

const key = "countersign-devices";

function marks(): Record<string, string> {
  try {
    return JSON.parse(globalThis.localStorage?.getItem(key) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

function write(all: Record<string, string>): void {
  try {
    globalThis.localStorage?.setItem(key, JSON.stringify(all));
  } catch {
    // No room or no storage: the server's part of the answer is left.
  }
}

/** Notes outside the databases that this person's work is kept here, under which device. */
export function mark(person: string, device: string): void {
  if (marks()[person] !== device) write({ ...marks(), [person]: device });
}

/** Their work was taken off this browser on purpose. */
export function unmark(person: string): void {
  const { [person]: _, ...rest } = marks();
  write(rest);
}

export const markedHere = (): readonly string[] => Object.keys(marks());

/** Where a database begins anew: what of this person may be gone. Undefined for somebody who never worked anywhere. */
export function lostBefore(person: string, earlier: readonly Earlier[], sameBrowser: boolean): Lost | undefined {
  const device = marks()[person];
  const last = [...earlier].sort((a, b) => (a.lastSeenAt < b.lastSeenAt ? 1 : -1));
  const one = last.find((given) => given.device === device) ?? last[0];
  const certain = device !== undefined || (sameBrowser && one !== undefined);
  if (!certain && one === undefined) return undefined;
  const unsent = certain ? (one?.pending ?? 0) + (one?.missing ?? 0) : Math.max(...earlier.map(owed));
  return { certain, unsent, ...(one === undefined ? {} : { lastSeenAt: one.lastSeenAt }) };
}

const owed = ({ pending, missing }: Earlier): number => pending + missing;

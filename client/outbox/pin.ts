// A person's own PIN on a shared browser: opens their work here, also with no network. What is kept is a slow check of
// it, never the PIN, and the wrong tries, so that neither another tab nor a reload starts them anew. It keeps colleagues
// out of a screen; it does not encrypt what the browser holds.
import type { PersonDatabase } from "./database.ts";
import { registry } from "./known.ts";
import { comeIn, Locked } from "./people.ts";

export class WrongPin extends Error {
  /** Until then no PIN is looked at. */
  readonly waitMs: number;
  constructor(waitMs: number) {
    super("wrong PIN");
    this.waitMs = waitMs;
  }
}

export const isPin = (text: string): boolean => /^[0-9]{4,12}$/u.test(text);

const iterations = 600_000;
const second = 1000;
const free = 2;
const longest = 15 * 60 * second;

/** Nothing after the first two wrong ones, then 5 s, doubled by each, to a quarter of an hour. */
export const waitAfter = (wrong: number): number =>
  wrong <= free ? 0 : Math.min(longest, 5 * second * 2 ** (wrong - free - 1));

async function derive(pin: string, salt: BufferSource, rounds: number): Promise<string> {
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(pin), "PBKDF2", false, ["deriveBits"]);
  const by = { name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds };
  return hex(new Uint8Array(await crypto.subtle.deriveBits(by, key, 256)));
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));

export async function setPin(person: string, pin: string, rounds = iterations): Promise<void> {
  if (!isPin(pin)) throw new Error("a PIN has 4 to 12 digits");
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const check = await derive(pin, salt, rounds);
  await registry.people.update(person, { pin: { salt: hex(salt), iterations: rounds, check, wrong: 0 } });
}

export async function dropPin(person: string): Promise<void> {
  await registry.people
    .where("person")
    .equals(person)
    .modify((row) => {
      delete row.pin;
    });
}

export const hasPin = async (person: string): Promise<boolean> =>
  (await registry.people.get(person))?.pin !== undefined;

/** Throws `WrongPin`, or `Locked` where this person has no PIN here. A try counts before it is looked at. */
export async function openByPin(person: string, pin: string, now: () => number = Date.now): Promise<PersonDatabase> {
  const kept = await registry.transaction("rw", registry.people, async () => {
    const row = await registry.people.get(person);
    if (row?.pin === undefined) throw new Locked("this person has no PIN here");
    const left = Math.min(longest, (row.pin.until ?? 0) - now());
    if (left > 0) throw new WrongPin(left);
    const wrong = row.pin.wrong + 1;
    await registry.people.update(person, { pin: { ...row.pin, wrong, until: now() + waitAfter(wrong) } });
    return row.pin;
  });
  if ((await derive(pin, unhex(kept.salt), kept.iterations)) !== kept.check)
    throw new WrongPin(waitAfter(kept.wrong + 1));
  const { until: _, ...check } = kept;
  await registry.people.update(person, { pin: { ...check, wrong: 0 } });
  return comeIn(person);
}

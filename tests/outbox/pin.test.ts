// A person's own PIN on a shared browser, with no network at all.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { metaOf, setMeta } from "#client/outbox/database";
import { databaseOf, everybody, forget, registry } from "#client/outbox/known";
import { Locked, openPerson, peopleHere, personInForce } from "#client/outbox/people";
import { dropPin, hasPin, isPin, openByPin, setPin, WrongPin, waitAfter } from "#client/outbox/pin";

let now = Date.parse("2026-12-01T08:00:00Z");
const clock = () => now;

function newTab(): void {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
}

const wrong = async (person: string, pin: string): Promise<number> => {
  const reason = await openByPin(person, pin, clock).then(
    () => undefined,
    (fault: unknown) => fault,
  );
  if (!(reason instanceof WrongPin)) throw new Error(`not a wrong PIN: ${String(reason)}`);
  return reason.waitMs;
};

beforeEach(async () => {
  newTab();
  for (const person of ["ada", "bo"]) {
    const row = { person, initials: person, shared: true, addedAt: "", signedOut: true, linkHash: person };
    await registry.people.put(row);
    await setMeta(databaseOf(person), "name", person);
  }
});
afterEach(async () => {
  for (const db of await everybody()) await forget(db);
  vi.unstubAllGlobals();
});

describe("a PIN on a shared browser", () => {
  it("has 4 to 12 digits and nothing else", () => {
    expect(["1234", "012345678901"].every(isPin)).toBe(true);
    expect(["123", "0123456789012", "12a4", "１２３４", " 1234", ""].some(isPin)).toBe(false);
  });

  it("opens the work of its person, and of nobody else, in the tab where it was given", async () => {
    await setPin("ada", "2468", 1000);
    await setPin("bo", "1357", 1000);
    await expect(openPerson("ada")).rejects.toThrow(Locked);
    expect((await openByPin("ada", "2468", clock)).person).toBe("ada");
    expect([personInForce(), (await openPerson("ada")).person]).toEqual(["ada", "ada"]);
    await expect(openPerson("bo")).rejects.toThrow(Locked);
    expect(await wrong("bo", "2468")).toBe(0);
    newTab();
    await expect(openPerson("ada")).rejects.toThrow(Locked);
  });

  it("takes back what a sign-out had begun to put away", async () => {
    await setPin("ada", "2468", 1000);
    await setMeta(databaseOf("ada"), "closing", true);
    const db = await openByPin("ada", "2468", clock);
    expect(await metaOf(db, "closing")).toBeUndefined();
  });

  it("waits longer after each wrong try, for a reload and another tab too, and not for other people", async () => {
    await setPin("ada", "2468", 1000);
    await setPin("bo", "1357", 1000);
    expect([await wrong("ada", "0000"), await wrong("ada", "0001"), await wrong("ada", "0002")]).toEqual([0, 0, 5000]);
    newTab();
    now += 1000;
    expect(await wrong("ada", "2468")).toBe(4000);
    expect((await openByPin("bo", "1357", clock)).person).toBe("bo");
    now += 4000;
    expect(await wrong("ada", "0003")).toBe(10_000);
    now += 10_000;
    expect((await openByPin("ada", "2468", clock)).person).toBe("ada");
    expect(await wrong("ada", "0004")).toBe(0);
    expect([3, 4, 10, 11, 40].map(waitAfter)).toEqual([5000, 10_000, 640_000, 900_000, 900_000]);
  });

  it("counts tries that are made at once", async () => {
    await setPin("ada", "2468", 1000);
    const tries = await Promise.allSettled(
      ["1", "2", "3", "4", "5"].map((end) => openByPin("ada", `000${end}`, clock)),
    );
    const waits = tries.map((one) => (one.status === "rejected" ? (one.reason as WrongPin).waitMs : -1));
    expect(waits.sort((a, b) => a - b)).toEqual([0, 0, 5000, 5000, 5000]);
    expect((await registry.people.get("ada"))?.pin?.wrong).toBe(3);
  });

  it("is kept as a slow, salted check only, shows at the door that it is there, and may be taken away", async () => {
    await setPin("ada", "2468");
    await setPin("bo", "2468", 1000);
    const [ada, bo] = [await registry.people.get("ada"), await registry.people.get("bo")];
    expect(JSON.stringify(ada)).not.toContain("2468");
    expect(ada?.pin?.check).not.toBe(bo?.pin?.check);
    expect(ada?.pin?.iterations).toBeGreaterThan(200_000);
    expect((await peopleHere()).map(({ pin }) => pin)).toEqual([true, true]);
    await dropPin("ada");
    expect(await hasPin("ada")).toBe(false);
    await expect(openByPin("ada", "2468", clock)).rejects.toThrow(Locked);
  });

  it("is asked for where its person works alone here too", async () => {
    await forget(databaseOf("bo"));
    await registry.people.update("ada", { shared: false, signedOut: false });
    expect((await openPerson("ada")).person).toBe("ada");
    newTab();
    await setPin("ada", "2468", 1000);
    await expect(openPerson("ada")).rejects.toThrow(Locked);
  });
});

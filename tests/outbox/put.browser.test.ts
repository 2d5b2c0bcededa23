// In real Chromium: what `strict` asks of IndexedDB, and two tabs that save at once.
import Dexie, { liveQuery } from "dexie";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Act, seal } from "#client/capture/seal";
import { PersonDatabase, setMeta } from "#client/outbox/database";
import { put } from "#client/outbox/put";
import { waiting } from "#client/outbox/status";

const opened: PersonDatabase[] = [];
async function tab(person: string): Promise<PersonDatabase> {
  const db = new PersonDatabase(person);
  opened.push(db);
  await setMeta(db, "device", "11111111-1111-4111-8111-111111111111");
  return db;
}
afterEach(async () => {
  const names = new Set(
    opened.splice(0).map((db) => {
      db.close();
      return db.name;
    }),
  );
  for (const name of names) await Dexie.delete(name);
});

const choice = (item: string): Act => ({
  kind: "choice",
  study: "s1",
  studyVersion: 1,
  item,
  occasion: 1,
  answer: { option: "A", shown: ["A", "B"] },
});

describe("saving in a real browser", () => {
  it("asks for strict durability in every transaction that writes", async () => {
    const asked = vi.spyOn(IDBDatabase.prototype, "transaction");
    const db = await tab("strict");
    await put(db, seal(choice("i1")));
    const writes = asked.mock.results.map(({ value }) => value).filter(({ mode }) => mode === "readwrite");
    expect(writes.map(({ durability }) => durability)).toEqual(writes.map(() => "strict"));
    expect(writes.length).toBeGreaterThan(1);
    asked.mockRestore();
  });

  it("gives n without a gap to two tabs that save at once", async () => {
    const [one, two] = [await tab("tabs"), await tab("tabs")];
    await Promise.all(Array.from({ length: 60 }, (_, k) => put(k % 2 === 0 ? one : two, seal(choice(`i${k % 7}`)))));
    const rows = await one.responses.toArray();
    expect(rows.map(({ n }) => n).sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, k) => k + 1));
  });

  it("has what is saved after the database was closed without warning and opened again", async () => {
    const db = await tab("again");
    const { id } = await put(db, seal(choice("i1")));
    db.close();
    const later = new PersonDatabase("again");
    opened.push(later);
    expect((await later.responses.get(id))?.state).toBe("waiting");
    expect((await later.outbox.get(id))?.n).toBe(1);
  });

  it("tells a watcher in the other tab how much waits", async () => {
    const [one, two] = [await tab("watch"), await tab("watch")];
    const seen: number[] = [];
    const watching = liveQuery(() => waiting(two)).subscribe(({ count }) => void seen.push(count));
    await put(one, seal(choice("i1")));
    await expect.poll(() => seen.at(-1)).toBe(1);
    watching.unsubscribe();
  });

  it("saves an answer in a moment, a hundred in a row", async () => {
    const db = await tab("speed");
    const times: number[] = [];
    for (let k = 0; k < 100; k++) {
      const sealed = seal(choice(`i${k}`));
      const from = performance.now();
      await put(db, sealed);
      times.push(performance.now() - from);
    }
    times.sort((a, b) => a - b);
    console.info(`save: p50 ${times[50]?.toFixed(1)} ms, p95 ${times[95]?.toFixed(1)} ms`);
    expect(times[50]).toBeLessThan(250);
  });
});

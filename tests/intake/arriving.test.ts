// A large study comes in beside people at work: nobody's answers wait for its end, and until its end it is not there.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import { type Data, openData } from "#server/commands/data";
import { importStudy } from "#server/intake/bring-in";
import { clearAllArriving } from "#server/store/arriving";
import { integrityOf } from "#server/store/integrity";
import { appendPush } from "#server/store/log";
import { firstCoordinator } from "#server/store/persons";
import { insertStudy, listStudies, studyById } from "#server/store/studies";
import { mainFile, until } from "../serve/process.ts";
import { draftOf, fileOf, Hand, noon, openStudy, questions, textOf } from "../store/people.ts";

const root = mkdtempSync(join(tmpdir(), "countersign-arriving-"));
afterAll(() => rmSync(root, { recursive: true }));
const about = { id: "old", title: "Old", languages: ["en" as const], signLanguage: "ase", timeZone: "UTC" };
const bringing = (data: Data) => ({ ...data, clock: () => noon, publicUrl: new URL("http://127.0.0.1:8787") });

/** A reliability matrix: three people, this many clips. */
function matrix(name: string, clips: number, last = "1"): string {
  mkdirSync(join(root, name));
  const file = join(root, name, "m.csv");
  const row = (person: string, end: string) => [person, ...Array.from({ length: clips - 1 }, (_, k) => k % 3), end];
  const heads = ["coder", ...Array.from({ length: clips }, (_, k) => `c${k}`)];
  writeFileSync(file, [heads, row("a1", "1"), row("a2", "0"), row("a3", last)].map((cells) => cells.join()).join("\n"));
  return file;
}
const table = { file: "m.csv", label: "sentiment" };

/** How many rows each table has, those aside that say what the folder is. */
function rowsIn(folder: string): Record<string, number> {
  const db = new Database(join(folder, "countersign.db"), { readonly: true });
  const tables = [
    "persons",
    "members",
    "devices",
    "studies",
    "study_versions",
    "items",
    "assignments",
    "log",
    "instance",
  ];
  const counts = tables.map((name) => [name, db.prepare(`select count(*) from ${name}`).pluck().get()]);
  db.close();
  return Object.fromEntries(counts) as Record<string, number>;
}

describe("a large study that comes in", () => {
  it("lets answers in between, and is in no list before it is whole", async () => {
    const data = await openData(join(root, "beside"));
    const { study, people } = await openStudy(data.store, { entries: 20 });
    const hand = await Hand.of(data.store, study, people.get("E1") as string);
    const events: string[] = [];
    const importing = importStudy(bringing(data), matrix("beside-in", 1500), { about, table }).then(() =>
      events.push("imported"),
    );
    await until(() => rowsIn(data.folder)["log"] !== 0);
    for (const item of ["q0", "q1", "q2"]) {
      const texts = [textOf(hand.choice(item))];
      const { device, person } = hand;
      const [verdict] = await appendPush(data.store, { device, person, texts, now: noon });
      events.push(verdict?.verdict ?? "");
      expect((await listStudies(data.store)).map(({ id }) => id)).toEqual([study]);
      expect(await studyById(data.store, "old")).toBeUndefined();
    }
    await importing;
    expect(events).toEqual(["stored", "stored", "stored", "imported"]);
    expect((await listStudies(data.store)).map(({ id, responses }) => [id, responses])).toEqual([
      ["old", 4500],
      [study, 3],
    ]);
    expect((await integrityOf(data.store)).faults).toEqual([]);
    await data.close();
  });

  it("leaves nothing when it is killed in the middle: the next server clears it, and it can come in again", async () => {
    const folder = join(root, "killed");
    const data = await openData(folder);
    await openStudy(data.store);
    await firstCoordinator(data.store, noon);
    const before = rowsIn(folder);
    const file = matrix("killed-in", 2000);
    const args = ["study", "import", file, "--id", "old", "--label", "sentiment", "--data", folder];
    const child = spawn(process.execPath, [mainFile, ...args], { stdio: "ignore" });
    const ended = new Promise((done) => child.once("exit", (_, signal) => done(signal)));
    await until(() => rowsIn(folder)["log"] !== before["log"], 60_000);
    child.kill("SIGKILL");
    expect(await ended).toBe("SIGKILL");
    expect((await listStudies(data.store)).map(({ id }) => id)).toEqual(["quiz"]);
    expect((await integrityOf(data.store)).faults).toEqual([]);
    await clearAllArriving(data.store);
    expect(rowsIn(folder)).toEqual(before);
    const done = await importStudy(bringing(data), file, { about, table });
    expect(done.answers).toBe(6000);
    await data.close();
  });

  it("takes the place of what a killed import of the same study left", async () => {
    const data = await openData(join(root, "again"));
    const draft = draftOf(fileOf("old", "choice"), questions(400), ["E1"]);
    const as = { coordinators: [], now: noon, state: "open" as const };
    function* fails() {
      yield async () => {
        throw new Error("this part fails");
      };
    }
    let second: Promise<unknown> | undefined;
    function* overtaken() {
      yield async () => {
        second = insertStudy(data.store, draft, as);
      };
      for (let k = 0; k < 50; k++) yield async () => undefined;
    }
    await expect(insertStudy(data.store, draft, { ...as, parts: overtaken() })).rejects.toMatchObject({
      code: "conflict",
    });
    await second;
    expect((await listStudies(data.store)).map(({ id, items, people }) => [id, items, people])).toEqual([
      ["old", 1200, 1],
    ]);
    const before = rowsIn(data.folder);
    const other = draftOf(fileOf("other", "choice"), questions(2), ["E1"]);
    await expect(insertStudy(data.store, other, { ...as, parts: fails() })).rejects.toThrow("this part fails");
    expect(rowsIn(data.folder)).toEqual(before);
    await data.close();
  });
});

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { backUp, erasedFile } from "#server/commands/backup";
import { type Data, openData } from "#server/commands/data";
import { restoreInto } from "#server/commands/restore";
import { verifyData } from "#server/commands/verify";
import { backedUpOf, headsOf } from "#server/store/backup";
import { holdFolder } from "#server/store/lock";
import { appendPush, readLog } from "#server/store/log";
import { keepMedia } from "#server/store/media";
import { Hand, noon, openStudy, textOf, type World } from "./people.ts";

describe("backup, restore and verify", () => {
  let folder: string;
  let data: Data;
  let world: World;
  let hand: Hand;
  const file = (name: string) => join(folder, name);
  const push = (texts: string[]) =>
    appendPush(data.store, { device: hand.device, person: hand.person, texts, now: noon });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "countersign-backup-"));
    mkdirSync(file("data"));
    data = await openData(file("data"));
    world = await openStudy(data.store, { entries: 200, people: ["E1"] });
    hand = await Hand.of(data.store, world.study, world.people.get("E1") as string);
  });
  afterEach(async () => {
    await data.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("holds every answer that was acknowledged before it began, while others keep coming in", async () => {
    const before = Array.from({ length: 50 }, (_, k) => textOf(hand.choice(`q${k}`)));
    await push(before);
    let writing = true;
    const writer = (async () => {
      for (let k = 50; writing && k < 590; k++) await push([textOf(hand.choice(`q${k}`))]);
    })();
    const report = await backUp(data, file("one.tar"));
    writing = false;
    await writer;
    expect(report.responses).toBeGreaterThanOrEqual(50);
    expect(await backedUpOf(data.store)).toEqual({ quiz: report.studies["quiz"] });
    const restored = await restoreInto(file("elsewhere"), file("one.tar"), noon);
    expect(restored.responses).toBe(report.responses);
    const there = await openData(file("elsewhere"));
    const log = await readLog(there.store, "quiz", 0, 1000);
    expect(log.slice(0, 50).map((row) => row.body)).toEqual(before);
    expect((await verifyData(there)).faults).toEqual([]);
    await there.close();
  });

  it("brings media along, and verify names one that was changed or lost", async () => {
    const bytes = new TextEncoder().encode("a clip, as far as the store is concerned");
    const { hash } = await data.media.put(bytes);
    const facts = { hash, bytes: bytes.byteLength, type: "video/mp4" as const, width: 2, height: 2 };
    await keepMedia(data.store, "quiz", [{ ...facts, name: "a.mp4", rights: "open" }], noon.toISOString());
    await backUp(data, file("one.tar"));
    await restoreInto(file("elsewhere"), file("one.tar"), noon);
    const there = await openData(file("elsewhere"));
    expect(await there.media.read(hash)).toEqual(Buffer.from(bytes));
    writeFileSync(join(file("elsewhere"), "media", hash.slice(0, 2), hash), "something else");
    expect((await verifyData(there)).faults).toEqual([`media ${hash}: the file has been changed`]);
    await there.media.remove(hash);
    expect((await verifyData(there)).faults).toEqual([`media ${hash}: the file is missing`]);
    await there.close();
  });

  it("raises the epoch above every one given out, so that devices compare what they hold", async () => {
    await push([textOf(hand.choice("q0"))]);
    await backUp(data, file("one.tar"));
    await push([textOf(hand.choice("q1"))]);
    const [old] = await headsOf(data.store);
    await data.close();
    const report = await restoreInto(file("data"), file("one.tar"), noon);
    expect(report.keptAside).not.toBeNull();
    data = await openData(file("data"));
    const [head] = await headsOf(data.store);
    expect(head?.seq).toBe(1);
    expect(head?.epoch).toBeGreaterThan(old?.epoch as number);
    const again = await push([textOf({ ...hand.choice("q1"), n: 2 })]);
    expect(again[0]?.verdict).toBe("stored");
  });

  it("refuses a folder that a server holds, and changes nothing there", async () => {
    await push([textOf(hand.choice("q0"))]);
    await backUp(data, file("one.tar"));
    const lock = holdFolder(file("data"));
    await expect(restoreInto(file("data"), file("one.tar"), noon)).rejects.toThrow(/data/);
    lock.release();
    expect(await readLog(data.store, "quiz", 0, 10)).toHaveLength(1);
  });

  it("refuses a damaged file and leaves the folder as it was", async () => {
    await push([textOf(hand.choice("q0"))]);
    await backUp(data, file("one.tar"));
    const whole = readFileSync(file("one.tar"));
    writeFileSync(file("cut.tar"), whole.subarray(0, whole.length - 20_000));
    writeFileSync(file("page.tar"), "<html>not found</html>");
    const { epoch } = (await headsOf(data.store))[0] as { epoch: number };
    await expect(restoreInto(file("data"), file("cut.tar"), noon)).rejects.toThrow(/no whole backup|damaged/);
    await expect(restoreInto(file("data"), file("page.tar"), noon)).rejects.toThrow(/no whole backup/);
    await expect(restoreInto(file("data"), file("none.tar"), noon)).rejects.toThrow(/not there/);
    expect((await headsOf(data.store))[0]?.epoch).toBe(epoch);
    expect(await readLog(data.store, "quiz", 0, 10)).toHaveLength(1);
  });

  it("never writes over a file that is there", async () => {
    writeFileSync(file("one.tar"), "mine");
    await expect(backUp(data, file("one.tar"))).rejects.toThrow(/there already/);
    expect(readFileSync(file("one.tar"), "utf8")).toBe("mine");
  });

  it("keeps erased what was erased after the backup, and tells the device so", async () => {
    const text = textOf(hand.choice("q0"));
    await push([text, textOf(hand.choice("q1"))]);
    await backUp(data, file("one.tar"));
    const { id } = JSON.parse(text) as { id: string };
    const entry = { id, study: "quiz", device: hand.device, n: 1, erasedAt: noon.toISOString() };
    writeFileSync(join(file("data"), erasedFile), `${JSON.stringify(entry)}\n`);
    await data.close();
    const report = await restoreInto(file("data"), file("one.tar"), noon);
    expect(report.erased).toBe(1);
    data = await openData(file("data"));
    expect((await readLog(data.store, "quiz", 0, 10)).map((row) => row.id)).not.toContain(id);
    expect(await push([text])).toEqual([{ id, verdict: "erased" }]);
    expect((await verifyData(data)).faults).toEqual([]);
  });

  it("finds a row of the log that somebody changed, one that is gone, and a digest that does not fit", async () => {
    await push([textOf(hand.choice("q0")), textOf(hand.choice("q1")), textOf(hand.choice("q2"))]);
    await data.close();
    const raw = new Database(join(file("data"), "countersign.db"));
    raw.prepare('update log set body = replace(body, \'"option":"B"\', \'"option":"A"\') where seq = 1').run();
    raw.prepare("delete from log where seq = 2").run();
    raw.close();
    data = await openData(file("data"));
    const { faults } = await verifyData(data);
    expect(faults).toContain("study quiz: entry 1 has been changed: its text has another hash");
    expect(faults).toContain("study quiz: entry 2 of the log is missing");
    expect(faults.some((fault) => fault.startsWith(`device ${hand.device}: 3 acknowledged`))).toBe(true);
  });
});

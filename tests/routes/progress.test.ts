import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ProgressPerson, progress, studyDetail, studyList } from "#schemas/desk";
import { engines, openWorld, type World } from "../access/world.ts";
import { deviceFor, type TestDevice } from "./given.ts";

const felt = (sentiment: number) => ({ sentiment, emotions: { joy: 1 }, confidence: 60, cues: [] });

describe.each(engines)("progress on %s", (engine) => {
  let world: World;
  let cookie: string;
  let ana: TestDevice;
  beforeAll(async () => {
    world = await openWorld(engine);
    cookie = await world.coordinator("other");
    ana = await deviceFor(world, "A1", "clips");
  });
  afterAll(() => world.close());
  const rowOf = async (code: string): Promise<ProgressPerson> => {
    const answer = await world.ask("GET", "/api/studies/clips/progress", { cookie });
    const { people } = progress.parse(await answer.json());
    for (const one of people) expect(one.answered + one.skipped + one.open).toBe(one.asked);
    return people.find((one) => one.code === code) as ProgressPerson;
  };

  it("counts an edited answer once, a skip apart, and drafts not at all (FR-08)", async () => {
    expect(await rowOf("A1")).toMatchObject({ asked: 4, answered: 0, skipped: 0, open: 4 });
    const first = await ana.give("emotion", "c1", felt(1));
    expect(await rowOf("A1")).toMatchObject({ answered: 1, open: 3 });
    const edited = await ana.give("emotion", "c1", felt(2), { replaces: first });
    expect(await rowOf("A1")).toMatchObject({ answered: 1, open: 3 });
    await ana.give("skip", "c2", { reason: "upsetting" });
    const row = await rowOf("A1");
    expect(row).toMatchObject({ asked: 4, answered: 1, skipped: 1, open: 2, skips: { upsetting: 1 } });
    expect((100 * row.answered) / row.asked).toBe(25);
    await ana.give("retract", "c1", {}, { replaces: edited });
    expect(await rowOf("A1")).toMatchObject({ answered: 0, skipped: 1, open: 3 });
  });

  it("counts flags beside the four counts", async () => {
    await ana.give("flag", "c3", { reason: "bad-video" });
    expect(await rowOf("A1")).toMatchObject({ asked: 4, answered: 0, skipped: 1, open: 3, flags: 1 });
  });

  it("tells what waits on devices, since when, and what is missing", async () => {
    const before = await rowOf("A1");
    expect(before).toMatchObject({ waiting: 0, gaps: 0, oldestWaitingAt: null });
    await ana.hello({ maxN: 9, pending: 3, oldestPendingAt: "2026-12-01T07:00:00.000Z" });
    const after = await rowOf("A1");
    expect(after).toMatchObject({ waiting: 3, gaps: 1, oldestWaitingAt: "2026-12-01T07:00:00.000Z" });
    expect(after.lastSeenAt).toBe(world.deps.clock().toISOString());
    expect(await rowOf("A2")).toMatchObject({ waiting: 0, gaps: 0, lastSeenAt: null });
  });

  it("adds up over people on the page of studies, where a device unseen for a day is named", async () => {
    world.ahead(2 * 86_400_000);
    const { studies } = studyList.parse(await (await world.ask("GET", "/api/studies", { cookie })).json());
    expect(studies).toHaveLength(1);
    expect(studies[0]).toMatchObject({
      ...{ id: "clips", people: 3, items: 4, asked: 8, answered: 0, skipped: 1 },
      needs: { flags: 1, devices: 1, ties: 0, held: 0 },
    });
    const detail = studyDetail.parse(await (await world.ask("GET", "/api/studies/clips", { cookie })).json());
    expect(detail).toMatchObject({ practice: 0, unplayed: 1 });
    expect(detail.position.seq).toBe(5);
  });

  it("is all noughts, never NaN, where nobody owes anything", async () => {
    await world.deps.store.db.deleteFrom("assignments").where("study", "=", "clips").execute();
    const fresh = await openWorld(engine);
    await fresh.deps.store.db.deleteFrom("assignments").execute();
    const other = await fresh.coordinator("other");
    const text = await (await fresh.ask("GET", "/api/studies/clips/progress", { cookie: other })).text();
    expect(progress.parse(JSON.parse(text)).people.every((one) => one.asked === 0 && one.open === 0)).toBe(true);
    expect(text).not.toContain("NaN");
    await fresh.close();
  });
});

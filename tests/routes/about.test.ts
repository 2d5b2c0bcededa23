// What a person says of themself: kept apart from their answers, read only as groups of three and more.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deskAgreement } from "#schemas/desk";
import { engines, openWorld, problemIn, type World } from "../access/world.ts";
import { deviceFor, type TestDevice } from "./given.ts";

describe.each(engines)("what people say of themselves, on %s", (engine) => {
  let world: World;
  let cookie: string;
  const devices = new Map<string, TestDevice>();
  beforeAll(async () => {
    world = await openWorld(engine);
    cookie = await world.coordinator("other");
    const codes = ["A1", "A2", "A3", "A4", "A5", "A6"];
    for (const [k, code] of codes.entries()) {
      if (!world.people.has(code)) {
        const body = { code, role: "annotator", seat: "panel", language: "en" };
        const made = await (await world.ask("POST", "/api/studies/clips/people", { cookie, body })).json();
        (world.people as Map<string, string>).set(code, made.person);
      }
      const device = await deviceFor(world, code, "clips");
      devices.set(code, device);
      for (const [i, item] of ["c1", "c2", "c3"].entries())
        await device.give("emotion", item, {
          ...{ sentiment: k < 3 ? i : i - k + 2, emotions: { joy: (i + k) % 4 }, confidence: 50, cues: [] },
        });
    }
  });
  afterAll(() => world.close());

  const say = (code: string, said: object, study = "clips") =>
    world.ask("POST", "/api/sync/about", { key: devices.get(code)?.key ?? "", body: { study, ...said } });
  const groups = async (by: string, label = "sentiment") => {
    const answer = await world.ask("GET", `/api/studies/clips/agreement?interval=none&by=${by}`, { cookie });
    return deskAgreement.parse(await answer.json()).labels.find((row) => row.label === label)?.groups;
  };

  it("make groups within and between which agreement is told, none of them under three people", async () => {
    for (const code of ["A1", "A2", "A3"])
      expect((await say(code, { hearing: "deaf", signing: "native" })).status).toBe(200);
    await say("A4", { hearing: "hearing" });
    await say("A5", { hearing: "hearing" });
    expect(await groups("hearing")).toEqual([{ groups: ["deaf"], alpha: 1 }]);
    await say("A6", { hearing: "hearing", signing: "late" });
    expect((await groups("hearing"))?.map((row) => row.groups)).toEqual([["deaf"], ["deaf", "hearing"], ["hearing"]]);
    expect(await groups("signing")).toEqual([{ groups: ["native"], alpha: 1 }]);
    const plain = await (await world.ask("GET", "/api/studies/clips/agreement", { cookie })).json();
    expect(plain.labels[0].groups).toEqual([]);
  });

  it("can be said anew or taken back, and whoever would rather not say is in no group", async () => {
    await say("A1", { hearing: "not-said" });
    expect((await groups("hearing"))?.map((row) => row.groups)).toEqual([["hearing"]]);
    expect(await groups("signing")).toEqual([]);
    await say("A1", { hearing: "deaf" });
    expect((await groups("hearing"))?.length).toBe(3);
  });

  it("are refused where they are no answer to the question, or for a study of others", async () => {
    expect((await say("A1", { hearing: "tall" })).status).toBe(400);
    expect((await say("A1", { hearing: "deaf", name: "Ana" })).status).toBe(400);
    expect(await problemIn(await say("A1", { hearing: "deaf" }, "quiz"))).toMatchObject({ code: "not-found" });
  });

  it("stand in no list of people, no answer and no export", async () => {
    const texts = [await (await world.ask("GET", "/api/studies/clips/people", { cookie })).text()];
    const { files } = await (await world.ask("GET", "/api/studies/clips/exports", { cookie })).json();
    expect(files.length).toBeGreaterThan(5);
    for (const { file } of files)
      texts.push(await (await world.ask("GET", `/api/studies/clips/exports/${file}`, { cookie })).text());
    for (const text of texts) expect(text).not.toMatch(/deaf|native/);
  });

  it("go when the person is erased", async () => {
    const of = () => world.deps.store.db.selectFrom("about").select("person").execute();
    expect((await of()).length).toBe(6);
    const body = { kind: "erase", person: world.people.get("A4"), reason: "asked for it" };
    expect((await world.ask("POST", "/api/studies/clips/decisions", { cookie, body })).status).toBe(200);
    expect((await of()).length).toBe(5);
    expect((await groups("hearing"))?.map((row) => row.groups)).toEqual([["deaf"]]);
    expect((await say("A4", { hearing: "hearing" })).status).toBe(404);
  });
});

// A study's files over HTTP: for its coordinators only, as downloads.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deskExports } from "#schemas/desk";
import { engines, openWorld, problemIn, type World } from "../access/world.ts";
import { deviceFor } from "./given.ts";

describe.each(engines)("exports on %s", (engine) => {
  let world: World;
  let clips: string;
  let quiz: string;
  beforeAll(async () => {
    world = await openWorld(engine);
    clips = await world.coordinator("other");
    quiz = await world.coordinator("owner");
    const ana = await deviceFor(world, "A1", "clips");
    await ana.give("emotion", "c1", { sentiment: -3, emotions: { joy: 0 }, confidence: 0, cues: [] });
    await ana.give("skip", "c2", { reason: "upsetting", text: "=1+2" });
  });
  afterAll(() => world.close());
  const get = (path: string, cookie: string) => world.ask("GET", `/api/studies/${path}`, { cookie });

  it("are listed with what a study of its kind cannot give", async () => {
    const { files, position } = deskExports.parse(await (await get("clips/exports", clips)).json());
    expect(position.seq).toBe(2);
    expect(files.find(({ file }) => file === "ratings.csv")?.refused).toBeNull();
    expect(files.find(({ file }) => file === "baseline.csv")?.refused).toContain("quiz");
    const ofQuiz = deskExports.parse(await (await get("quiz/exports", quiz)).json());
    expect(ofQuiz.files.every(({ refused }) => refused === null)).toBe(true);
  });

  it("come as attachments that nothing keeps", async () => {
    const answer = await get("clips/exports/ratings.csv", clips);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="clips-ratings.csv"');
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const rows = (await answer.text()).split("\r\n");
    expect(rows[1]).toMatch(/^c1,1,A1,sentiment,-3,0,false,,/);
    expect(rows[3]).toMatch(/^c2,1,A1,,,,true,upsetting,/);
    const lines = (await (await get("clips/exports/responses.jsonl", clips)).text()).trimEnd().split("\n");
    expect(JSON.parse(lines[1] as string)).toMatchObject({
      log: { annotator: "A1", standing: true },
      answer: { text: "=1+2" },
    });
  });

  it("are nobody else's, and unknown files are not found", async () => {
    expect(await problemIn(await get("clips/exports/ratings.csv", quiz))).toMatchObject({ status: 404 });
    expect(await problemIn(await get("clips/exports/odd.csv", clips))).toMatchObject({
      status: 404,
      code: "not-found",
    });
    expect(await problemIn(await get("clips/exports/baseline.csv", clips))).toMatchObject({
      status: 422,
      code: "bad-value",
    });
    expect((await world.ask("GET", "/api/studies/clips/exports/ratings.csv")).status).toBe(401);
  });
});

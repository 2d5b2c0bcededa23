import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deskAgreement, deskBaseline, deskLabels, itemRatings } from "#schemas/desk";
import { engines, openWorld, problemIn, type World } from "../access/world.ts";
import { deviceFor } from "./given.ts";

const shown = ["A", "B", "C", "D"];
const felt = (sentiment: number, confidence: number) => ({ sentiment, emotions: { joy: 2 }, confidence, cues: [] });

describe.each(engines)("figures on %s", (engine) => {
  let world: World;
  let quiz: string;
  let clips: string;
  beforeAll(async () => {
    world = await openWorld(engine);
    quiz = await world.coordinator("owner");
    clips = await world.coordinator("other");
    const [first, second, ana, ben] = [
      await deviceFor(world, "E1", "quiz"),
      await deviceFor(world, "E2", "quiz"),
      await deviceFor(world, "A1", "clips"),
      await deviceFor(world, "A2", "clips"),
    ];
    await first.give("choice", "q1", { option: "A", shown });
    await first.give("choice", "q2", { option: "D", shown });
    await second.give("choice", "q1", { option: "A", shown });
    await second.give("skip", "q2", { reason: "bad-video" });
    const wrong = await ana.give("emotion", "c1", felt(3, 90));
    await ana.give("emotion", "c1", felt(2, 70), { replaces: wrong });
    await ben.give("emotion", "c1", felt(-1, 70));
    await ana.give("skip", "c2", { reason: "cannot-decode" });
  });
  afterAll(() => world.close());
  const read = async (path: string, cookie = clips) => (await world.ask("GET", path, { cookie })).json();

  it("give each label with the votes that made it, and the settled value beside it", async () => {
    const settle = { kind: "adjudicate", item: "c1", label: "sentiment", value: 1, reason: "seen together" };
    await world.ask("POST", "/api/studies/clips/decisions", { cookie: clips, body: settle });
    const { labels, position } = deskLabels.parse(await read("/api/studies/clips/labels"));
    const of = (item: string, label: string) => labels.find((row) => row.item === item && row.label === label);
    expect(of("c1", "joy")).toMatchObject({
      name: "c1",
      value: 2,
      rule: "unanimous",
      votes: 2,
      of: 2,
      adjudicated: null,
    });
    expect(of("c1", "sentiment")).toMatchObject({
      ...{ value: null, rule: "unresolved", of: 2, counts: { "-1": 1, "2": 1 } },
      adjudicated: { value: 1, reason: "seen together" },
    });
    expect(of("c2", "joy")).toMatchObject({ value: null, rule: "no-votes", of: 0 });
    expect(position.seq).toBe(5);
    const choices = deskLabels.parse(await read("/api/studies/quiz/labels", quiz)).labels;
    expect(choices.find((row) => row.item === "q1")).toMatchObject({
      name: "name-of-q1",
      value: "A",
      counts: { A: 2 },
    });
  });

  it("show what each person said of an item, by code, as it stands", async () => {
    const { ratings } = itemRatings.parse(await read("/api/studies/clips/items/c1/ratings"));
    expect(ratings.map(({ code, label, value, confidence }) => [code, label, value, confidence])).toEqual([
      ["A1", "sentiment", 2, 70],
      ["A1", "joy", 2, 70],
      ["A2", "sentiment", -1, 70],
      ["A2", "joy", 2, 70],
    ]);
    const skipped = itemRatings.parse(await read("/api/studies/clips/items/c2/ratings")).ratings;
    expect(skipped).toMatchObject([{ code: "A1", skipped: true, reason: "cannot-decode", label: null, value: null }]);
    const chosen = itemRatings.parse(await read("/api/studies/quiz/items/q1/ratings", quiz)).ratings;
    expect(chosen).toMatchObject([{ value: "A" }, { value: "A" }]);
    const none = await world.ask("GET", "/api/studies/clips/items/q1/ratings", { cookie: clips });
    expect(await problemIn(none)).toMatchObject({ status: 404, code: "not-found" });
  });

  it("give agreement by the metric asked for, and say what it stands on", async () => {
    const report = deskAgreement.parse(await read("/api/studies/clips/agreement?metric=nominal"));
    expect(report).toMatchObject({ metric: "nominal", people: 2, labelled: 1, answers: 2, asked: 8 });
    expect(report.labels.every((row) => row.metric === "nominal")).toBe(true);
    const fast = deskAgreement.parse(await read("/api/studies/clips/agreement?companions=no"));
    const whole = deskAgreement.parse(await read("/api/studies/clips/agreement"));
    expect(fast.labels.map(({ alpha, interval, people }) => [alpha, interval, people])).toEqual(
      whole.labels.map(({ alpha, interval, people }) => [alpha, interval, people]),
    );
    expect(fast.labels.every((row) => row.gwet === null)).toBe(true);
    const odd = await world.ask("GET", "/api/studies/clips/agreement?metric=odd", { cookie: clips });
    expect(await problemIn(odd)).toMatchObject({ status: 400, code: "bad-request" });
  });

  it("give the baseline of a quiz with its chance, and none of clips", async () => {
    const report = deskBaseline.parse(await read("/api/studies/quiz/baseline", quiz));
    expect(report).toMatchObject({ chance: 0.25, keyDecisions: 0 });
    expect(report.beside.lexicon).toBeNull();
    const whole = deskBaseline.parse(await read("/api/studies/quiz/baseline?tagged=1018&others=5689", quiz));
    expect(whole.beside.lexicon).toHaveLength(3);
    const all = report.rows.find((row) => row.modality === "image" && row.articulation === "All");
    expect(all).toMatchObject({ people: 2, right: 2, asked: 3 });
    const none = await world.ask("GET", "/api/studies/clips/baseline", { cookie: clips });
    expect(await problemIn(none)).toMatchObject({ status: 422, code: "bad-value" });
  });
});

// Runs of models on a quiz: in by screen, refused by line, settled by hand, beside people and beside another run.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deskRuns, type RunRow, runAnswers, runDetail } from "#schemas/run";
import { engines, openWorld, problemIn, type World } from "../access/world.ts";
import { deviceFor } from "./given.ts";

const shown = ["A", "B", "C", "D"];
const at = "/api/studies/quiz/runs";

describe.each(engines)("runs on %s", (engine) => {
  let world: World;
  let owner: string;
  let adjudicator: string;
  let first = "";
  let second = "";
  beforeAll(async () => {
    world = await openWorld(engine);
    owner = await world.coordinator("owner");
    adjudicator = (await world.start("J1")).cookie;
    const expert = await deviceFor(world, "E1", "quiz");
    await expert.give("choice", "q1", { option: "A", shown });
    await expert.give("choice", "q2", { option: "D", shown });
  });
  afterAll(() => world.close());
  const bring = (file: string, about: string, cookie = owner) =>
    world.ask("POST", `${at}?file=run.csv&${about}`, { cookie, body: file, type: "text/csv" });
  const read = async (path: string) => (await world.ask("GET", path, { cookie: owner })).json();
  const all = (rows: readonly RunRow[]) => rows.find((row) => row.modality === "image" && row.articulation === "All");
  const act = (body: object, cookie = owner, run = first) => world.ask("POST", `${at}/${run}/acts`, { cookie, body });

  it("come in with what is said of them, each answer by the rules, and a question without one as wrong", async () => {
    const file = "id,prediction,tokens\nname-of-q1,The answer is (A).,12\nname-of-q2,one or two,40\n";
    const answer = await bring(file, "name=Model%20one&framesPerSecond=2&effort=high&reasoning=on");
    const told = await answer.json();
    expect(told).toMatchObject({ answers: 2, missing: 0 });
    first = told.id;
    const other = await (await bring("id,prediction\nname-of-q2,B\n", "name=two&format=csv")).json();
    expect(other).toMatchObject({ answers: 1, missing: 1 });
    second = other.id;
    const { runs, chance } = deskRuns.parse(await read(at));
    expect(chance).toBe(0.25);
    expect(
      runs.map(({ name, framesPerSecond, effort, reasoning, by, open }) => [
        name,
        framesPerSecond,
        effort,
        reasoning,
        by,
        open,
      ]),
    ).toEqual([
      ["Model one", 2, "high", "on", "coordinator", 1],
      ["two", null, null, null, "coordinator", 1],
    ]);
    expect(runs[0]?.outcomes).toMatchObject({ option: 1, ambiguous: 1 });
    expect(all(runs[0]?.rows ?? [])).toMatchObject({
      right: 1,
      asked: 2,
      valid: 1,
      accuracy: 0.5,
      validAccuracy: 1,
      instructionFollowing: 0.5,
    });
    expect(runs[1]?.outcomes).toMatchObject({ option: 1, empty: 1 });
  });

  it("are refused whole where a target is not our key, with the lines, and where the file is here already", async () => {
    const wrong =
      "index\tA\tB\tC\tD\tanswer\tprediction\nname-of-q1\tone\ttwo\tthree\tfour\tB\tA\nname-of-q2\tone\ttwo\tthree\tfour\tC\tA\n";
    const answer = await bring(wrong, "name=three&format=vlmevalkit");
    const problem = (await answer.json()) as { status: number; detail: string; faults: { line: number }[] };
    expect(problem).toMatchObject({ status: 422, code: "bad-value" });
    expect(problem.detail).toContain("line 2: its target is B, the answer of name-of-q1 is A");
    expect(problem.faults.map(({ line }) => line)).toEqual([2, 3]);
    expect(await problemIn(await bring("id,prediction\nname-of-q2,B\n", "name=again"))).toMatchObject({ status: 409 });
    expect(await problemIn(await bring("id,prediction\nq9,B\n", "name=no"))).toMatchObject({ code: "bad-value" });
    expect(await problemIn(await bring("id,prediction\n", "name=none"))).toMatchObject({ code: "bad-value" });
    expect(deskRuns.parse(await read(at)).runs).toHaveLength(2);
    const clips = await world.coordinator("other");
    const none = await world.ask("GET", "/api/studies/clips/runs", { cookie: clips });
    expect(await problemIn(none)).toMatchObject({ status: 422, code: "bad-value" });
  });

  it("are settled by hand with who, when and why, undone by another act, and keep every act", async () => {
    const open = runAnswers.parse(await read(`${at}/${first}/answers?outcome=open`));
    expect(open).toMatchObject({
      total: 1,
      answers: [{ item: "q2", raw: "one or two", outcome: "ambiguous", settled: null }],
    });
    expect(
      (await act({ kind: "settle", item: "q2", option: "B", reason: "it says so below" }, adjudicator)).status,
    ).toBe(200);
    expect(all(deskRuns.parse(await read(at)).runs[0]?.rows ?? [])).toMatchObject({
      right: 2,
      asked: 2,
      valid: 2,
      instructionFollowing: 0.5,
    });
    await act({ kind: "settle", item: "q2", option: null, reason: "no, it does not" });
    const settled = runAnswers.parse(await read(`${at}/${first}/answers?outcome=settled`)).answers[0];
    expect(settled?.settled).toMatchObject({ option: null, by: "coordinator", reason: "no, it does not" });
    expect(settled?.acts.map(({ by, option }) => [by, option])).toEqual([
      ["J1", "B"],
      ["coordinator", null],
    ]);
    await act({ kind: "undo", item: "q2", reason: "a slip" });
    expect(all(deskRuns.parse(await read(at)).runs[0]?.rows ?? [])).toMatchObject({ right: 2 });
    await act({ kind: "undo", item: "q2", reason: "both" });
    expect(all(deskRuns.parse(await read(at)).runs[0]?.rows ?? [])).toMatchObject({ right: 1, valid: 1 });
    expect(await problemIn(await act({ kind: "undo", item: "q2", reason: "more" }))).toMatchObject({ status: 409 });
    expect(await problemIn(await act({ kind: "settle", item: "q9", option: "A", reason: "x" }))).toMatchObject({
      status: 422,
    });
    expect(runAnswers.parse(await read(`${at}/${first}/answers`)).answers[1]?.acts).toHaveLength(4);
  });

  it("stand beside another run and beside people, with tokens by whether they were right", async () => {
    const alone = runDetail.parse(await read(`${at}/${first}`));
    expect(alone.against).toBeNull();
    expect(alone.tokens?.find(({ modality }) => modality === "image")).toMatchObject({
      meanRight: 12,
      meanWrong: 40,
      ratio: 40 / 12,
    });
    const { against: runs } = runDetail.parse(await read(`${at}/${first}?against=${second}`));
    expect(
      runs?.with === "run" && runs.rows.find((row) => row.modality === "image" && row.articulation === "All"),
    ).toMatchObject({ both: 0, onlyFirst: 1, onlySecond: 1, neither: 0, difference: 0, p: 1 });
    const { against: people } = runDetail.parse(await read(`${at}/${first}?against=people`));
    expect(
      people?.with === "people" && people.rows.find((row) => row.modality === "image" && row.articulation === "All"),
    ).toMatchObject({ pairs: 2, first: 0.5, second: 0.5, difference: 0 });
    expect(runDetail.parse(await read(`${at}/${second}`)).tokens).toBeNull();
    expect((await world.ask("GET", `${at}/${first}?against=nobody`, { cookie: owner })).status).toBe(404);
  });

  it("are scored by the keys in force, and a withdrawn one is listed no more", async () => {
    await world.ask("POST", "/api/studies/quiz/decisions", {
      cookie: owner,
      body: { kind: "key", item: "q2", act: "drop-item", reason: "bad" },
    });
    expect(all(deskRuns.parse(await read(at)).runs[0]?.rows ?? [])).toMatchObject({ right: 1, asked: 1 });
    expect((await act({ kind: "withdraw", reason: "wrong file" }, adjudicator)).status).toBe(403);
    expect((await act({ kind: "withdraw", reason: "wrong file" })).status).toBe(200);
    expect(deskRuns.parse(await read(at)).runs.map(({ name }) => name)).toEqual(["two"]);
    expect((await world.ask("GET", `${at}/${first}`, { cookie: owner })).status).toBe(404);
  });
});

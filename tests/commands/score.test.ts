// `score` and `baseline` on files: their JSON, and what they refuse.
import { describe, expect, it } from "vitest";
import { wilson } from "#server/measures/accuracy";
import { run } from "./run-files.ts";

const question = (id: string, modality: string, answer: string | undefined, category = {}, more = {}) =>
  JSON.stringify({
    ...{ id, gloss: "x", modality, input: `${modality}/0001.jpg`, question: "?" },
    ...{ options: { A: "安全", B: "医院", C: "老师", D: "学校" }, ...(answer === undefined ? {} : { answer }) },
    category: { air_writing: false, finger_spelling: false, manual_alphabet: false, ...category },
    ...more,
  });
const items = [
  question("q1", "image", "A", { air_writing: true }),
  question("q2", "image", "B", { air_writing: true, manual_alphabet: true }),
  question("q3", "video", "C"),
].join("\n");
type Row = { modality: string; articulation: string };
const cell = (json: { rows: Row[] }, modality: string, articulation: string) =>
  json.rows.find((row) => row.modality === modality && row.articulation === articulation);

describe("score on a quiz", () => {
  it("counts every question, the unanswered as wrong, in twelve rows", async () => {
    const predictions = "id,prediction\nq1,安全\nq2,Answer: E\n";
    const { json, code } = await run(["score", "i.jsonl", "p.csv", "--json"], {
      "i.jsonl": items,
      "p.csv": predictions,
    });
    expect(code).toBe(0);
    expect(json.rows).toHaveLength(12);
    expect(cell(json, "image", "AW")).toEqual({
      modality: "image",
      articulation: "AW",
      right: 1,
      asked: 2,
      valid: 1,
      accuracy: 0.5,
      interval: wilson(0.5, 2),
      validAccuracy: 1,
      instructionFollowing: 0.5,
      letterless: 1,
    });
    expect(cell(json, "text", "All")).toEqual({
      modality: "text",
      articulation: "All",
      right: 0,
      asked: 0,
      valid: 0,
      accuracy: null,
      interval: null,
      validAccuracy: null,
      instructionFollowing: null,
      letterless: 0,
    });
    expect(json.answers).toEqual([
      { id: "q1", outcome: "option", option: "A", correct: true },
      { id: "q2", outcome: "out_of_range", option: null, correct: false },
      { id: "q3", outcome: "empty", option: null, correct: false },
    ]);
  });

  it("reads what four harnesses leave", async () => {
    const files = {
      "i.jsonl": items,
      "p.jsonl": '{"id":"q1","prediction":"A"}\n{"id":"q3","prediction":null}\n',
      "v.tsv":
        '"index"\t"question"\t"A"\t"B"\t"C"\t"D"\t"answer"\t"prediction"\n"1"\t"?"\t"安全"\t"医院"\t"老师"\t"学校"\t"B"\t"I think\nthe answer is (B)."\n',
      "l.jsonl":
        '{"doc_id": 0, "target": "A", "filtered_resps": ["A"]}\n{"doc_id": 2, "target": "C", "resps": [["D"]]}\n',
      "o.jsonl": [
        {
          custom_id: "q1",
          response: { status_code: 200, body: { choices: [{ message: { content: "B", refusal: null } }] } },
          error: null,
        },
        { custom_id: "q2", response: { status_code: 429, body: {} }, error: null },
        { custom_id: "q3", response: null, error: { code: "batch_expired" } },
      ]
        .map((line) => JSON.stringify(line))
        .join("\n"),
    };
    const outcomes = async (...args: string[]) =>
      (await run(["score", "i.jsonl", ...args, "--json"], files)).json.answers.map(
        (one: { outcome: string; option: string | null }) => one.option ?? one.outcome,
      );
    expect(await outcomes("p.jsonl")).toEqual(["A", "empty", "empty"]);
    expect(await outcomes("v.tsv", "--format", "vlmevalkit")).toEqual(["empty", "B", "empty"]);
    expect(await outcomes("l.jsonl", "--format", "lmms-eval")).toEqual(["A", "empty", "D"]);
    expect(await outcomes("o.jsonl", "--format", "openai-batch")).toEqual(["B", "error", "error"]);
  });

  it("finds the rows of a run from 0 or from 1, by every target and option", async () => {
    const line = (index: number, answer: string, said: string) =>
      `${index}\t安全\t医院\t老师\t学校\t${answer}\t${said}\n`;
    const from = (first: number) =>
      `index\tA\tB\tC\tD\tanswer\tprediction\n${line(first, "A", "A")}${line(first + 1, "B", "C")}${line(first + 2, "C", "C")}`;
    for (const first of [0, 1]) {
      const files = { "i.jsonl": items, "v.tsv": from(first) };
      const { json } = await run(["score", "i.jsonl", "v.tsv", "--format", "vlmevalkit", "--json"], files);
      expect(json.answers.map((one: { correct: boolean }) => one.correct)).toEqual([true, false, true]);
    }
  });

  it.each([
    ["id,prediction\nq9,A\n", "p.csv:2 there is no question q9"],
    ["id,prediction\nq1,A\nq1,B\n", 'p.csv:3 "q1" stands on line 2 already'],
    ["id,answer\nq1,A\n", 'p.csv:1 the column "prediction" is missing'],
  ])("refuses predictions %j", async (text, told) => {
    const { code, err } = await run(["score", "i.jsonl", "p.csv"], { "i.jsonl": items, "p.csv": text });
    expect(code).toBe(1);
    expect(err).toContain(told);
  });

  it("refuses a target that is not the question's answer", async () => {
    const files = { "i.jsonl": items, "l.jsonl": '{"doc_id": 0, "target": "D", "filtered_resps": "A"}\n' };
    const { code, err } = await run(["score", "i.jsonl", "l.jsonl", "--format", "lmms-eval"], files);
    expect(code).toBe(1);
    expect(err).toContain("l.jsonl:1 its target is D, the answer of q1 is A");
  });

  it("takes the key from a file of its own, and refuses questions without any", async () => {
    const bare = question("q1", "image", undefined);
    const files = { "i.jsonl": bare, "p.csv": "id,prediction\nq1,A\n", "k.csv": "id,answer,gloss\nq1,A,安全\n" };
    expect((await run(["score", "i.jsonl", "p.csv", "--json", "--key", "k.csv"], files)).json.answers[0].correct).toBe(
      true,
    );
    expect((await run(["score", "i.jsonl", "p.csv"], files)).err).toContain('i.jsonl:1 "q1" has no answer');
    const odd = { "i.jsonl": question("q1", "image", "E"), "p.csv": "id,prediction\n" };
    expect((await run(["score", "i.jsonl", "p.csv"], odd)).err).toContain("the answer E is not among the options");
  });
});

describe("score against others", () => {
  const files = {
    "i.jsonl": items,
    "p.csv": "id,prediction\nq1,A\nq2,B\nq3,A\n",
    "other.csv": "id,prediction\nq1,A\nq2,C\nq3,C\n",
    "people.csv": "id,person,option,reason\nq1,e1,A,\nq1,e2,B,\nq2,e1,,cannot-tell\nq2,e2,,bad-video\nq3,e1,C,\n",
  };
  it("pairs two runs question by question", async () => {
    const { json } = await run(["score", "i.jsonl", "p.csv", "--against", "other.csv", "--json"], files);
    expect(json.against.with).toBe("run");
    expect(json.tokens).toBeUndefined();
    expect(cell(json.against, "image", "All")).toMatchObject({ both: 1, onlyFirst: 1, difference: 0.5, p: 1 });
    expect(cell(json.against, "video", "All")).toMatchObject({ onlySecond: 1, difference: -1 });
    expect(cell(json.against, "text", "All")).toMatchObject({ both: 0, difference: null, interval: null, p: null });
    const { out } = await run(["score", "i.jsonl", "p.csv", "--against", "other.csv"], files);
    expect(out).toContain("this run minus the other");
  });

  it("sets a run beside each answer that people were asked", async () => {
    const { json } = await run(["score", "i.jsonl", "p.csv", "--against", "people.csv", "--json"], files);
    expect(json.against.with).toBe("people");
    const { first, second, pairs } = cell(json.against, "image", "All") as unknown as Record<string, number>;
    expect([first, second, pairs]).toEqual([1, 1 / 3, 3]);
    expect(cell(json.against, "video", "All")).toMatchObject({ first: 0, second: 1, difference: -1 });
    const { out } = await run(["score", "i.jsonl", "p.csv", "--against", "people.csv"], files);
    expect(out).toContain("this run minus people");
  });

  it("tells means of tokens, and refuses what is no number", async () => {
    const long = { ...files, "t.csv": "id,prediction,tokens\nq1,A,10\nq2,C,\nq3,C,0\n" };
    const { json } = await run(["score", "i.jsonl", "t.csv", "--json"], long);
    expect(json.tokens).toEqual([
      { modality: "text", right: 0, wrong: 0, meanRight: null, meanWrong: null, ratio: null },
      { modality: "image", right: 1, wrong: 0, meanRight: 10, meanWrong: null, ratio: null },
      { modality: "video", right: 1, wrong: 0, meanRight: 0, meanWrong: null, ratio: null },
    ]);
    const odd = { ...files, "t.csv": "id,prediction,tokens\nq1,A,many\n" };
    expect((await run(["score", "i.jsonl", "t.csv"], odd)).err).toContain('t.csv:2 "many" is no number of tokens');
    const labels = { "t.csv": "item,label,value\na,feel,neg\n" };
    expect((await run(["score", "t.csv", "t.csv", "--against", "t.csv"], labels)).code).toBe(2);
  });
});

describe("score on labels", () => {
  it("counts empty values and values outside the scale as invalid", async () => {
    const files = {
      "t.csv": "item,label,value\na,feel,neg\nb,feel,pos\nc,feel,pos\nd,feel,neu\n",
      "p.csv": "item,label,value\na,feel,neg\nb,feel,\nc,feel,odd\n",
    };
    const { json } = await run(["score", "t.csv", "p.csv", "--json", "--scale", "neg,neu,pos"], files);
    expect(json.labels[0]).toEqual({
      label: "feel",
      classes: ["neg", "neu", "pos"],
      n: 4,
      accuracy: 0.25,
      balancedAccuracy: 1 / 3,
      weightedF1: 0.25,
      macroF1Present: 1 / 3,
      macroF1All: 1 / 3,
      recall: [1, 0, 0],
      f1: [1, 0, 0],
      support: [1, 1, 2],
      invalid: 3,
      confusion: [
        [1, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
      ],
    });
  });

  it("takes numbers as classes, and refuses a truth outside the scale and predictions on unknown items", async () => {
    const truth = "item,label,value\na,sentiment,-3\nb,sentiment,0\n";
    const scale = ["--scale", "-3,-2,-1,0,1,2,3"];
    const good = { "t.csv": truth, "p.csv": "item,label,value\na,sentiment,-3\nb,sentiment,0.0\n" };
    const { json } = await run(["score", "t.csv", "p.csv", "--json", ...scale], good);
    expect(json.labels[0]).toMatchObject({ classes: [-3, -2, -1, 0, 1, 2, 3], accuracy: 1, macroF1All: 2 / 7 });
    const odd = { "t.csv": `${truth}c,sentiment,4\n`, "p.csv": truth };
    expect((await run(["score", "t.csv", "p.csv", ...scale], odd)).err).toContain(
      "t.csv:4 the value 4 is not on the scale",
    );
    const lost = { "t.csv": truth, "p.csv": "item,label,value\nz,sentiment,1\n" };
    expect((await run(["score", "t.csv", "p.csv"], lost)).err).toContain("p.csv:2 there is no z, sentiment");
  });
});

describe("baseline", () => {
  it("counts cannot-tell as wrong, other skips as not asked, and an option the item lacks as wrong", async () => {
    const responses = [
      "id,person,option,reason",
      ...["q1,e1,A,", "q2,e1,,cannot-tell", "q3,e1,,bad-video"],
      ...["q1,e2,A,", "q2,e2,B,", "q3,e2,E,"],
    ].join("\n");
    const { json } = await run(["baseline", "i.jsonl", "r.csv", "--json"], { "i.jsonl": items, "r.csv": responses });
    expect(json.rows).toHaveLength(12);
    expect(cell(json, "image", "All")).toMatchObject({
      people: 2,
      right: 3,
      asked: 4,
      pooled: 0.75,
      meanOfPeople: 0.75,
      least: 0.5,
      greatest: 1,
      perPerson: [
        { person: "e1", right: 1, asked: 2, accuracy: 0.5 },
        { person: "e2", right: 2, asked: 2, accuracy: 1 },
      ],
    });
    expect(cell(json, "video", "All")).toMatchObject({ people: 1, right: 0, asked: 1, designEffect: null });
    expect(cell(json, "text", "FS")).toEqual({
      ...{ modality: "text", articulation: "FS", people: 0, right: 0, asked: 0, pooled: null, pooledInterval: null },
      ...{ meanOfPeople: null, meanInterval: null, designEffect: null, least: null, greatest: null, perPerson: [] },
    });
  });

  it("clusters answers by entry, else by the stem of the input, else by question", async () => {
    const asked = ["a", "b"].map((id) => question(id, "image", "A", {}, { entry: "e" })).join("\n");
    const responses = "id,person,option,reason\na,p,A,\nb,p,B,\n";
    const { json } = await run(["baseline", "i.jsonl", "r.csv", "--json"], { "i.jsonl": asked, "r.csv": responses });
    expect(cell(json, "image", "All")).toMatchObject({ designEffect: null, pooledInterval: wilson(0.5, 1) });
  });

  it("prints the published rows below when asked", async () => {
    const files = { "i.jsonl": items, "r.csv": "id,person,option,reason\nq1,e1,A,\n" };
    const { out } = await run(["baseline", "i.jsonl", "r.csv", "--published"], files);
    expect(out).toMatch(/Human +text +98\.77 +97\.4 +96\.96 +96\.93/);
    expect(out).toMatch(/image +AW +1 +1 +1 +1\.0000/);
  });

  it.each([
    ["q1,e1,,\n", "r.csv:2 neither an option nor a reason"],
    ["q9,e1,A,\n", "r.csv:2 there is no question q9"],
    ["q1,e1,A,\nq1,e1,B,\n", "r.csv:3 e1 answered q1 on line 2 already"],
    ["q1,,A,\n", "r.csv:2 the person is empty"],
    ["q1,e1,,dunno\n", 'r.csv:2 "dunno" is no reason'],
  ])("refuses %j", async (rows, told) => {
    const files = { "i.jsonl": items, "r.csv": `id,person,option,reason\n${rows}` };
    const { code, err } = await run(["baseline", "i.jsonl", "r.csv"], files);
    expect(code).toBe(1);
    expect(err).toContain(told);
  });
});

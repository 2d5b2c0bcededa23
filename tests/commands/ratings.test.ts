// `labels` and `agreement` on files: their JSON, their tables, and what they refuse.
import { describe, expect, it } from "vitest";
import { run } from "./run-files.ts";

const head = "item,annotator,label,value,confidence\n";

describe("labels", () => {
  it("gives a row for each item and label, with the rule and what tied", async () => {
    const file = `${head}c1,a,sentiment,-2,60\nc1,b,sentiment,1,80\nc2,a,sentiment,3,\nc2,b,,,\nc1,a,note,x,60\nc3,a,,,\n`;
    const { code, json } = await run(["labels", "r.csv", "--json"], { "r.csv": file });
    expect(code).toBe(0);
    expect(Object.keys(json)).toEqual(["labels"]);
    expect(json.labels).toHaveLength(6);
    expect(json.labels[0]).toEqual({
      item: "c1",
      label: "sentiment",
      value: 1,
      rule: "confidence",
      votes: 1,
      of: 2,
      tied: [-2, 1],
      spread: 3,
    });
    expect(json.labels[1]).toMatchObject({ item: "c1", label: "note", value: "x", rule: "single", spread: null });
    expect(json.labels[4]).toEqual({
      item: "c3",
      label: "sentiment",
      value: null,
      rule: "no-votes",
      votes: 0,
      of: 0,
      tied: [],
      spread: null,
    });
  });

  it("reads JSON Lines, with numbers, nulls and numeric ids", async () => {
    const lines = [
      { item: 1, annotator: "a", label: "joy", value: 2, confidence: 0 },
      { item: 1, annotator: "b", label: "joy", value: 1, confidence: null },
      { item: 1, annotator: "c", label: "joy", value: null },
    ];
    const { json } = await run(["labels", "r.jsonl", "--json"], {
      "r.jsonl": lines.map((line) => JSON.stringify(line)).join("\n"),
    });
    expect(json.labels).toEqual([
      { item: "1", label: "joy", value: 2, rule: "confidence", votes: 1, of: 2, tied: [1, 2], spread: 1 },
    ]);
  });

  it("counts first occasions only, and refuses the same rating twice where no occasion tells them apart", async () => {
    const twice = `${head}c1,a,joy,1,\nc2,a,joy,1,\nc1,a,joy,3,\n`;
    const refused = await run(["labels", "r.csv"], { "r.csv": twice });
    expect(refused.code).toBe(1);
    expect(refused.err).toContain("r.csv:4 c1, a, joy stands on line 2 already");
    expect(refused.out).toBe("");
    const told = "item,annotator,label,value,confidence,occasion\nc1,a,joy,1,,1\nc1,a,joy,3,,2\n";
    const { json } = await run(["labels", "r.csv", "--json"], { "r.csv": told });
    expect(json.labels).toMatchObject([{ value: 1, rule: "single", of: 1 }]);
  });

  it.each([
    ["item,annotator,value\nc1,a,1\n", 'r.csv:1 the column "label" is missing'],
    [`${head}c1,,joy,1,\n`, "r.csv:2 the annotator is empty"],
    [`${head},a,joy,1,\n`, "r.csv:2 the item is empty"],
    [`${head}c1,a,,1,\n`, "r.csv:2 a value without a label"],
    [`${head}c1,a,joy,1,high\n`, 'r.csv:2 confidence "high" is not a number'],
    [`${head}c1,a,joy,1\n`, "r.csv:2 the row has 4 cells, the header has 5"],
    [`${head}"c1,a,joy,1,\n`, "r.csv:2 a quote opens here and never closes"],
    ["{bad\n", "r.csv:1 this line is not JSON"],
    ["", "r.csv the file is empty"],
  ])("refuses %j by line with exit 1 and one line", async (text, told) => {
    const { code, err, out } = await run(["labels", "r.csv", "--json"], { "r.csv": text });
    expect(code).toBe(1);
    expect(err).toContain(told);
    expect(err.split("\n")).toHaveLength(1);
    expect(out).toBe("");
  });

  it("names a file that is not there, and takes an empty table as an answer", async () => {
    const missing = await run(["labels", "nothing.csv"]);
    expect(missing).toMatchObject({
      code: 1,
      err: "nothing.csv there is no such file; Name a file, or - for standard input.",
    });
    expect((await run(["labels", "r.csv", "--json"], { "r.csv": head })).json).toEqual({ labels: [] });
  });

  it("estimates by Dawid and Skene over every occasion, and shows what it rests on", async () => {
    const rows = [1, 2, 1, 2].flatMap((value, item) =>
      ["a", "b", "c"].map((who) => `i${item},${who},kind,${who === "c" ? 2 : value},`),
    );
    const { json } = await run(["labels", "r.csv", "--method", "dawid-skene", "--json"], {
      "r.csv": head + rows.join("\n"),
    });
    expect(Object.keys(json)).toEqual(["labels", "prior", "confusion", "iterations"]);
    expect(json.labels.map((row: { value: number }) => row.value)).toEqual([1, 2, 1, 2]);
    expect(json.labels[0].posterior["1"]).toBeCloseTo(1, 6);
    expect(json.prior).toHaveLength(2);
    expect(json.confusion.c[0][1]).toBeCloseTo(1, 6);
  });
});

describe("labels --what-if", () => {
  it("shows beside each vote what other rules would say, and changes no vote", async () => {
    const file = `${head}c1,a,k,1,90\nc1,b,k,3,10\nc2,a,k,2,\nc2,b,k,2,\nc3,a,k,,\n`;
    const { json } = await run(["labels", "r.csv", "--what-if", "--json"], { "r.csv": file });
    expect(Object.keys(json)).toEqual(["labels"]);
    const [c1, c2, c3] = json.labels;
    expect(c1).toMatchObject({ value: 1, rule: "confidence", whatIf: { plurality: null, medianOnTies: 1 } });
    expect(c2).toMatchObject({ value: 2, whatIf: { plurality: 2, medianOnTies: 2, dawidSkene: 2 } });
    expect(c3).toMatchObject({ value: null, whatIf: { plurality: null, medianOnTies: null, dawidSkene: null } });
  });

  it("estimates over the values that occur", async () => {
    const rows = [1, 2].flatMap((value, i) => ["a", "b"].map((who) => `i${i},${who},sentiment,${value},`)).join("\n");
    const { json } = await run(["labels", "r.csv", "--method", "dawid-skene", "--json"], { "r.csv": head + rows });
    expect(json.prior).toHaveLength(2);
    expect(json.labels[0]).toMatchObject({ value: 1, rule: "dawid-skene", votes: 2, of: 2, tied: [] });
  });
});

describe("labels --sets", () => {
  it("draws EmoSign's sets from the votes, and tells which items are in none", async () => {
    const emotions = ["excited", "surprise_pos", "surprise_neg", "worry", "sadness", "fear", "disgust", "frustration"];
    const clip = (item: string, joy: number, anger: number) =>
      [["sentiment", -1], ["joy", joy], ["anger", anger], ...emotions.map((id) => [id, 0] as const)]
        .map(([label, value]) => `${item},a,${label},${value},`)
        .join("\n");
    const file = `${head}${clip("c1", 2, 1)}\n${clip("c2", 0, 0)}\n${clip("c3", 1, 1)}\nc4,a,joy,1,\n`;
    const { json } = await run(["labels", "r.csv", "--sets", "--json"], { "r.csv": file });
    expect(json.sets).toEqual({
      sentiment7: ["c1", "c2", "c3"].map((item) => ({ item, value: -1 })),
      sentiment3: ["c1", "c2", "c3"].map((item) => ({ item, value: "negative" })),
      single: [
        { item: "c1", value: "happiness" },
        { item: "c2", value: "neutral" },
      ],
      multi: [],
      left: [
        { item: "c3", why: "seldom" },
        { item: "c4", why: "incomplete" },
      ],
    });
    const { out } = await run(["labels", "r.csv", "--sets"], { "r.csv": file });
    expect(out).toContain("single expression, 2: happiness 1, neutral 1");
  });
});

describe("agreement", () => {
  it("gives every field of a label, unrounded, and the mean with its labels", async () => {
    const file = `${head}${["1,1,2,1", "1,2,2,1"]
      .flatMap((row, p) => row.split(",").map((value, i) => `i${i},p${p},kind,${value},`))
      .join("\n")}`;
    const { json } = await run(["agreement", "r.csv", "--json", "--scale", "1,2,3"], { "r.csv": file });
    expect(json.mean).toEqual({ alpha: json.labels[0].alpha, labels: ["kind"] });
    expect(json.labels[0]).toMatchObject({
      label: "kind",
      metric: "nominal",
      state: "ok",
      reason: null,
      units: 4,
      pairableUnits: 4,
      ratings: 8,
      pairable: 8,
      people: 2,
      percentAgreement: 0.75,
      allAgreeShare: 0.75,
      brennanPrediger: 0.625,
      cohen: [{ a: "p0", b: "p1", kappa: 0.5 }],
      withoutPerson: [
        { person: "p0", alpha: null },
        { person: "p1", alpha: null },
      ],
      groups: [],
      self: [],
    });
    expect(json.labels[0].gwet).toBeCloseTo(33 / 49, 14);
    expect(json.labels[0].interval[0]).toBeLessThan(json.labels[0].alpha);
  });

  it("answers every state with a full row and exit 0", async () => {
    const file = `${head}i1,a,sentiment,-1,\ni1,b,sentiment,-1,\ni1,a,odd,1,\n`;
    const { code, json } = await run(["agreement", "r.csv", "--json", "--metric", "ratio"], { "r.csv": file });
    expect(code).toBe(0);
    expect(json.labels.map((row: { state: string }) => row.state)).toEqual(["refused", "insufficient"]);
    expect(json.labels[0]).toMatchObject({ alpha: null, interval: null, percentAgreement: 1, pairable: 2 });
    expect(json.mean).toEqual({ alpha: null, labels: [] });
    const same = await run(["agreement", "r.csv", "--json"], { "r.csv": file });
    expect(same.json.labels[0]).toMatchObject({ state: "undefined", metric: "ordinal", gwet: 1, fleiss: null });
  });

  it("reads a matrix, with a scale that starts with a minus", async () => {
    const matrix = "coder,c1,c2,c3,c4\na01,3,-2,0,\na02,3,-3,1,2\na03,2,-2,,2\n";
    const args = ["agreement", "--matrix", "m.csv", "--json", "--scale", "-3,-2,-1,0,1,2,3", "--metric", "interval"];
    const { json } = await run(args, { "m.csv": matrix });
    expect(json.labels[0]).toMatchObject({ metric: "interval", state: "ok", units: 4, pairable: 10, people: 3 });
    const odd = await run(["agreement", "m.csv", "--matrix", "--scale", "0,1,2,3"], { "m.csv": matrix });
    expect(odd).toMatchObject({ code: 1 });
    expect(odd.err).toContain("m.csv:2 the value -2 is not on the scale");
  });

  it("weighs companions and leaves alpha alone", async () => {
    const file = `${head}i1,a,k,1,\ni1,b,k,2,\ni2,a,k,3,\ni2,b,k,3,\n`;
    const plain = (await run(["agreement", "r.csv", "--json"], { "r.csv": file })).json.labels[0];
    const args = ["agreement", "r.csv", "--json", "--weights", "linear"];
    const weighted = (await run(args, { "r.csv": file })).json.labels[0];
    expect(weighted.alpha).toBe(plain.alpha);
    expect(weighted.allAgreeShare).toBe(plain.allAgreeShare);
    expect(weighted.percentAgreement).toBe(0.75);
  });

  it("compares a person with themself on repeats, and groups of three people or more", async () => {
    const rows = ["i1,a,joy,1,,1,deaf", "i1,a,joy,1,,2,deaf", "i2,a,joy,2,,1,deaf", "i2,a,joy,0,,2,deaf"];
    for (const who of ["b", "c"]) rows.push(`i1,${who},joy,1,,1,deaf`, `i2,${who},joy,2,,1,deaf`);
    for (const who of ["d", "e"]) rows.push(`i1,${who},joy,1,,1,hearing`, `i2,${who},joy,0,,1,hearing`);
    const file = `item,annotator,label,value,confidence,occasion,group\n${rows.join("\n")}\n`;
    const { json } = await run(["agreement", "r.csv", "--json"], { "r.csv": file });
    expect(json.labels[0].self).toEqual([{ person: "a", units: 2, agreement: 0.5 }]);
    expect(json.labels[0].groups).toEqual([{ groups: ["deaf"], alpha: 1 }]);
  });

  it("draws the bootstrap from its seed", async () => {
    const file = `${head}${[0, 1, 2, 3, 4, 5].map((i) => `i${i},a,k,${i % 3},\ni${i},b,k,${i % 2},`).join("\n")}`;
    const ask = async (seed: string) =>
      (
        await run(["agreement", "r.csv", "--json", "--interval", "bootstrap", "--resamples", "7", "--seed", seed], {
          "r.csv": file,
        })
      ).json.labels[0].interval;
    expect(await ask("5")).toEqual(await ask("5"));
    expect(await ask("5")).not.toEqual(await ask("6"));
  });

  it("prints a table for people with the reason of what is missing", async () => {
    const { out } = await run(["agreement", "r.csv"], { "r.csv": `${head}i1,a,joy,1,\ni1,b,joy,1,\n` });
    expect(out).toContain("joy: no alpha, all ratings that can be compared have the same value");
  });

  it("prints the published alphas below when asked, with their source", async () => {
    const { out } = await run(["agreement", "r.csv", "--published"], { "r.csv": `${head}i1,a,joy,1,\n` });
    expect(out).toMatch(/surprise_neg +0\.119/);
    expect(out).toContain("metric not named by the paper");
  });

  it("ends with 2 where the command line is wrong", async () => {
    expect((await run(["agreement", "r.csv", "--metric", "odd"], { "r.csv": head })).code).toBe(2);
    expect((await run(["agreement"])).code).toBe(2);
    expect((await run(["agreement", "r.csv", "--scale", "1,,2"], { "r.csv": head })).code).toBe(2);
  });
});

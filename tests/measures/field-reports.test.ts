// Faults that other tools had, replayed on ours: agreement at its edges, ties, and the scoring of a baseline.
import { describe, expect, it } from "vitest";
import { run } from "../commands/run-files.ts";

const head = "item,annotator,label,value,confidence\n";
const jsonl = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
const alphaOf = async (text: string, ...args: string[]) =>
  (await run(["agreement", "r", "--json", ...args], { r: text })).json.labels[0];

describe("agreement at its edges", () => {
  it("FR-25: one value left after single ratings are dropped is undefined with a reason, not a crash", async () => {
    const row = await alphaOf(`${head}u1,a,fear,0,\nu1,b,fear,0,\nu2,a,fear,0,\nu2,b,fear,0,\nu3,b,fear,2,\n`);
    expect(row).toMatchObject({ state: "undefined", alpha: null, pairable: 4, units: 3, pairableUnits: 2 });
    expect(row.reason).toContain("nothing varies");
  });

  const full = [
    ["u1", "a", 1],
    ["u1", "b", 1],
    ["u2", "a", 1],
    ["u2", "b", 1],
    ["u2", "c", 1],
    ["u3", "a", 2],
    ["u3", "c", 2],
  ] as const;
  const given = full.map(([item, annotator, value]) => ({ item, annotator, label: "x", value }));
  it.each([
    [
      "with nulls",
      [
        ...given,
        { item: "u1", annotator: "c", label: "x", value: null },
        { item: "u3", annotator: "b", label: "x", value: null },
      ],
    ],
    ["with the keys absent", given],
    [
      "with the clip skipped",
      [...given, { item: "u1", annotator: "c" }, { item: "u3", annotator: "b", label: "", value: "" }],
    ],
  ])("FR-26: missing is no value of its own, %s", async (_, rows) => {
    expect(await alphaOf(jsonl(rows), "--metric", "nominal")).toMatchObject({ alpha: 1, pairable: 7 });
  });

  it("FR-28: the ordinal value is exact whatever the order of people and clips, and with unused values", async () => {
    const rows = ["a,-3,-2,0,1,3,2,,0", "b,-3,-1,0,2,3,,,-1", "c,-2,-2,1,1,2,2,3,0"];
    const wanted = 2389 / 2598;
    for (const order of [rows, [...rows].reverse()])
      for (const scale of [[], ["--scale", "-9,-3,-2,-1,0,1,2,3,9"]]) {
        const text = `who,1,2,3,4,5,6,7,8\n${order.join("\n")}\n`;
        const row = await alphaOf(text, "--matrix", "--metric", "ordinal", ...scale);
        expect(row.metric).toBe("ordinal");
        expect(Math.abs(row.alpha - wanted)).toBeLessThan(1e-12);
      }
  });

  it("FR-29: ratings are grouped by clip, not by label", async () => {
    expect((await alphaOf(`${head}c1,a,joy,0,\nc1,b,joy,0,\nc2,a,joy,3,\nc2,b,joy,3,\n`)).alpha).toBe(1);
  });
});

describe("ties", () => {
  const label = async (...votes: [string, number, number | null][]) => {
    const rows = votes.map(([annotator, value, confidence]) => ({
      item: "c",
      annotator,
      label: "x",
      value,
      confidence,
    }));
    return (await run(["labels", "r", "--json"], { r: jsonl(rows) })).json.labels[0];
  };

  it("FR-31: confidence speaks in a tie only, and the order of rows never", async () => {
    expect(await label(["a", 2, 60], ["b", -1, 80])).toMatchObject({ value: -1, rule: "confidence", tied: [-1, 2] });
    expect(await label(["b", -1, 80], ["a", 2, 60])).toMatchObject({ value: -1, rule: "confidence", tied: [-1, 2] });
    expect(await label(["a", 1, 99], ["b", 0, 10], ["c", 0, 10])).toMatchObject({
      value: 0,
      rule: "majority",
      tied: [],
    });
  });

  it("FR-32: equal or missing confidence is unresolved, and a stated 0 beats a missing one", async () => {
    expect(await label(["a", 2, 70], ["b", -1, 70])).toMatchObject({ value: null, rule: "unresolved" });
    expect(await label(["a", 2, null], ["b", -1, null])).toMatchObject({ value: null, rule: "unresolved" });
    expect(await label(["a", 2, 0], ["b", -1, null])).toMatchObject({ value: 2, rule: "confidence" });
  });
});

describe("the scoring of a baseline", () => {
  const question = (id: string, modality: string, category: object) =>
    JSON.stringify({
      id,
      modality,
      options: { A: "love", B: "home", C: "school", D: "friend" },
      answer: "C",
      category,
    });

  it("FR-34: the letter is that of the stored order, wherever it stood on the screen", async () => {
    const files = { "i.jsonl": question("q1", "image", {}), r: "id,person,option,reason\nq1,s1,C,\nq1,s2,D,\n" };
    const { rows } = (await run(["baseline", "i.jsonl", "r", "--json"], files)).json;
    expect(rows[7].perPerson).toMatchObject([
      { person: "s1", right: 1 },
      { person: "s2", right: 0 },
    ]);
  });

  it("FR-35: an empty cell is told as empty and stays out of everything", async () => {
    const items = [
      question("v1", "video", { air_writing: true }),
      question("v2", "video", { air_writing: true }),
      question("p1", "image", { finger_spelling: true }),
    ].join("\n");
    const files = { "i.jsonl": items, r: "id,person,option,reason\nv1,p,C,\nv2,p,A,\np1,p,C,\n" };
    const { rows } = (await run(["baseline", "i.jsonl", "r", "--json"], files)).json;
    const cell = (modality: string, articulation: string) =>
      rows.find(
        (row: { modality: string; articulation: string }) =>
          row.modality === modality && row.articulation === articulation,
      );
    expect(cell("video", "AW")).toMatchObject({ right: 1, asked: 2, pooled: 0.5 });
    expect(cell("image", "FS")).toMatchObject({ right: 1, asked: 1, pooled: 1 });
    expect(cell("text", "MA")).toMatchObject({ right: 0, asked: 0, people: 0, pooled: null, meanOfPeople: null });
  });
});

// What a model chose, out of what it wrote.
import { describe, expect, it } from "vitest";
import type { ChoiceOutcome } from "#schemas/run";
import { extractChoice, type Options } from "#server/measures/extraction";
import { casesOf, haveVectors } from "./vectors.ts";

const cn: Options = { A: "安全", B: "医院", C: "老师", D: "学校" };
const en: Options = { A: "again", B: "book", C: "help", D: "walk" };
const nested: Options = { A: "安全带", B: "安全", C: "天安门", D: "老师①" };
const two: Options = { A: "yes", B: "no" };

const table: [string, Options, ChoiceOutcome, string | null][] = [
  ["B", cn, "option", "B"],
  ["**B**", cn, "option", "B"],
  ["（Ｂ）", cn, "option", "B"],
  ["C、老师", cn, "option", "C"],
  ["A. 安全", cn, "option", "A"],
  ["B. 安全", cn, "conflict", null],
  ["Answer: B (安全)", cn, "conflict", null],
  ["答案：C，老师", cn, "option", "C"],
  ["答案是安全带", nested, "option", "A"],
  ["I think\nthe answer is (C).", en, "option", "C"],
  ["The answer is a sign for help.", en, "option", "C"],
  ["选B", cn, "option", "B"],
  ["选择 D", cn, "option", "D"],
  ["So it is $\\boxed{\\text{C}}$", cn, "option", "C"],
  ['```json\n{"answer": "D"}\n```', cn, "option", "D"],
  ["<think>A or B?</think>\nB", cn, "option", "B"],
  ["Answer: A or B", cn, "ambiguous", null],
  ["A. 安全\nB. 医院\nC. 老师\nD. 学校", cn, "ambiguous", null],
  ["B\n\nOption A shows another sign.", cn, "option", "B"],
  ["It could be 医院 or 学校", cn, "ambiguous", null],
  ["The sign means HELP", en, "option", "C"],
  ["The sign means helpful", en, "unparsed", null],
  ["Answer: E", cn, "out_of_range", null],
  ["D", two, "out_of_range", null],
  ["A person raises both hands.", cn, "unparsed", null],
  ["None of the above.", cn, "refusal", null],
  ["抱歉，我无法判断。", cn, "refusal", null],
  ["", cn, "empty", null],
  [" \n\ufeff", cn, "empty", null],
  ["Error: 500", cn, "error", null],
  ["3", cn, "unparsed", null],
  ["老师①", { ...nested, C: "老师1" }, "option", "D"],
  ["D. 老师①", { ...nested, C: "老师" }, "option", "D"],
  ["Ａ．安全", cn, "option", "A"],
  ["AB", cn, "ambiguous", null],
  ["A、B", cn, "ambiguous", null],
  ["A/C", cn, "ambiguous", null],
  ["C is the correct answer. A and B are wrong.", en, "option", "C"],
  ["选项C正确，A不对", cn, "option", "C"],
  ["The answer is not A", cn, "unparsed", null],
  ["不是A，是B", cn, "option", "B"],
  ["B, not A", cn, "option", "B"],
  ["Answer: I cannot determine it.", cn, "refusal", null],
  ["I, as a model, cannot answer.", cn, "refusal", null],
  ["Answer: A sign that means school", cn, "unparsed", null],
  ["The answer is A because the hands cross.", cn, "option", "A"],
  ["答案選B", cn, "option", "B"],
  ["以上都对", cn, "ambiguous", null],
  ["不确定", cn, "refusal", null],
  ['Here: {"answer": "C"}', cn, "option", "C"],
  ['{"answer": "E"}', cn, "out_of_range", null],
  ["**Answer:** C", cn, "option", "C"],
  ["The correct option is **(C) 老师**.", cn, "option", "C"],
  ["我认为答案是老师", cn, "option", "C"],
  ["Error code: 429 - too many requests", cn, "error", null],
  ["(b)", cn, "option", "B"],
  ["b. 医院", cn, "option", "B"],
  ["B 医院", cn, "option", "B"],
  ["B 安全", cn, "conflict", null],
  ["</think>\n\nD", cn, "option", "D"],
  ["A\nB", cn, "ambiguous", null],
  ["E. something else", cn, "out_of_range", null],
];

describe("extraction", () => {
  it.each(table)("reads %j", (raw, options, outcome, option) => {
    expect(extractChoice(raw, options)).toMatchObject({ outcome, option });
  });

  it("marks an option that was told by its text only", () => {
    expect(extractChoice("老师", cn).letterless).toBe(true);
    expect(extractChoice("C", cn).letterless).toBe(false);
    expect(extractChoice(null, cn).outcome).toBe("empty");
  });
});

it("reads what a model repeats without end in good time", () => {
  const from = performance.now();
  for (const sign of ["=", "-", " .", "\n", "<think>", "答案", "A, "]) extractChoice(`x${sign.repeat(40_000)}x`, cn);
  expect(performance.now() - from).toBeLessThan(3000);
});

interface Case {
  id: string;
  options: Options;
  raw: string;
  expect: { outcome: ChoiceOutcome; option: string | null };
}
describe.runIf(haveVectors)("the stated cases of extraction", () => {
  it.each(casesOf<Case>("mcq-extraction").cases.map((one) => [one.id, one] as const))("%s", (_, one) => {
    const { outcome, option } = extractChoice(one.raw, one.options);
    expect({ outcome, option }).toEqual({ outcome: one.expect.outcome, option: one.expect.option });
  });
});

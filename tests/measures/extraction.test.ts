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
  ["The answer is C looking at the hands.", cn, "option", "C"],
  ["A\nA", cn, "option", "A"],
  ["The answer is a  sign for help.", en, "option", "C"],
  ["Answer: b, because it fits", cn, "option", "B"],
  ["Answer: A, because it fits", cn, "option", "A"],
  ["A  person raises both hands.", cn, "unparsed", null],
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

const planned: Options = { A: "plan B", B: "book", C: "help" };
const nfd = "cafe\u0301 B";
/** Cases that tell one rule from the next: each reads otherwise where a rule is missing or taken in another order. */
const rules: [string, string, Options, ChoiceOutcome, string | null][] = [
  [
    "a cell that a table library wrote for a missing one is no option text",
    "NaN",
    { A: "nan", B: "b" },
    "unparsed",
    null,
  ],
  ["reasoning that was cut off has no answer", "<think>B is right", cn, "unparsed", null],
  ["a letter against the text it spells", "B", { A: "B", B: "x" }, "conflict", null],
  ["a letter that spells itself", "A", { A: "A", B: "x" }, "option", "A"],
  ["a whole option text with a letter in it", "plan B", planned, "option", "A"],
  ["the same in quotes", '“"plan B"”。!', planned, "option", "A"],
  ["the same in capitals", "PLAN B", planned, "option", "A"],
  ["the same with an accent written apart", nfd, { A: nfd.normalize("NFC"), B: "x" }, "option", "A"],
  ["a sign between two words is part of the text", "plan“B", { A: "planB", B: "x" }, "option", "B"],
  ["a mark between two words is part of the text", "plan!B", { A: "planB", B: "x" }, "option", "B"],
  ["a text that two options share", "plan B", { ...planned, D: "plan B" }, "conflict", null],
  ["a bracketed letter of one sign is no letter", "⒜", cn, "unparsed", null],
  ["an answer before the reasoning", "b<think>A or\nC</think>", cn, "option", "B"],
  ["an answer before the thinking", "b<thinking>A or C</thinking>", cn, "option", "B"],
  ["an answer before two reasonings", "b<think>A</think> <think>C</think>", cn, "option", "B"],
  ["a number in a structure", '{"answer": 2, "note": "Answer: C"}', cn, "unparsed", null],
  ["a null in a structure", '{"answer": null, "option": "b", "note": "Answer: C"}', cn, "option", "B"],
  ["a list in a structure", '{"answer": ["a"], "option": "b", "note": "Answer: C"}', cn, "option", "B"],
  ["a fenced structure", '```json\n{"answer":"b","note":"Answer: C"}\n```', cn, "option", "B"],
  ["a fenced structure of no named language", '```\n{"answer":"b","note":"Answer: C"}\n```', cn, "option", "B"],
  ["a fence that does not close", '```{"answer":"b","note":"Answer: C"}...', cn, "option", "C"],
  ["a fence that does not open", 'xyz{"answer":"b","note":"Answer: C"}```', cn, "option", "C"],
  ["the word json inside a fence", '```{"answer":"json"}```', cn, "unparsed", null],
  ["another letter among up to 60 signs", `E${"!".repeat(59)}`, cn, "out_of_range", null],
  ["another letter among more signs", `E${"!".repeat(60)}`, cn, "unparsed", null],
  ["option and another letter", "option  E", cn, "out_of_range", null],
  ["option and another letter in brackets", "“option (E)”", cn, "out_of_range", null],
  ["a boxed letter of none", "\\boxed{E}", cn, "out_of_range", null],
  ["two letters, one of no option", "AX", cn, "unparsed", null],
  ["one letter twice", "AA", cn, "unparsed", null],
  ["a box behind other letters", "A or C. \\boxed{b}", cn, "option", "B"],
  ["a box with a text box in it", "A or C. \\boxed{ \\text{ b }}", cn, "option", "B"],
  ["a box with an option's text", "A or B. \\boxed{老师}", cn, "option", "C"],
  ["the last of three boxes", "\\boxed{a} \\boxed{b} \\boxed{c}", cn, "option", "C"],
  ["praise before the final phrase", "C is correct. So the answer: B", cn, "option", "B"],
  ["the same letter said twice", "Answer: B or b", cn, "option", "B"],
  ["a letter and another option's text behind a full stop", "Answer: B. 安全", cn, "conflict", null],
  ["the same behind a bracket and a full stop", "Answer: B). 安全", cn, "conflict", null],
  ["a text that a new sentence names", "Answer: B】. 安全", cn, "option", "B"],
  ["the text that the final phrase names", "医院? No. The answer is 安全", cn, "option", "A"],
  ["an i that begins a remark", "Answer: i, robot", cn, "unparsed", null],
  ["an I that is a letter", "Answer: I. That one", cn, "out_of_range", null],
  ["the same letter again in the reason", "B. 医院, so B it is", cn, "option", "B"],
  ["a letter of no option in a sentence", "maybe E here", cn, "unparsed", null],
  ["a Chinese text with Latin letters inside a sentence", "我看见tv了", { A: "看见tv", B: "x" }, "option", "A"],
  ["a text with a full stop in it", "it means st. john", { A: "st. john", B: "x" }, "option", "A"],
  ["a text that stands only around another", "我安全带们", { A: "我们", B: "安全带" }, "option", "B"],
];

describe("extraction", () => {
  it.each(rules)("reads %s: %j", (_, raw, options, outcome, option) => {
    expect(extractChoice(raw, options)).toMatchObject({ outcome, option });
  });

  it.each(["answer", "final_answer", "Answer", "option", "choice", "prediction", "答案"])(
    "takes %s of a structured answer before any words in it",
    (name) => {
      const raw = JSON.stringify({ [name]: "b", note: "Answer: C" });
      expect(extractChoice(raw, cn)).toMatchObject({ outcome: "option", option: "B" });
    },
  );

  it.each([...table, ...rules.map(([, ...rest]) => rest)])(
    "tells of %j by its text only where no letter did",
    (raw, options, outcome) => {
      const got = extractChoice(raw, options);
      expect(got.letterless && outcome !== "option").toBe(false);
    },
  );

  it.each(table)("reads %j", (raw, options, outcome, option) => {
    expect(extractChoice(raw, options)).toMatchObject({ outcome, option });
  });

  it("marks an option that was told by its text only", () => {
    for (const raw of ["老师", "它是老师。", "医院? No. The answer is 老师"])
      expect(extractChoice(raw, cn).letterless).toBe(true);
    for (const raw of ["C", "maybe C here", "Answer: C"]) expect(extractChoice(raw, cn).letterless).toBe(false);
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

import { describe, expect, it } from "vitest";
import { cleanText } from "#client/capture/text";

describe("typed words at their limit (FR-37)", () => {
  it("leaves what fits as it is", () => {
    expect(cleanText("眉毛 up 👍", 100)).toBe("眉毛 up 👍");
  });

  it.each([
    ["an emoji", `${"a".repeat(9)}😀`, 10, "a".repeat(9)],
    ["a family of joined emoji", `${"a".repeat(5)}👩‍👩‍👧‍👦b`, 12, "a".repeat(5)],
    ["a letter with an accent of its own", `${"a".repeat(3)}e\u0301x`, 4, "aaa"],
    ["a Chinese character beyond the first plane", `手${"𠮷".repeat(3)}`, 4, "手𠮷"],
  ])("never cuts %s in half", (_, text, most, cut) => {
    expect(cleanText(text, most)).toBe(cut);
  });

  it("mends half an emoji that was pasted", () => {
    const mended = cleanText("a\ud83d b", 100);
    expect(mended).toBe("a\ufffd b");
    expect(mended.isWellFormed()).toBe(true);
  });

  it("still keeps something where one character alone is longer than the limit", () => {
    const marks = `e${"\u0301".repeat(500)}`;
    expect(cleanText(marks, 10).length).toBe(10);
  });
});

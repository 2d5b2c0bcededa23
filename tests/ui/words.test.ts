// The two languages say the same things: every text there, none empty, numbers in the sentences that take them.
import { describe, expect, it } from "vitest";
import { en } from "../../client/words/en.ts";
import { formatsOf } from "../../client/words/formats.ts";
import { zhHans } from "../../client/words/zh-Hans.ts";

type Leaf = readonly [path: string, value: unknown];

const leaves = (value: unknown, path = ""): Leaf[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === "" ? key : `${path}.${key}`))
    : [[path, value]];

const said = ([, value]: Leaf): string =>
  typeof value === "function" ? String((value as (...args: unknown[]) => unknown)(2, 5, "x")) : String(value);

describe("the words", () => {
  it("stand in both languages under the same names, as the same kind of thing", () => {
    const kinds = (words: unknown) => leaves(words).map(([path, value]) => `${path}: ${typeof value}`);
    expect(kinds(zhHans)).toEqual(kinds(en));
    expect(kinds(en).length).toBeGreaterThan(200);
  });

  it("are never empty", () => {
    for (const words of [en, zhHans]) for (const leaf of leaves(words)) expect(said(leaf).trim(), leaf[0]).not.toBe("");
  });

  it("carry Chinese characters wherever a Chinese sentence stands", () => {
    const chinese = /[\u4e00-\u9fff]/;
    const plain = new Set(["common.name", "bar.otherLanguage", "quiz.keys", "steps.given"]);
    const bare = leaves(zhHans).filter(
      (leaf) => !plain.has(leaf[0]) && !leaf[0].startsWith("player.") && !chinese.test(said(leaf)),
    );
    expect(bare.map(([path]) => path)).toEqual([]);
  });

  it("count in the singular and the plural", () => {
    expect(en.work.clips(1)).toBe("1 clip");
    expect(en.work.clips(0)).toBe("0 clips");
    expect(en.door.answersWait(1)).toBe("1 answer waits to be sent");
    expect(en.door.answersWait(12)).toBe("12 answers wait to be sent");
    expect(zhHans.work.clips(1)).toBe("1 个短片");
  });

  it("write numbers, sizes and ages as the language does", () => {
    const english = formatsOf("en");
    const chinese = formatsOf("zh-Hans");
    expect(english.duration(2 * 3600_000)).toBe("2 hr");
    expect(chinese.duration(2 * 3600_000)).toBe("2小时");
    expect(english.bytes(400_000_000)).toBe("0.4 GB");
    expect(english.number(1234.5, 1)).toBe("1,234.5");
    expect(english.percent(0.9693, 2)).toBe("96.93%");
    expect(chinese.date("2026-12-01T10:00:00Z")).toContain("2026年12月1日");
  });
});

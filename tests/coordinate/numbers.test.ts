// How numbers stand on the desk.
import { expect, test } from "vitest";
import { agoText, alphaInterval, alphaText, percentInterval, percentText, valueText } from "#client/coordinate/numbers";
import { coordinateEn } from "#client/words/coordinate-en";
import { coordinateZhHans } from "#client/words/coordinate-zh-Hans";

test("a figure that does not exist is a dash, also where it is not a number", () => {
  expect([alphaText(null), alphaText(Number.NaN), percentText(null), percentText(0 / 0)]).toEqual(["–", "–", "–", "–"]);
});

test("0 is a value, and a rounded zero has no minus", () => {
  expect([alphaText(0), alphaText(-0.001), percentText(0)]).toEqual(["0.00", "0.00", "0.0 %"]);
});

test("minus signs are true minus signs, and an interval below 0 is not read as a subtraction", () => {
  expect(alphaText(-0.119)).toBe("−0.12");
  expect(alphaInterval([-0.18, 0.05])).toBe("−0.18 … 0.05");
  expect(alphaInterval([0.69, 0.78])).toBe("0.69–0.78");
  expect(percentInterval([0.9, 0.981])).toBe("90.0–98.1");
  expect(alphaInterval(null)).toBeNull();
});

test("a value is said as its scale says it", () => {
  expect(["-3", "0", "2"].map((value) => valueText("sentiment", value))).toEqual(["−3", "0", "+2"]);
  expect(valueText("joy", 3)).toBe("3");
  expect([valueText("choice", 1), valueText("choice", "C")]).toEqual(["B", "C"]);
  expect(valueText("joy", null)).toBe("–");
});

test("an age is told in its greatest whole unit, in both languages", () => {
  const now = Date.parse("2026-11-30T14:00:00Z");
  expect(agoText("2026-11-30T12:01:00Z", now, "en")).toBe("1 hour ago");
  expect(agoText("2026-11-28T14:00:00Z", now, "zh-Hans")).toBe("前天");
  expect(agoText("2026-11-30T14:00:05Z", now, "en")).toBe("now");
});

test("both languages of the desk have the same sentences, and the Chinese one is not English", () => {
  const keys = (words: object, path = ""): string[] =>
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === "object" && value !== null ? keys(value, `${path}${key}.`) : [`${path}${key}`],
    );
  expect(keys(coordinateZhHans).sort()).toEqual(keys(coordinateEn).sort());
});

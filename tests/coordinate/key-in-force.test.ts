// The key of a question after decisions, as the desk shows it: the same rule as the figures fold.
import { expect, test } from "vitest";
import { keyInForce } from "#client/coordinate/key-in-force";
import type { DeskItem, StudyDetail } from "#schemas/desk";
import type { Letter } from "#schemas/labels";

const item: DeskItem = { id: "q1", name: "q1", practice: false, retired: false, modality: "text", key: "B" };
type Acts = [act: "drop-item" | "replace-key" | "accept-two", option?: Letter, of?: string][];

const after = (acts: Acts) => {
  const log = acts.map(([act, option, of = "q1"], place) => ({
    seq: place + 1,
    byName: null,
    decision: {
      ...({ v: 1, id: "018f2c3a-7b1e-7a55-9c1d-0123456789ab", study: "s", at: "2026-11-02T09:00:00.000Z" } as const),
      ...({ by: "p", kind: "key", item: of, act } as const),
      ...(option === undefined ? {} : { option }),
    },
  }));
  return keyInForce(item, log.reverse() satisfies StudyDetail["decisions"]);
};

test("no decision leaves the key as asked", () => {
  expect(after([])).toEqual({ right: ["B"], dropped: false, changed: false });
  expect(after([["replace-key", "A", "q2"]])).toEqual({ right: ["B"], dropped: false, changed: false });
});

test("a second option is right beside the key, a replaced key is right alone, in the order of the log", () => {
  expect(after([["accept-two", "C"]]).right).toEqual(["B", "C"]);
  expect(
    after([
      ["accept-two", "C"],
      ["replace-key", "A"],
    ]).right,
  ).toEqual(["A"]);
  expect(
    after([
      ["replace-key", "A"],
      ["accept-two", "C"],
    ]).right,
  ).toEqual(["A", "C"]);
});

test("a dropped question stays dropped", () => {
  expect(after([["drop-item"], ["replace-key", "A"]])).toEqual({ right: ["A"], dropped: true, changed: true });
});

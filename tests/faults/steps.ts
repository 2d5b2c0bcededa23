// What can happen in a history, as fast-check draws it: people at three browsers with two tabs each, a line that fails in
// every way known, a server that dies and is restored.
import fc from "fast-check";
import { emotionIds } from "#schemas/labels";
import { faults } from "./laptop.ts";
import { choices, clips, codes } from "./office.ts";

/** Three browsers of two tabs; the third joins where somebody signs in there. */
const tab = fc.constantFrom(0, 1, 2, 3, 0, 1, 2, 3, 4, 5);
const browser = fc.nat(2);
const line = fc.array(fc.constantFrom(...faults), { maxLength: 5 });
const item = fc.constantFrom(...choices, ...clips);
const kind = fc.constantFrom("right", "right", "right", "right", "no-item", "no-option", "heavy", "server-trips");

export const step = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      do: fc.constant("answer" as const),
      tab,
      item,
      value: fc.nat(3),
      label: fc.constantFrom(...emotionIds),
      kind,
      twice: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("skip" as const), tab, item }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("retract" as const), tab, item }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("sign" as const),
      tab,
      item,
      slices: fc.integer({ min: 1, max: 3 }),
      end: fc.constantFrom("whole" as const, "whole" as const, "crash" as const),
      use: fc.constantFrom("skip" as const, "skip" as const, "flag" as const, "note" as const, undefined),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("take-file" as const), tab }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("hand-in" as const), pick: fc.nat(9), damaged: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("update" as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("retire" as const), item }) },
  {
    weight: 13,
    arbitrary: fc.record({
      do: fc.constant("deliver" as const),
      tab,
      line,
      full: fc.boolean(),
      both: fc.boolean(),
      meanwhile: fc.constantFrom("nothing", "nothing", "nothing", ...codes),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("sign-in" as const),
      tab,
      who: fc.constantFrom(...codes),
      shared: fc.boolean(),
      line: fc.array(fc.constantFrom(...faults), { maxLength: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("sign-out" as const),
      tab,
      choice: fc.constantFrom("send", "file", "keep"),
      line,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("pack" as const), tab, line }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("close-tab" as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("late-arrives" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("kill" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("back-up" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("month" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("restore" as const), oldest: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("clock" as const), browser: fc.nat(3), by: fc.constantFrom(-1, 1) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("close-study" as const), open: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("erase" as const), pick: fc.nat(99), unsent: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("revoke" as const), who: fc.constantFrom(...codes) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("evict" as const), browser }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("look" as const) }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

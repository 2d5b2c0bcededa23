// What can happen in a history, as fast-check draws it: people at two browsers with two tabs each, a line that fails in
// every way known, a server that dies and is restored.
import fc from "fast-check";
import { emotionIds } from "#schemas/labels";
import { faults } from "./laptop.ts";
import { choices, clips, codes } from "./office.ts";

const tab = fc.nat(3);
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
    weight: 13,
    arbitrary: fc.record({ do: fc.constant("deliver" as const), tab, line, full: fc.boolean(), both: fc.boolean() }),
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
  { weight: 2, arbitrary: fc.record({ do: fc.constant("restore" as const), oldest: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("clock" as const), browser: fc.nat(2), by: fc.constantFrom(-1, 1) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("close-study" as const), open: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("erase" as const), pick: fc.nat(99) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("revoke" as const), who: fc.constantFrom(...codes) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("evict" as const), browser: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("look" as const) }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

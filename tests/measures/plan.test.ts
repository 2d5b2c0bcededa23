// The planner and the overlap of cue spans: by hand, and by what must hold of any simulation.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mulberry32 } from "#schemas/seeded";
import { wilson } from "#server/measures/accuracy";
import { alphaOf } from "#server/measures/alpha";
import { Coincidences } from "#server/measures/coincidence";
import { accuracyWidth, alphaWidth, type Plan, planOf, simulated } from "#server/measures/plan";
import { scaleOf } from "#server/measures/scale";
import { meanTemporalIou, temporalIou, unionOf } from "#server/measures/spans";
import { run } from "../commands/run-files.ts";

const plan: Plan = { width: 0.2, people: [3], seed: 1, runs: 20, most: 5000 };

describe("the planner", () => {
  it("finds the fewest items of a width that is known exactly", () => {
    const known = (_: number, items: number) => 2 / Math.sqrt(items);
    expect(planOf(known, plan)).toEqual([{ people: 3, items: 100, width: 0.2 }]);
    expect(planOf(known, { ...plan, width: 0.9 })[0]?.items).toBe(5);
    expect(planOf(known, { ...plan, most: 99 })).toEqual([{ people: 3, items: null, width: 2 / Math.sqrt(99) }]);
    expect(planOf(() => null, plan)).toEqual([{ people: 3, items: null, width: null }]);
  });

  it("of one person's accuracy comes to Wilson's width", () => {
    const [row] = planOf(accuracyWidth(0.5, 0), { ...plan, people: [1], runs: 60 });
    const [low, high] = wilson(0.5, row?.items as number) as [number, number];
    expect(high - low).toBeGreaterThan(0.19);
    expect(high - low).toBeLessThan(0.21);
  });

  it("asks for fewer items with more people, and for more where people are alike", () => {
    const items = (alike: number, people: number) =>
      planOf(accuracyWidth(0.8, alike), { ...plan, people: [people] })[0]?.items as number;
    expect(items(0.2, 6)).toBeLessThan(items(0.2, 2));
    expect(items(0.8, 6)).toBeGreaterThan(items(0.1, 6));
  });

  it("simulates people whose alpha is the assumed one, under every metric", () => {
    const scale = scaleOf([0, 1, 2], true);
    const counted = new Coincidences(3, 20_000);
    const chance = mulberry32(3);
    for (let item = 0; item < 20_000; item++)
      for (const value of simulated({ shares: [0.5, 0.3, 0.2], alike: 0.6 }, 3, chance)) counted.add(item, value);
    for (const metric of ["nominal", "ordinal", "interval"] as const)
      expect(alphaOf(counted, metric, scale).alpha).toBeCloseTo(0.6, 2);
  });

  it("gives one study for one seed, and half the width for four times the items", () => {
    const scale = scaleOf([0, 1, 2], true);
    const width = alphaWidth({ shares: [0.5, 0.3, 0.2], alike: 0.6 }, "ordinal", scale);
    const wide = width(3, 100, mulberry32(5)) as number;
    expect(width(3, 100, mulberry32(5))).toBe(wide);
    expect(width(3, 400, mulberry32(5)) as number).toBeCloseTo(wide / 2, 1);
    expect(
      alphaWidth({ shares: [0.5, 0.5], alike: 1 }, "nominal", scaleOf([0, 1], true))(3, 50, mulberry32(1)),
    ).toBeNull();
  });

  it("is run on a pilot or on assumptions, and refuses both and neither", async () => {
    const pilot = `item,annotator,label,value\n${Array.from({ length: 12 }, (_, i) =>
      ["a", "b", "c"].map((who, p) => `i${i},${who},joy,${(i + (i % 4 === 0 ? p : 0)) % 4}\n`).join(""),
    ).join("")}`;
    const given = ["plan", "pilot.csv", "--width", "0.3", "--people", "3,5", "--runs", "10", "--json"];
    const { json } = await run(given, { "pilot.csv": pilot });
    expect(json).toMatchObject({ of: "alpha", assumed: { label: "joy", pilot: 12, metric: "ordinal" }, seed: 1 });
    expect(json.rows.map((row: { people: number }) => row.people)).toEqual([3, 5]);
    expect(json.rows[0].width).toBeLessThanOrEqual(0.3);
    const { out } = await run(["plan", "--width", "0.2", "--accuracy", "0.9", "--alike", "0.2", "--runs", "5"]);
    expect(out).toContain("interval of accuracy at most 0.2 wide");
    expect((await run(["plan", "--width", "0.2"])).code).toBe(2);
    expect((await run(["plan", "--width", "0.2", "--alpha", "0.5", "--accuracy", "0.5"])).code).toBe(2);
    expect((await run(["plan", "--width", "0.2", "--alpha", "0.5"])).code).toBe(2);
    const one = { "pilot.csv": "item,annotator,label,value\ni,a,joy,1\n" };
    expect((await run(["plan", "pilot.csv", "--width", "0.2"], one)).err).toContain("joy has no alpha to plan from");
  });
});

describe("the overlap of cue spans", () => {
  const span = (startMs: number, endMs: number) => ({ startMs, endMs });
  it("is the time both cover over the time either covers", () => {
    expect(temporalIou([span(0, 1000)], [span(500, 1500)])).toBe(500 / 1500);
    expect(temporalIou([span(0, 400), span(300, 600)], [span(0, 600)])).toBe(1);
    expect(temporalIou([span(0, 100)], [span(100, 200)])).toBe(0);
    expect(temporalIou([], [span(5, 5)])).toBeNull();
    expect(temporalIou([], [span(0, 5)])).toBe(0);
    expect(unionOf([span(5, 6), span(0, 5), span(9, 8)])).toEqual([span(0, 6)]);
  });

  it("is averaged over pairs of people, then over clips, and leaves out who marked no time", () => {
    const got = meanTemporalIou([
      [[span(0, 10)], [span(0, 10)], [span(0, 5)], []],
      [[span(0, 4)], [span(4, 8)]],
      [[span(0, 4)]],
    ]);
    expect(got).toEqual({ clips: 2, pairs: 4, iou: (1 + 0.5 + 0.5) / 3 / 2 });
    expect(meanTemporalIou([])).toEqual({ clips: 0, pairs: 0, iou: null });
  });

  it("is symmetric, within 0 and 1, and agrees with counting milliseconds one by one", () => {
    const spans = fc.array(
      fc.tuple(fc.nat(40), fc.nat(15)).map(([start, long]) => span(start, start + long)),
      { maxLength: 5 },
    );
    const covered = (some: { startMs: number; endMs: number }[]) =>
      new Set(some.flatMap(({ startMs, endMs }) => Array.from({ length: endMs - startMs }, (_, k) => startMs + k)));
    fc.assert(
      fc.property(spans, spans, (a, b) => {
        const [x, y] = [covered(a), covered(b)];
        const both = [...x].filter((ms) => y.has(ms)).length;
        const either = new Set([...x, ...y]).size;
        expect(temporalIou(a, b)).toBe(either === 0 ? null : both / either);
        expect(temporalIou(b, a)).toBe(temporalIou(a, b));
      }),
    );
  });
});

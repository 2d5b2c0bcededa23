// Random histories of the real outbox in three browsers of two tabs against the real server over a real store, each
// drawn from a seed of its own.
import { rmSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Counts, History } from "./history.ts";
import { Laptop } from "./laptop.ts";
import { makeTemplate, type Template } from "./office.ts";
import { checkAll } from "./promises.ts";
import { type Step, step } from "./steps.ts";

/** A history takes a second on a busy machine; one that takes so long waits for something that never comes. */
const most = 600_000;
function inTime<T>(work: Promise<T>, what: () => string): Promise<T> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(what())), most / 2);
    work.then(done, fail).finally(() => clearTimeout(timer));
  });
}

export function histories(from: number, runs: number): void {
  let template: Template;
  let laptops: Laptop[];
  const total: Counts = { captured: 0, acknowledged: 0, beyond: 0, erased: 0, recordings: 0 };

  beforeAll(async () => {
    template = await makeTemplate();
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    laptops = [await Laptop.make(), await Laptop.make(), await Laptop.make()];
  }, 240_000);
  afterAll(() => {
    vi.unstubAllGlobals();
    rmSync(template.folder, { recursive: true, force: true });
  });

  async function run(steps: readonly Step[]): Promise<string[]> {
    const history = await History.begin(template, laptops);
    try {
      let step = 0;
      const whole = (async () => {
        for (const one of steps) {
          step++;
          await history.take(one);
        }
        return checkAll(history);
      })();
      const counts = await inTime(whole, () => `stands still at step ${step} of ${JSON.stringify(steps)}`);
      for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += counts[key];
      return history.faults;
    } finally {
      await history.end();
    }
  }

  it(`lose nothing, double nothing and credit nothing to another in ${runs} of them`, {
    timeout: 120_000 + runs * 10_000,
  }, async () => {
    for (let seed = from; seed < from + runs; seed++) {
      const drawn = fc.noBias(fc.array(step, { minLength: 3, maxLength: 24, size: "max" }));
      const property = fc.asyncProperty(drawn, async (steps) => {
        expect(await run(steps), `SEED=${seed}`).toEqual([]);
      });
      await fc.assert(property, { numRuns: 1, seed, interruptAfterTimeLimit: most, markInterruptAsFailure: false });
    }
    console.log(`histories ${runs}, ${JSON.stringify(total)}, lost 0, doubled 0, credited to another 0`);
  });
}

// Alpha and its interval on studies from small to large, one rating more, and the npm package `krippendorff` as a peer
// in the same run.
import { alpha as peerAlpha } from "krippendorff";
import { mulberry32 } from "#schemas/seeded";
import { alphaOf } from "#server/measures/alpha";
import { jackknife } from "#server/measures/alpha-interval";
import { coincidencesOf } from "#server/measures/coincidence";
import { groupRatings, type Ratings } from "#server/measures/ratings";
import { scaleOf } from "#server/measures/scale";
import { quantile, type Row } from "./row.ts";

const sizes = [
  { people: 3, units: 200, values: 7 },
  { people: 3, units: 4500, values: 7 },
  { people: 10, units: 20_121, values: 7, batch: 5 },
  { people: 50, units: 100_000, values: 7 },
  { people: 10, units: 20_121, values: 101 },
];

/** Raters who hit the item's value two times out of three. */
function drawn(people: number, units: number, values: number): Ratings {
  const chance = mulberry32(7);
  const length = people * units;
  const unit = new Int32Array(length);
  const person = new Int32Array(length);
  const value = new Int32Array(length);
  for (let u = 0, i = 0; u < units; u++) {
    const meant = Math.floor(chance() * values);
    for (let p = 0; p < people; p++, i++) {
      unit[i] = u;
      person[i] = p;
      value[i] = chance() < 0.67 ? meant : Math.floor(chance() * values);
    }
  }
  const scale = scaleOf(
    Array.from({ length: values }, (_, k) => k),
    true,
  );
  const names = Array.from({ length: people }, (_, p) => `p${p}`);
  return groupRatings(scale, names, units, { length, unit, person, value });
}

const median = (times: number, act: () => void): number => {
  const took = Array.from({ length: times }, () => {
    const from = performance.now();
    act();
    return performance.now() - from;
  });
  return quantile(took, 0.5);
};

export function alpha(): Row[] {
  return sizes.flatMap(({ people, units, values, batch }): Row[] => {
    const ratings = drawn(people, units, values);
    const { scale } = ratings;
    const name = `${people} x ${units}, ${values} values`;
    const counted = coincidencesOf(ratings);
    const whole = median(9, () => alphaOf(coincidencesOf(ratings), "ordinal", scale));
    let u = 0;
    const one = median(2000, () => {
      u = (u + 1) % units;
      const value = ratings.value[ratings.starts[u] as number] as number;
      counted.remove(u, value);
      counted.add(u, value);
      alphaOf(counted, "ordinal", scale);
    });
    const wide = median(1, () => jackknife(counted, "ordinal", scale));
    return [
      { what: `alpha, ordinal, ${name}`, measured: whole, unit: "ms", budget: batch ?? 250, bound: "most" },
      {
        what: `a rating out, one in, and alpha, ${name}`,
        measured: one * 1000,
        unit: "us",
        budget: values > 10 ? 100 : 10,
        bound: "most",
      },
      { what: `jackknife interval, ${name}`, measured: wide, unit: "ms", budget: 3000, bound: "most" },
      ...(units > 10_000 ? [] : peers(ratings, name)),
    ];
  });
}

function peers(ratings: Ratings, name: string): Row[] {
  const matrix = ratings.people.map(() => new Array<number>(ratings.units));
  for (let u = 0; u < ratings.units; u++)
    for (let i = ratings.starts[u] as number; i < (ratings.starts[u + 1] as number); i++)
      (matrix[ratings.person[i] as number] as number[])[u] = ratings.value[i] as number;
  const squared = (a: number, b: number) => (a - b) ** 2;
  return (["nominal", "interval"] as const).map((metric) => {
    const ours = () => alphaOf(coincidencesOf(ratings), metric, ratings.scale).alpha;
    const theirs = () => (metric === "nominal" ? peerAlpha(matrix) : peerAlpha(matrix, squared));
    const apart = Math.abs((ours() as number) - theirs());
    if (!(apart < 1e-9)) throw new Error(`alpha differs from the peer's by ${apart}`);
    const peer = median(3, theirs);
    return {
      what: `alpha, ${metric}, ${name}, over the npm package krippendorff`,
      measured: median(9, ours) / peer,
      unit: "x",
      budget: 1,
      bound: "most",
      note: `peer ${peer.toFixed(1)} ms, same value to 1e-9`,
    };
  });
}

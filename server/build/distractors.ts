// Three distractors for each entry, from the quiz's own entries. Every entry is a distractor exactly three times, so
// how often an option stands in the quiz says nothing about where it is the key.
import { Problem } from "#schemas/problem";
import { shuffled } from "#schemas/seeded";

export interface Draw {
  readonly count: number;
  readonly collide: (a: number, b: number) => boolean;
  readonly chance: () => number;
  /** Entries that come close to an entry, the closest first; left out: any will do. */
  readonly near?: (entry: number) => readonly number[];
  readonly nameOf: (entry: number) => string;
}
export interface Drawn {
  /** Of each entry the indices of its three distractors. */
  readonly distractors: readonly (readonly number[])[];
  /** Draws that were refused because options would have collided. */
  readonly refused: number;
}
const rounds = 3;
const tries = 60;

/**
 * Draws one distractor for each entry in each of three rounds; a round uses every entry once. A distractor collides
 * neither with the key nor with another option. Refuses (Problem "bad-value") where no such draw is found.
 */
export function drawDistractors(draw: Draw): Drawn {
  if (draw.count < 4)
    throw new Problem("bad-value", `${draw.count} entries are too few: four options need four entries`);
  let stuck = 0;
  for (let attempt = 0; attempt < tries; attempt++) {
    const done = attemptDraw(draw);
    if (typeof done === "object") return done;
    stuck = done;
  }
  throw new Problem(
    "bad-value",
    `the entry "${draw.nameOf(stuck)}" collides with so many others that it cannot get three distractors; leave some of them out`,
  );
}

/** A draw, or the entry at which it got stuck. */
function attemptDraw(draw: Draw): Drawn | number {
  const chosen: number[][] = Array.from({ length: draw.count }, () => []);
  let refused = 0;
  const fits = (entry: number, other: number): boolean =>
    other !== entry &&
    !draw.collide(entry, other) &&
    !(chosen[entry] as number[]).some((one) => one === other || draw.collide(one, other));
  for (let round = 0; round < rounds; round++) {
    const order = draw.near === undefined ? shuffled(indices(draw.count), draw.chance) : nearest(draw, draw.near, fits);
    for (let entry = 0; entry < draw.count; entry++) {
      if (fits(entry, order[entry] as number)) continue;
      refused += 1;
      const partner = partnerFor(entry, order, draw, fits);
      if (partner === undefined) return entry;
      const kept = order[entry] as number;
      order[entry] = order[partner] as number;
      order[partner] = kept;
    }
    for (let entry = 0; entry < draw.count; entry++) (chosen[entry] as number[]).push(order[entry] as number);
  }
  return { distractors: chosen, refused };
}

const indices = (count: number): number[] => Array.from({ length: count }, (_, k) => k);

/** One whose distractor can be swapped with this entry's, so that both fit. */
function partnerFor(
  entry: number,
  order: readonly number[],
  { count, chance }: Draw,
  fits: (entry: number, other: number) => boolean,
): number | undefined {
  const can = (k: number): boolean => k !== entry && fits(entry, order[k] as number) && fits(k, order[entry] as number);
  for (let k = 0; k < 100; k++) {
    const partner = Math.floor(chance() * count);
    if (can(partner)) return partner;
  }
  const first = Math.floor(chance() * count);
  for (let k = 0; k < count; k++) if (can((first + k) % count)) return (first + k) % count;
  return undefined;
}

/** In chance order, each entry takes the closest that is still free; who finds none takes what is left. */
function nearest(
  draw: Draw,
  near: (entry: number) => readonly number[],
  fits: (entry: number, other: number) => boolean,
): number[] {
  const order = new Array<number>(draw.count).fill(-1);
  const taken = new Uint8Array(draw.count);
  for (const entry of shuffled(indices(draw.count), draw.chance)) {
    const found = near(entry).find((other) => taken[other] === 0 && fits(entry, other));
    if (found === undefined) continue;
    order[entry] = found;
    taken[found] = 1;
  }
  const left = shuffled(
    indices(draw.count).filter((entry) => taken[entry] === 0),
    draw.chance,
  );
  return order.map((other) => (other === -1 ? (left.pop() as number) : other));
}

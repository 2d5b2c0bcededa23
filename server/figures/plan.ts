// How many people and items for a wanted width, from what the pilot seat answered or from stated assumptions.

import type { LabelRow, Letter } from "#schemas/labels";
import { letters } from "#schemas/labels";
import type { DeskPlan, PlanWish } from "#schemas/plan";
import { Problem } from "#schemas/problem";
import { alphaOf } from "#server/measures/alpha";
import { Coincidences } from "#server/measures/coincidence";
import { accuracyWidth, alphaWidth, planOf } from "#server/measures/plan";
import { type Scale, scaleOf, scaleOfRow } from "#server/measures/scale";
import type { AnswerGround } from "./answers.ts";
import { answers, missing, type StandingTable } from "./table.ts";

export async function planAnswer({ figures }: AnswerGround, study: string, wish: PlanWish): Promise<DeskPlan> {
  const { position, ground } = await figures.atHead(study, ({ table, position }) => ({
    position,
    ground: wish.from === "pilot" ? fromPilot(table, wish) : fromAssumed(table, wish),
  }));
  const { of, assumed, width } = ground;
  const { seed, runs, most, people } = wish;
  const rows = planOf(width, { width: wish.width, people, seed, runs, most });
  return { position, of, from: wish.from, assumed, width: wish.width, seed, runs, most, rows };
}

interface Ground {
  readonly of: DeskPlan["of"];
  readonly assumed: DeskPlan["assumed"];
  readonly width: Parameters<typeof planOf>[0];
}

const nothing = (why: string) => new Problem("bad-value", why);

function labelIn(table: StandingTable, wanted: string | undefined): LabelRow {
  const label = wanted === undefined ? table.labels[0] : table.labels.find(({ id }) => id === wanted);
  if (label === undefined) throw nothing(`${wanted} is no label of this study.`);
  return label;
}

function fromAssumed(table: StandingTable, { of, alpha, shares, accuracy, alike, label, metric }: PlanWish): Ground {
  if (of === "accuracy") {
    if (accuracy === undefined || alike === undefined)
      throw nothing("Accuracy needs two assumptions: how many are right, and how alike people are.");
    return { of, assumed: { accuracy, alike }, width: accuracyWidth(accuracy, alike) };
  }
  if (alpha === undefined || shares === undefined)
    throw nothing("Alpha needs two assumptions: alpha, and the share of each value.");
  const row = labelIn(table, label);
  const scale = scaleOf(
    shares.map((_, k) => k),
    true,
  );
  const all = shares.reduce((sum, share) => sum + share, 0);
  const used = shares.map((share) => share / all);
  const by = metric ?? row.metric;
  return {
    of,
    assumed: { label: row.id, metric: by, alpha, shares: used },
    width: alphaWidth({ shares: used, alike: alpha }, by, scale),
  };
}

/** The pilot's standing answers to every item that is no practice; retired ones too, since they were asked. */
function fromPilot(table: StandingTable, { of, label, metric }: PlanWish): Ground {
  const pilot = [...table.people.values()].filter((person) => person.seat === "pilot" && answers(person));
  if (pilot.length < 2) throw nothing("The pilot seat has fewer than two people; plan from assumptions instead.");
  const row = labelIn(table, of === "accuracy" ? "choice" : label);
  const l = table.labels.indexOf(row);
  const n = table.items.length;
  const right = of === "accuracy";
  const scale: Scale = right ? scaleOf([0, 1], true) : scaleOfRow(row);
  const counted = new Coincidences(scale.values.length, n);
  let given = 0;
  let hits = 0;
  for (const person of pilot) {
    const cells = person.occasions.get(1);
    for (let item = 0; cells !== undefined && item < n; item++) {
      const value = cells.values[l * n + item] as number;
      if (value === missing || table.items[item]?.practice) continue;
      const key = table.keys.get(item);
      if (right && (key === undefined || key.dropped)) continue;
      const hit = key?.right.has(letters[value] as Letter) ? 1 : 0;
      counted.add(item, right ? hit : value - row.least);
      given++;
      hits += hit;
    }
  }
  const by = right ? "nominal" : (metric ?? row.metric);
  const { alpha, reason } = alphaOf(counted, by, scale);
  const about = { pilot: counted.pairableUnits, people: pilot.length };
  if (right) {
    if (given === 0) throw nothing("The pilot has answered no question with a key yet.");
    const accuracy = hits / given;
    const alike = Math.max(0, alpha ?? 0);
    return { of, assumed: { accuracy, alike, ...about }, width: accuracyWidth(accuracy, alike) };
  }
  if (alpha === null) throw nothing(`The pilot's ${row.id} has no alpha to plan from: ${reason}.`);
  const shares = [...counted.totals].map((total) => total / counted.pairable);
  const alike = Math.max(0, alpha);
  return {
    of,
    assumed: { label: row.id, metric: by, alpha: alike, shares, ...about },
    width: alphaWidth({ shares, alike }, by, scale),
  };
}

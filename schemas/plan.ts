// The planner as the desk asks it and is answered: how many items for an interval of a wanted width, by simulation.
import * as z from "zod/mini";
import { position } from "./figure.ts";
import { metrics } from "./labels.ts";

const share = z.number().check(z.gte(0), z.lte(1));
const n = z.int();

/** `POST /api/studies/:study/plan` */
export const planWish = z.object({
  of: z.enum(["alpha", "accuracy"]),
  /** The answers of the pilot seat, or what is stated below. */
  from: z.enum(["pilot", "assumed"]),
  label: z.optional(z.string()),
  metric: z.optional(z.enum(metrics)),
  alpha: z.optional(share),
  /** Of each value, in order of the scale. */
  shares: z.optional(
    z.array(share).check(
      z.minLength(2),
      z.maxLength(101),
      z.refine((all) => all.some((one) => one > 0)),
    ),
  ),
  accuracy: z.optional(share),
  /** Correlation of two people's answers on one entry. */
  alike: z.optional(share),
  /** Wanted width of the 95 % interval. */
  width: z.number().check(z.gt(0), z.lte(2)),
  people: z.array(n.check(z.gte(1), z.lte(1000))).check(z.minLength(1), z.maxLength(8)),
  seed: n.check(z.gte(0)),
  runs: n.check(z.gte(1), z.lte(200)),
  most: n.check(z.gte(8), z.lte(20_000)),
});
export type PlanWish = z.infer<typeof planWish>;

export const deskPlan = z.object({
  position,
  of: z.enum(["alpha", "accuracy"]),
  from: z.enum(["pilot", "assumed"]),
  assumed: z.object({
    label: z.optional(z.string()),
    metric: z.optional(z.enum(metrics)),
    alpha: z.optional(z.number()),
    shares: z.optional(z.array(z.number())),
    accuracy: z.optional(z.number()),
    alike: z.optional(z.number()),
    /** Items and people of the pilot that it stands on. */
    pilot: z.optional(n),
    people: z.optional(n),
  }),
  width: z.number(),
  seed: n,
  runs: n,
  most: n,
  rows: z.array(z.object({ people: n, items: z.nullable(n), width: z.nullable(z.number()) })),
});
export type DeskPlan = z.infer<typeof deskPlan>;

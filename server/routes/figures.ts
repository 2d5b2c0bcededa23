// Figures of a study for its coordinators: agreed labels, what each person said of an item, agreement, baseline.
import { Hono } from "hono";
import * as z from "zod/mini";
import { type DeskLabel, deskAgreement, deskBaseline, deskLabels, type ItemRating, itemRatings } from "#schemas/desk";
import { hints } from "#schemas/hints";
import { letters, metrics } from "#schemas/labels";
import { Problem } from "#schemas/problem";
import { ratingsOf } from "#schemas/response";
import { type Held, standing } from "#schemas/standing";
import { described, onlyFor, query } from "#server/access/described";
import type { Deps } from "#server/deps";
import { decisionsOf, responsesOfItem } from "#server/store/decisions";
import { firstItem, itemById } from "#server/store/items";
import { membersOf } from "#server/store/members";

const options = z.object({
  metric: z.optional(z.enum(metrics)),
  interval: z.optional(z.enum(["jackknife", "bootstrap", "none"])),
  /** `no`: alpha, its interval and the counts only, which come at once however large the study is. */
  companions: z.optional(z.enum(["yes", "no"])),
});

/** Sign entries of the whole lexicon with an articulation and without: both or neither. */
const count = z.optional(z.string().check(z.regex(/^\d{1,9}$/)));
const lexiconAsked = z.object({ tagged: count, others: count });

/** The value as people read it: a choice by its letter. */
const shown = (label: string, value: number) => (label === "choice" ? (letters[value] ?? null) : value);

/** One row for each rating of the standing response; one row without label where it skips. */
function ratingsIn(held: readonly Held[], who: Pick<ItemRating, "code" | "seat" | "occasion">): ItemRating[] {
  const given = standing(held).response;
  if (given === undefined) return [];
  const common = { ...who, confidence: null, skipped: false, reason: null, at: given.at };
  if (given.kind === "skip") {
    return [{ ...common, label: null, value: null, skipped: true, reason: given.answer.reason }];
  }
  const confidence = given.kind === "emotion" ? (given.answer.confidence ?? null) : null;
  return [...ratingsOf(given)].map(([label, value]) => ({ ...common, label, value: shown(label, value), confidence }));
}

export function figuresRoutes(deps: Deps): Hono {
  const desk = onlyFor(deps, ["coordinator", "adjudicator"]);
  const coordinators = onlyFor(deps, ["coordinator"]);

  const adjudicatedIn = async (study: string): Promise<Map<string, NonNullable<DeskLabel["adjudicated"]>>> => {
    const codes = new Map((await membersOf(deps.store, study)).map((one) => [one.person, one.code]));
    const settled = new Map<string, NonNullable<DeskLabel["adjudicated"]>>();
    for (const { decision } of (await decisionsOf(deps.store, study)).reverse()) {
      if (decision.kind !== "adjudicate") continue;
      const { item, label, value, by, at, reason } = decision;
      settled.set(`${item} ${label}`, {
        value: value === null ? null : shown(label, value),
        by: codes.get(by) ?? by,
        at,
        reason: reason ?? null,
      });
    }
    return settled;
  };

  return new Hono()
    .get(
      "/api/studies/:study/labels",
      described("Agreed labels, each with how it came about", deskLabels, ["not-found", "not-yours"]),
      desk,
      async (c) => {
        const { study } = c.get("member");
        const settled = await adjudicatedIn(study);
        const { position, people, labels } = await deps.figures.labels(study);
        return c.json({
          position,
          people,
          labels: labels.map(({ id, item, ...row }) => ({
            ...row,
            item: id,
            name: item,
            adjudicated: settled.get(`${id} ${row.label}`) ?? null,
          })),
        });
      },
    )
    .get(
      "/api/studies/:study/items/:item/ratings",
      described("What each person said of an item, by code", itemRatings, ["not-found", "not-yours"]),
      desk,
      async (c) => {
        const { study } = c.get("member");
        const item = await itemById(deps.store, study, c.req.param("item"));
        if (item === undefined) throw new Problem("not-found");
        const { position } = await deps.figures.progress(study);
        const admitted = new Set<string>();
        for (const { decision } of await decisionsOf(deps.store, study))
          if (decision.kind === "admit") admitted.add(decision.response);
        const held = await responsesOfItem(deps.store, study, item.id);
        const ratings: ItemRating[] = [];
        for (const { person, code, seat } of await membersOf(deps.store, study)) {
          const theirs = held.filter((one) => one.person === person);
          for (const occasion of [...new Set(theirs.map((one) => one.occasion))].sort((a, b) => a - b)) {
            const chain = theirs
              .filter((one) => one.occasion === occasion)
              .map((one) => ({ ...one, admitted: admitted.has(one.response.id) }));
            ratings.push(...ratingsIn(chain, { code, seat, occasion }));
          }
        }
        return c.json({ position, item: item.id, name: item.name, ratings });
      },
    )
    .get(
      "/api/studies/:study/agreement",
      described("Agreement by label, with its interval", deskAgreement, ["not-found", "not-yours"]),
      coordinators,
      query(options),
      async (c) => {
        const { study } = c.get("member");
        const { metric, interval, companions } = c.req.valid("query");
        const { ties, labelled, rows: all } = await deps.figures.progress(study);
        const rows = all.filter((row) => row.seat === "panel");
        const report = await deps.figures.agreement(study, {
          ...(metric === undefined ? {} : { metric }),
          ...(interval === undefined ? {} : { interval }),
          ...(companions === "no" ? { companions: false } : {}),
        });
        return c.json({
          ...report,
          metric: metric ?? null,
          labelled,
          answers: rows.reduce((sum, row) => sum + row.answered, 0),
          asked: rows.reduce((sum, row) => sum + row.assigned, 0),
          ties,
        });
      },
    )
    .get(
      "/api/studies/:study/baseline",
      described("People's accuracy by modality and articulation", deskBaseline, [
        "not-found",
        "not-yours",
        "bad-value",
      ]),
      coordinators,
      query(lexiconAsked),
      async (c) => {
        const { study } = c.get("member");
        const tagged = Number(c.req.valid("query").tagged ?? 0);
        const others = Number(c.req.valid("query").others ?? 0);
        const lexicon = tagged + others === 0 ? undefined : { tagged, others };
        const first = await firstItem(deps.store, study);
        if (first?.protocol !== "choice") throw new Problem("bad-value", "Only a quiz has a baseline.");
        const report = await deps.figures.baseline(study, lexicon);
        const keyDecisions = (await decisionsOf(deps.store, study)).filter(({ decision }) => decision.kind === "key");
        const offered = Object.values(first.options).filter((text) => text !== undefined).length;
        return c.json({ ...report, chance: 1 / offered, keyDecisions: keyDecisions.length });
      },
    )
    .get(
      "/api/studies/:study/hints",
      described("What a coordinator may want to ask people about, and distractors that nobody chose", hints, [
        "not-found",
        "not-yours",
      ]),
      coordinators,
      async (c) => c.json(await deps.figures.hints(c.get("member").study)),
    );
}

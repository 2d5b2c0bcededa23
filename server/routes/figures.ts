// Figures of a study for its coordinators: agreed labels, what each person said of an item, agreement, baseline.
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { groupings } from "#schemas/about";
import { deskAgreement, deskBaseline, deskLabels, type ItemRating, itemRatings } from "#schemas/desk";
import type { Position } from "#schemas/figure";
import { hints } from "#schemas/hints";
import { metrics } from "#schemas/labels";
import { deskPlan, planWish } from "#schemas/plan";
import { Problem } from "#schemas/problem";
import { ratingsOf } from "#schemas/response";
import { deskSets } from "#schemas/sets";
import { type Held, standing } from "#schemas/standing";
import { body, described, onlyFor, query } from "#server/access/described";
import type { Deps } from "#server/deps";
import { type AgreementWish, agreementAnswer, shownValue } from "#server/figures/answers";
import { decisionsOf, responsesOfItem } from "#server/store/decisions";
import { itemById } from "#server/store/items";
import { logHead } from "#server/store/log";
import { membersOf } from "#server/store/members";
import { type Heavy, heavyHere } from "#server/thread/heavy";
import type { Made } from "#server/thread/tasks";

const options = z.object({
  metric: z.optional(z.enum(metrics)),
  interval: z.optional(z.enum(["jackknife", "bootstrap", "none"])),
  /** `no`: alpha, its interval and the counts only, which come at once however large the study is. */
  companions: z.optional(z.enum(["yes", "no"])),
  /** `yes`: of a large study too the whole report, however long it takes; else it comes without intervals at first. */
  wait: z.optional(z.enum(["yes"])),
  /** Within and between groups of people who said that they belong to them; the whole report, like `wait`. */
  by: z.optional(z.enum(groupings)),
});

/** Sign entries of the whole lexicon with an articulation and without: both or neither. */
const count = z.optional(z.string().check(z.regex(/^\d{1,9}$/)));
const lexiconAsked = z.object({ tagged: count, others: count });

/** Entries of the log up to which a study is small: its figures take a few milliseconds each. */
const mostHere = 5000;

/** One row for each rating of the standing response; one row without label where it skips. */
function ratingsIn(held: readonly Held[], who: Pick<ItemRating, "code" | "seat" | "occasion">): ItemRating[] {
  const given = standing(held).response;
  if (given === undefined) return [];
  const common = { ...who, confidence: null, skipped: false, reason: null, at: given.at };
  if (given.kind === "skip") {
    return [{ ...common, label: null, value: null, skipped: true, reason: given.answer.reason }];
  }
  const confidence = given.kind === "emotion" ? (given.answer.confidence ?? null) : null;
  return [...ratingsOf(given)].map(([label, value]) => ({
    ...common,
    label,
    value: shownValue(label, value),
    confidence,
  }));
}

export function figuresRoutes(deps: Deps): Hono {
  const desk = onlyFor(deps, ["coordinator", "adjudicator"]);
  const coordinators = onlyFor(deps, ["coordinator"]);

  const { store, figures } = deps;
  const here = heavyHere(deps);
  /** By study and wish: the last whole agreement that the thread has made. */
  const kept = new Map<string, Made>();

  const headOf = async (study: string): Promise<Position> => {
    const head = await logHead(store, study);
    if (head === undefined) throw new Problem("not-found");
    return head;
  };
  /** A small study is answered right here, a large one from the worker thread. */
  const heavyFor = ({ seq }: Position): Heavy => (seq > mostHere ? (deps.heavy ?? here) : here);
  const sent = (c: Context, { json }: Made) =>
    c.body(json as Uint8Array<ArrayBuffer>, 200, { "Content-Type": "application/json" });

  return new Hono()
    .get(
      "/api/studies/:study/labels",
      described("Agreed labels, each with how it came about", deskLabels, ["not-found", "not-yours"]),
      desk,
      async (c) => {
        const { study } = c.get("member");
        return sent(c, await heavyFor(await headOf(study)).answer("labels", study));
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
        const { position } = await figures.progress(study);
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
        const { metric, interval, companions, wait, by } = c.req.valid("query");
        const head = await headOf(study);
        const large = head.seq > mostHere;
        const wish: AgreementWish = {
          metric,
          interval,
          ...(companions === "no" ? { companions: false } : {}),
          ...(by ? { by } : {}),
        };
        if (!large && interval !== "bootstrap") return sent(c, await here.answer("agreement", study, wish));
        const heavy = deps.heavy ?? here;
        if (wait === "yes" || by !== undefined || interval === "bootstrap")
          return sent(c, await heavy.answer("agreement", study, wish));
        const quick = await agreementAnswer(deps, study, { metric, interval: "none", companions: false });
        if (companions === "no") return c.json(quick);
        const key = JSON.stringify([study, wish]);
        const before = kept.get(key);
        const { epoch, seq } = quick.position;
        if (before?.position.epoch === epoch && before.position.seq === seq) return sent(c, before);
        const coming = heavy.answer("agreement", study, wish);
        coming.then(
          (made) => kept.set(key, made),
          (cause: unknown) => deps.log.warn({ err: cause }, "intervals could not be computed"),
        );
        return c.json({ ...quick, coming: true });
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
        return sent(c, await heavyFor(await headOf(study)).answer("baseline", study, lexicon));
      },
    )
    .post(
      "/api/studies/:study/plan",
      described("People and items for a wanted width, by simulation", deskPlan, [
        "not-found",
        "not-yours",
        "bad-value",
      ]),
      coordinators,
      body(planWish),
      async (c) => sent(c, await (deps.heavy ?? here).answer("plan", c.get("member").study, c.req.valid("json"))),
    )
    .get(
      "/api/studies/:study/sets",
      described("EmoSign's sets, and the comparison seat scored on them", deskSets, [
        "not-found",
        "not-yours",
        "bad-value",
      ]),
      coordinators,
      async (c) => {
        const { study } = c.get("member");
        return sent(c, await heavyFor(await headOf(study)).answer("sets", study));
      },
    )
    .get(
      "/api/studies/:study/hints",
      described("What a coordinator may want to ask people about, and distractors that nobody chose", hints, [
        "not-found",
        "not-yours",
      ]),
      coordinators,
      async (c) => {
        const { study } = c.get("member");
        return sent(c, await heavyFor(await headOf(study)).answer("hints", study));
      },
    );
}

// Runs of models on a quiz: brought in as files, listed, opened, compared, and settled by hand.
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod/mini";
import { position } from "#schemas/figure";
import { Problem } from "#schemas/problem";
import { choiceOutcomes, deskRuns, type RunAbout, runAbout, runActWish, runAnswers, runDetail } from "#schemas/run";
import { body, described, onlyFor, query } from "#server/access/described";
import type { Deps } from "#server/deps";
import { runAnswersPage } from "#server/figures/run-answers";
import { settledIn } from "#server/figures/runs";
import { itemById } from "#server/store/items";
import { actsOf, appendAct, runOf } from "#server/store/runs";
import { heavyHere } from "#server/thread/heavy";
import type { Made } from "#server/thread/tasks";

/** Most bytes of a file of predictions by screen; the command takes larger ones. */
const mostBytes = 64 * 1024 * 1024;

/** The file is the body; what is said of it stands in the address. */
const sent = z.object({
  file: z.string().check(z.minLength(1), z.maxLength(300)),
  name: runAbout.shape.name,
  format: runAbout.shape.format,
  framesPerSecond: z.optional(z.string().check(z.regex(/^\d{1,4}(?:\.\d{1,6})?$/))),
  reasoning: runAbout.shape.reasoning,
  effort: runAbout.shape.effort,
});
const opened = z.object({ against: z.optional(z.string()) });
const listed = z.object({
  outcome: z.optional(z.enum([...choiceOutcomes, "open", "settled"])),
  page: z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
});
const stored = z.object({ id: z.string(), answers: z.int(), missing: z.int(), position });
const done = z.object({ n: z.int() });

export function runsRoutes(deps: Deps): Hono {
  const coordinators = onlyFor(deps, ["coordinator"]);
  const desk = onlyFor(deps, ["coordinator", "adjudicator"]);
  const { store, heavy = heavyHere(deps) } = deps;
  const whole = (c: Context, { json }: Made) =>
    c.body(json as Uint8Array<ArrayBuffer>, 200, { "Content-Type": "application/json" });
  const limited = bodyLimit({
    maxSize: mostBytes,
    onError: () => {
      throw new Problem("too-large", "A file of at most 64 MB by screen; bring it in by: countersign run import");
    },
  });

  return new Hono()
    .get(
      "/api/studies/:study/runs",
      described("Runs of models, each with its accuracy", deskRuns, ["not-found", "not-yours", "bad-value"]),
      desk,
      async (c) => whole(c, await heavy.answer("runs", c.get("member").study)),
    )
    .post(
      "/api/studies/:study/runs",
      described("Bring a file of predictions in; it is refused by line where a target is not our key", stored, [
        "not-found",
        "not-yours",
        "bad-value",
        "conflict",
        "too-large",
      ]),
      coordinators,
      query(sent),
      limited,
      async (c) => {
        const { study, person } = c.get("member");
        const { file, framesPerSecond, ...said } = c.req.valid("query");
        const about = runAbout.parse({
          ...said,
          ...(framesPerSecond === undefined ? {} : { framesPerSecond: Number(framesPerSecond) }),
        }) as RunAbout;
        const bytes = new Uint8Array(await c.req.arrayBuffer());
        const at = deps.clock().toISOString();
        return whole(c, await heavy.answer("bringRun", study, { bytes, file, about, by: person, at }));
      },
    )
    .get(
      "/api/studies/:study/runs/:run",
      described("One run, alone or beside another or the people", runDetail, ["not-found", "not-yours"]),
      desk,
      query(opened),
      async (c) =>
        whole(c, await heavy.answer("run", c.get("member").study, c.req.param("run"), c.req.valid("query").against)),
    )
    .get(
      "/api/studies/:study/runs/:run/answers",
      described("What the model wrote, fifty answers a page", runAnswers, ["not-found", "not-yours"]),
      desk,
      query(listed),
      async (c) => {
        const { outcome, page } = c.req.valid("query");
        return c.json(
          await runAnswersPage(deps, c.get("member").study, c.req.param("run"), outcome, Number(page ?? 0)),
        );
      },
    )
    .post(
      "/api/studies/:study/runs/:run/acts",
      described("Settle an answer by hand, undo that, or withdraw the run", done, [
        ...(["not-found", "not-yours", "bad-value", "conflict"] as const),
      ]),
      desk,
      body(runActWish),
      async (c) => {
        const { study, person, role } = c.get("member");
        const run = await runOf(store, study, c.req.param("run"));
        if (run === undefined) throw new Problem("not-found");
        const wish = c.req.valid("json");
        if (wish.kind === "withdraw" && role !== "coordinator") throw new Problem("not-yours");
        const item = wish.kind === "withdraw" ? null : wish.item;
        const option = wish.kind === "settle" ? wish.option : null;
        if (item !== null) {
          const asked = await itemById(store, study, item);
          if (asked === undefined || asked.protocol !== "choice")
            throw new Problem("bad-value", "item: no question of this study.");
          if (option !== null && asked.options[option] === undefined)
            throw new Problem("bad-value", "option: the question has no such option.");
        }
        if (wish.kind === "undo" && !settledIn(await actsOf(store, run.id)).has(wish.item))
          throw new Problem("conflict", "There is nothing to undo: nobody has settled this answer.");
        const { kind, reason } = wish;
        const act = { run: run.id, kind, item, option, by: person, at: deps.clock().toISOString(), reason };
        return c.json({ n: await appendAct(store, act) });
      },
    );
}

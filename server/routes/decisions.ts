// Decisions of a study's coordinators and adjudicators: checked against the study, appended to its log, never edited.
import { Hono } from "hono";
import { v7 as uuid } from "uuid";
import * as z from "zod/mini";
import { type Decision, decision } from "#schemas/decision";
import { labelById } from "#schemas/labels";
import { Problem } from "#schemas/problem";
import { body, described, onlyFor } from "#server/access/described";
import type { Deps } from "#server/deps";
import { holdsResponse } from "#server/store/decisions";
import { keepErasedList, sweepErased } from "#server/store/erased-bytes";
import { erasedStudiesOf } from "#server/store/erasing";
import { itemById } from "#server/store/items";
import { appendDecision } from "#server/store/log";
import { memberOf, membersOf } from "#server/store/members";
import { dropTrials } from "#server/store/trials";

type Kind = Exclude<Decision["kind"], "version">;
type Given =
  Extract<Decision, { kind: Kind }> extends infer D ? Omit<D & Decision, "v" | "id" | "study" | "at" | "by"> : never;

/** What the desk sends: a decision without what the server knows itself. Versions have rules of their own. */
const given = z.union(
  decision.def.options
    .filter((option) => option.shape.kind.def.values[0] !== "version")
    .map((option) =>
      z.omit(option as z.ZodMiniObject, { v: true, id: true, study: true, at: true, by: true }),
    ) as never,
) as unknown as z.ZodMiniType<Given>;

export function decisionsRoutes(deps: Deps): Hono {
  const bad = (detail: string) => new Problem("bad-value", detail);

  /** A decision about something that is not in the study, or a value that the label cannot take, is refused. */
  async function check(made: Decision): Promise<void> {
    if (
      (made.kind === "seat" || made.kind === "remove") &&
      (await memberOf(deps.store, made.study, made.person)) === undefined
    )
      throw bad("person: nobody of this study.");
    if (made.kind === "erase") {
      if (!made.reason?.trim()) throw bad("reason: needed; nobody can undo this.");
      const member = (await membersOf(deps.store, made.study)).find(({ person }) => person === made.person);
      if (member === undefined) throw bad("person: nobody of this study.");
      if (member.role === "coordinator") throw bad("person: a coordinator of this study.");
      if ((await erasedStudiesOf(deps.store, made.person)).includes(made.study)) throw new Problem("erased");
    }
    if (made.kind === "admit" && !(await holdsResponse(deps.store, made.study, made.response)))
      throw bad("response: not in this study.");
    if (
      made.kind === "announce" &&
      made.note !== undefined &&
      !(await holdsResponse(deps.store, made.study, made.note))
    )
      throw bad("note: not in this study.");
    if (made.kind !== "retire" && made.kind !== "key" && made.kind !== "adjudicate") return;
    const item = await itemById(deps.store, made.study, made.item);
    if (item === undefined) throw bad("item: not in this study.");
    if (made.kind === "key") {
      if (item.protocol !== "choice") throw bad("item: has no key.");
      if ((made.act === "drop-item") !== (made.option === undefined))
        throw bad("option: needed, but not to drop an item.");
      if (made.option !== undefined && item.options[made.option] === undefined)
        throw bad("option: the item has no such option.");
    }
    if (made.kind === "adjudicate") {
      const label = labelById(made.label);
      if (label === undefined || label.protocol !== item.protocol) throw bad("label: not of this study.");
      const { value } = made;
      if (value !== null && !(Number.isInteger(value) && value >= label.least && value <= label.greatest))
        throw bad(`value: a whole number from ${label.least} to ${label.greatest}, or null.`);
    }
  }

  return new Hono().post(
    "/api/studies/:study/decisions",
    described("Decide something that changes figures", z.object({ seq: z.int(), decision }), [
      ...(["not-found", "not-yours", "bad-value", "erased"] as const),
    ]),
    onlyFor(deps, ["coordinator", "adjudicator"]),
    body(given),
    async (c) => {
      const { person, role, study } = c.get("member");
      const now = deps.clock();
      const made = decision.parse({
        ...c.req.valid("json"),
        v: 1,
        id: uuid(),
        study,
        at: now.toISOString(),
        by: person,
      });
      if (role === "adjudicator" && made.kind !== "adjudicate") throw new Problem("not-yours");
      await check(made);
      const { seq } = await appendDecision(deps.store, made, now);
      if (made.kind === "erase" && deps.erasedList !== undefined) await keepErasedList(deps.store, deps.erasedList);
      if (made.kind === "state") await dropTrials(deps.store, study, now);
      if (made.kind === "erase" || made.kind === "state") await sweepErased(deps.store, deps.media);
      return c.json({ seq, decision: made });
    },
  );
}

// A coordinator's act that changes figures: a log entry like a response, never an edit of one.
import * as z from "zod/mini";
import { id, instant, typed, uuid } from "./basics.ts";
import { letters } from "./labels.ts";
import { seat } from "./person.ts";
import { texts } from "./texts.ts";

const common = { v: z.literal(1), id: uuid, study: id, at: instant, by: id, reason: z.optional(typed(2000)) };

export const decision = z.discriminatedUnion("kind", [
  z.strictObject({ ...common, kind: z.literal("seat"), person: id, seat }),
  /** Somebody leaves: what they answered stays and counts, what they left open goes to others. */
  z.strictObject({ ...common, kind: z.literal("remove"), person: id }),
  z.strictObject({ ...common, kind: z.literal("retire"), item: id }),
  z.strictObject({
    ...common,
    kind: z.literal("key"),
    item: id,
    act: z.enum(["drop-item", "replace-key", "accept-two"]),
    option: z.optional(z.enum(letters)),
  }),
  z.strictObject({
    ...common,
    kind: z.literal("adjudicate"),
    item: id,
    label: z.string(),
    value: z.nullable(z.number()),
  }),
  z.strictObject({ ...common, kind: z.literal("admit"), response: uuid }),
  z.strictObject({ ...common, kind: z.literal("erase"), person: id }),
  /** A dated addition to the instructions, for everybody in the study; `note`: the question that it answers. */
  z.strictObject({ ...common, kind: z.literal("announce"), texts: texts(4000), note: z.optional(uuid) }),
  z.strictObject({ ...common, kind: z.literal("state"), state: z.enum(["open", "closed"]) }),
  /** The study was set anew: in a draft its version stays, afterwards there is a new one. `changed` names what. */
  z.strictObject({
    ...common,
    kind: z.literal("version"),
    version: z.int().check(z.gte(1)),
    changed: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(200)),
  }),
]);
export type Decision = z.infer<typeof decision>;

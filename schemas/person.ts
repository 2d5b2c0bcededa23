// People, their part in a study, and the browser that they answer on.
import * as z from "zod/mini";
import { id, language, typed } from "./basics.ts";

export const roles = ["coordinator", "annotator", "expert", "adjudicator", "translator"] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;
export const seats = ["panel", "comparison", "pilot"] as const;
export const seat = z.enum(seats);
export type Seat = z.infer<typeof seat>;

/** A person in a study. `code` is the pseudonym that stands in every export; `name` never leaves without being asked for. */
export const member = z.object({
  person: id,
  study: id,
  code: z.string().check(z.minLength(1), z.maxLength(60)),
  name: z.optional(typed(200)),
  role,
  seat,
  language,
});

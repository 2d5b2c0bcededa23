// The standing response of this person for one item, from what this device holds: its own and those pulled from others.
import type { Response } from "#schemas/response";
import { type Held, type Standing, standing } from "#schemas/standing";
import type { PersonDatabase, ResponseRow } from "./database.ts";

export const heldOf = (row: ResponseRow): Held => ({ response: JSON.parse(row.text) as Response, flags: row.flags });

/** What the server set aside as quarantined or could not read does not stand, but is shown as stuck. */
export async function standingHere(
  db: PersonDatabase,
  study: string,
  item: string,
  occasion: number,
): Promise<Standing> {
  const rows = await db.responses.where("[study+item+occasion]").equals([study, item, occasion]).toArray();
  return standing(rows.filter(({ state }) => state !== "aside").map(heldOf));
}

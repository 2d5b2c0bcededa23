// The standing response of this person for one item, from what this device holds: its own and those pulled from others.
import type { Response } from "#schemas/response";
import { type Held, type Standing, standing } from "#schemas/standing";
import type { PersonDatabase, ResponseRow } from "./database.ts";

/** What stands is told without the content too: of an answer that is only on the server any more, the answer is empty. */
export function heldOf(row: ResponseRow): Held {
  const { text, flags, id, study, item, occasion, kind, device, n, at, replaces, skewMs } = row;
  if (text !== "") return { response: JSON.parse(text) as Response, flags };
  const answer = kind === "emotion" ? { emotions: {}, cues: [] } : {};
  const shell = { id, study, item, occasion, kind, device, n, at, replaces, skewMs, answer };
  return { response: shell as unknown as Response, flags };
}

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

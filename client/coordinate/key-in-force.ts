// Which options of a question are right now: the key as asked, then every key decision in the order of the log.
import type { DeskItem, StudyDetail } from "#schemas/desk";
import type { Letter } from "#schemas/labels";

export interface InForce {
  readonly right: readonly Letter[];
  readonly dropped: boolean;
  readonly changed: boolean;
}

/** `decisions` newest first, as the server gives them. */
export function keyInForce(item: DeskItem, decisions: StudyDetail["decisions"]): InForce {
  let right: Letter[] = item.key === undefined ? [] : [item.key];
  let dropped = false;
  let changed = false;
  for (const { decision } of decisions.toReversed()) {
    if (decision.kind !== "key" || decision.item !== item.id) continue;
    changed = true;
    if (decision.act === "drop-item") dropped = true;
    else if (decision.option !== undefined) {
      right = decision.act === "replace-key" ? [decision.option] : [...new Set([...right, decision.option])];
    }
  }
  return { right, dropped, changed };
}

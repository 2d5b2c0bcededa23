// Hints of a study, from the standing table and the responses that stand in it: the log is read once more for how long
// an answer took and what stood where, which the table does not hold.
import { setImmediate as turn } from "node:timers/promises";
import type { Hints } from "#schemas/hints";
import { type Letter, letters } from "#schemas/labels";
import type { Cue, Response } from "#schemas/response";
import {
  type AskedItem,
  type GivenAnswer,
  hintsOfItems,
  hintsOfPeople,
  keyPlacesOf,
  placesOf,
} from "#server/measures/hints";
import { meanTemporalIou, type Span } from "#server/measures/spans";
import { pageOf } from "#server/store/log-pages";
import type { Store } from "#server/store/open";
import { cellStates, type StandingTable } from "./table.ts";

export interface Standing {
  /** By place in the log: whose answer stands there, and to which item. */
  readonly answers: ReadonlyMap<number, { readonly code: string; readonly item: number; readonly votes: boolean }>;
  readonly last: number;
  readonly items: readonly Omit<AskedItem, "chosen" | "times">[];
  /** By index of the item, its place in `items`. */
  readonly placeOf: ReadonlyMap<number, number>;
}

/** What stands at the head: first occasions and counted items of everybody who answers. */
export function standingIn(table: StandingTable): Standing {
  const answers = new Map<number, { code: string; item: number; votes: boolean }>();
  const panel = new Set(table.panel());
  let last = 0;
  for (const person of table.people.values()) {
    const row = person.occasions.get(1);
    if (row === undefined) continue;
    row.state.forEach((state, item) => {
      const seq = row.seq[item] as number;
      if (state !== cellStates.answered || !table.counts(item)) return;
      answers.set(seq, { code: person.code, item, votes: panel.has(person) });
      last = Math.max(last, seq);
    });
  }
  const items: Omit<AskedItem, "chosen" | "times">[] = [];
  const placeOf = new Map<number, number>();
  table.items.forEach((item, i) => {
    const key = table.keys.get(i);
    if (item.protocol !== "choice" || !table.counts(i) || key === undefined || key.dropped) return;
    const options = letters.filter((letter) => item.options[letter] !== undefined);
    placeOf.set(i, items.push({ item: item.id, name: item.name, options, right: [...key.right] }) - 1);
  });
  return { answers, last, items, placeOf };
}

/** The log is read without holding up figures; what was erased meanwhile is not found and so not told. */
export async function hintsOf(standing: Standing, store: Store, study: string): Promise<Omit<Hints, "position">> {
  const people: GivenAnswer[] = [];
  const items = standing.items.map((item) => ({ ...item, chosen: [] as Letter[], times: [] as number[] }));
  const spans = new Map<number, Span[][]>();
  const ofPanel: GivenAnswer[] = [];
  for (let seq = 0; seq < standing.last; ) {
    const rows = await pageOf(store, study, ["seq", "body"], seq, 1000);
    if (rows.length === 0) break;
    for (const row of rows) {
      seq = row.seq;
      const of = standing.answers.get(row.seq);
      if (of === undefined) continue;
      const response = JSON.parse(row.body) as Response;
      const given = givenIn(response, of.code);
      people.push(given);
      if (response.kind === "emotion" && of.votes)
        spans.set(of.item, [...(spans.get(of.item) ?? []), spansIn(response.answer.cues)]);
      const item = items[standing.placeOf.get(of.item) ?? -1];
      if (response.kind !== "choice" || !of.votes || item === undefined) continue;
      item.chosen.push(response.answer.option);
      const [key, second] = item.right;
      const { option, shown } = response.answer;
      if (key !== undefined && second === undefined)
        ofPanel.push({ ...given, key: { place: shown.indexOf(key), right: option === key } });
      if (given.tookMs !== undefined) item.times.push(given.tookMs);
    }
    await turn();
  }
  const byCode = hintsOfPeople(people).sort((a, b) => (a.person < b.person ? -1 : 1));
  return {
    people: byCode,
    items: hintsOfItems(items),
    places: placesOf(people),
    keyPlaces: keyPlacesOf(ofPanel),
    cues: meanTemporalIou([...spans.values()]),
  };
}

/** A cue on the whole clip has no times and is no span. */
const spansIn = (cues: readonly Cue[]): Span[] =>
  cues.flatMap(({ startMs, endMs }) => (startMs === undefined || endMs === undefined ? [] : [{ startMs, endMs }]));

function givenIn(response: Response, person: string): GivenAnswer {
  const tookMs = response.latencyMs ?? response.activeMs;
  const watched = response.viewing?.share;
  if (response.kind === "choice") {
    const place = response.answer.shown.indexOf(response.answer.option);
    return { person, tookMs, watched, place: place < 0 ? undefined : place };
  }
  if (response.kind !== "emotion") return { person, tookMs, watched };
  const cards = Object.values(response.answer.emotions);
  const equalCards = cards.length === 10 && new Set(cards).size === 1;
  return { person, tookMs: response.activeMs, watched, equalCards, confidence: response.answer.confidence };
}

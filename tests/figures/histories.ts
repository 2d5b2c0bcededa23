// Studies with a history of responses and decisions, written by hand or at random from a seed.
import { v7 as uuid } from "uuid";
import type { Decision } from "#schemas/decision";
import { emotionIds } from "#schemas/labels";
import type { Seat } from "#schemas/person";
import { mulberry32 } from "#schemas/seeded";
import type { Item } from "#schemas/study";
import { appendDecision, appendPush } from "#server/store/log";
import type { Store } from "#server/store/open";
import { createPerson } from "#server/store/persons";
import { insertStudy } from "#server/store/studies";
import { draftOf, fileOf, Hand, noon, textOf } from "../store/people.ts";

export const clip = (id: string, practice = false): Item => ({
  protocol: "emotion",
  id,
  name: `clip ${id}`,
  practice,
  clip: id,
  media: "0".repeat(64),
  condition: "hidden",
});

export const sign = (id: string, more: object = {}): Item =>
  ({
    protocol: "choice",
    id,
    name: `name-${id}`,
    practice: false,
    modality: "text",
    entry: `entry-${id}`,
    articulations: ["air-writing"],
    options: { A: "one", B: "two", C: "three", D: "four" },
    text: "hands move",
    ...more,
  }) as Item;

export class Study {
  readonly store: Store;
  readonly id: string;
  readonly coordinator: string;
  readonly hands: Map<string, Hand>;

  constructor(store: Store, id: string, coordinator: string, hands: Map<string, Hand>) {
    this.store = store;
    this.id = id;
    this.coordinator = coordinator;
    this.hands = hands;
  }

  static async of(
    store: Store,
    given: {
      id: string;
      items: readonly Item[];
      people: readonly string[];
      settings?: object;
      seats?: Record<string, Seat>;
      keys?: Record<string, "A" | "B" | "C" | "D">;
    },
  ): Promise<Study> {
    const protocol = given.items[0]?.protocol ?? "emotion";
    const coordinator = await createPerson(store, { name: "Carla", language: "en" }, noon);
    const draft = draftOf(fileOf(given.id, protocol, given.settings), given.items, given.people);
    const keys = new Map([...draft.keys, ...Object.entries(given.keys ?? {})]);
    const seated = draft.people.map((one) => ({ ...one, seat: given.seats?.[one.code] ?? one.seat }));
    const { people } = await insertStudy(
      store,
      { ...draft, keys, people: seated },
      { coordinators: [coordinator], now: noon, state: "open" },
    );
    const hands = new Map<string, Hand>();
    for (const [code, person] of people) hands.set(code, await Hand.of(store, given.id, person));
    return new Study(store, given.id, coordinator, hands);
  }

  hand(code: string): Hand {
    return this.hands.get(code) as Hand;
  }

  async give(code: string, more: Record<string, unknown>): Promise<string> {
    const hand = this.hand(code);
    const response = hand.gives({ occasion: 1, ...more });
    const [verdict] = await appendPush(this.store, {
      device: hand.device,
      person: hand.person,
      texts: [textOf(response)],
      now: noon,
    });
    if (verdict?.verdict !== "stored") throw new Error(`${verdict?.verdict}: ${verdict?.problem}`);
    return response.id;
  }

  feel(code: string, item: string, sentiment: number, confidence?: number, more: object = {}): Promise<string> {
    const answer = { sentiment, emotions: { joy: 1 }, cues: [], ...(confidence === undefined ? {} : { confidence }) };
    return this.give(code, { kind: "emotion", item, answer, ...more });
  }

  choose(code: string, item: string, option: string, more: object = {}): Promise<string> {
    return this.give(code, { kind: "choice", item, answer: { option, shown: ["D", "C", "B", "A"] }, ...more });
  }

  skip(code: string, item: string, reason: string, more: object = {}): Promise<string> {
    return this.give(code, { kind: "skip", item, answer: { reason }, ...more });
  }

  async decide(what: Record<string, unknown>): Promise<void> {
    const decision = { v: 1, id: uuid(), study: this.id, at: noon.toISOString(), by: this.coordinator, ...what };
    await appendDecision(this.store, decision as Decision, noon);
  }
}

/** `steps` acts at random, all of kinds that the log takes. `pause` is called now and then. */
export async function wander(
  study: Study,
  items: readonly Item[],
  seed: number,
  steps: number,
  pause: () => Promise<void>,
) {
  const chance = mulberry32(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
  const given: { code: string; item: string; id: string }[] = [];
  const codes = [...study.hands.keys()];
  for (let step = 0; step < steps; step++) {
    const act = chance();
    const item = pick(items).id;
    if (act < 0.04)
      await study.decide({
        kind: "seat",
        person: study.hand(pick(codes)).person,
        seat: pick(["panel", "comparison", "panel"]),
      });
    else if (act < 0.05) await study.decide({ kind: "retire", item });
    else if (act < 0.07 && given.length > 0) await study.decide({ kind: "admit", response: pick(given).id });
    else if (act < 0.09) await study.decide({ kind: "state", state: pick(["open", "closed", "open"]) });
    else if (act < 0.1) await study.decide({ kind: "adjudicate", item, label: "sentiment", value: 0 });
    else if (act < 0.11)
      await study.decide({ kind: "key", item, act: pick(["drop-item", "accept-two"]), option: pick(["A", "B"]) });
    else if (act < 0.115) await study.decide({ kind: "erase", person: study.hand(pick(codes)).person });
    else {
      const code = pick(codes);
      const mine = given.filter((one) => one.code === code && one.item === item);
      const replaces = mine.length > 0 && chance() < 0.7 ? { replaces: pick(mine).id } : {};
      const kind = chance();
      const about = { item, ...replaces };
      const asked = { at: new Date(noon.getTime() + Math.floor(chance() * 50) * 1000).toISOString() };
      const id = await study
        .give(
          code,
          kind < 0.1 && "replaces" in replaces
            ? { kind: "retract", answer: {}, ...about, ...asked }
            : kind < 0.25
              ? { kind: "skip", answer: { reason: pick(["cannot-tell", "bad-video"]) }, ...about, ...asked }
              : kind < 0.3
                ? { kind: "flag", answer: { reason: "wrong-sign" }, item, ...asked }
                : items[0]?.protocol === "choice"
                  ? {
                      kind: "choice",
                      answer: { option: pick(["A", "B", "C"]), shown: ["A", "B", "C", "D"] },
                      ...about,
                      ...asked,
                    }
                  : { kind: "emotion", answer: feelings(chance, pick), ...about, ...asked },
        )
        .catch((error: Error) => {
          if (!/erased|quarantined/.test(error.message)) throw error;
          return undefined;
        });
      if (id !== undefined && kind >= 0.1 && !(kind >= 0.25 && kind < 0.3)) given.push({ code, item, id });
    }
    if (chance() < 0.1) await pause();
  }
}

function feelings(chance: () => number, pick: <T>(list: readonly T[]) => T) {
  const emotions = Object.fromEntries(emotionIds.flatMap((id) => (chance() < 0.3 ? [[id, pick([0, 1, 2, 3])]] : [])));
  return {
    emotions,
    cues: [],
    ...(chance() < 0.8 ? { sentiment: pick([-3, -1, 0, 1, 3]) } : {}),
    ...(chance() < 0.8 ? { confidence: pick([0, 50, 80]) } : {}),
  };
}

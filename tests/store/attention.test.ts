// Items that check attention: what the coordinator is told of them.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Response } from "#schemas/response";
import type { Item } from "#schemas/study";
import { attentionOf } from "#server/store/attention";
import { appendPush } from "#server/store/log";
import type { Store } from "#server/store/open";
import { insertStudy, studyById } from "#server/store/studies";
import { draftOf, fileOf, Hand, noon, questions, textOf } from "./people.ts";
import { engines, freshPlace, type Place } from "./places.ts";

describe.each(engines)("attention checks on %s", (engine) => {
  let place: Place;
  let store: Store;
  beforeAll(async () => {
    place = await freshPlace(engine);
    store = place.store;
  });
  afterAll(() => place.end());

  const told = async (study: string) => {
    const part = await studyById(store, study);
    if (part === undefined) throw new Error("no such study");
    return attentionOf(store, part);
  };
  const studyOf = async (id: string, protocol: "choice" | "emotion", items: readonly Item[]) => {
    const draft = draftOf(fileOf(id, protocol, { attention: true }), items, ["P1", "P2"]);
    const { people } = await insertStudy(store, draft, { coordinators: [], now: noon, state: "open" });
    return Promise.all(["P1", "P2"].map((code) => Hand.of(store, id, people.get(code) ?? "")));
  };
  const give = async (hand: Hand, ...records: Response[]) => {
    const verdicts = await appendPush(store, {
      ...{ person: hand.person, device: hand.device, now: noon },
      texts: records.map(textOf),
    });
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(records.map(() => "stored"));
  };

  it("are passed by the option that is right, failed by another, and neither by a skip; a change counts anew", async () => {
    const items = questions(2).map((item, k) => (k < 3 ? { ...item, attention: true } : item));
    const [one, two] = (await studyOf("choices", "choice", items)) as [Hand, Hand];
    const wrong = one.choice("q1", { answer: { option: "A", shown: ["C", "B", "A"] } });
    const skip = one.gives({ kind: "skip", item: "q2", occasion: 1, answer: { reason: "other", text: "late" } });
    await give(one, one.choice("q0"), wrong, skip, one.choice("q4"));
    expect(await told("choices")).toEqual(
      new Map([
        [one.person, { passed: 1, failed: 1, open: 1 }],
        [two.person, { passed: 0, failed: 0, open: 3 }],
      ]),
    );
    await give(one, one.choice("q1", { replaces: wrong.id }));
    expect((await told("choices")).get(one.person)).toEqual({ passed: 2, failed: 0, open: 1 });
  });

  it("of a rating are passed where each named value is met, zero included, whatever else was said", async () => {
    const clip = (id: string, more: object) => ({
      protocol: "emotion",
      id,
      name: id,
      clip: id,
      practice: false,
      ...more,
    });
    const items = [
      clip("check", { attention: true, expected: { sentiment: 0, emotions: { joy: 3 } } }),
      clip("silent", { attention: true }),
      clip("plain", {}),
    ] as unknown as Item[];
    const [one, two] = (await studyOf("ratings", "emotion", items)) as [Hand, Hand];
    const rated = (hand: Hand, answer: object) =>
      hand.gives({ kind: "emotion", item: "check", occasion: 1, answer: { cues: [], ...answer } });
    await give(one, rated(one, { sentiment: 0, emotions: { joy: 3, anger: 2 }, confidence: 10 }));
    await give(two, rated(two, { emotions: { joy: 3 } }));
    expect(await told("ratings")).toEqual(
      new Map([
        [one.person, { passed: 1, failed: 0, open: 0 }],
        [two.person, { passed: 0, failed: 1, open: 0 }],
      ]),
    );
  });

  it("are told of nobody where a study has none", async () => {
    await studyOf("plain", "choice", questions(1));
    expect(await told("plain")).toEqual(new Map());
  });
});

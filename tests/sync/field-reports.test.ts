// What went wrong in other people's tools, replayed against ours.
import type { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Response } from "#schemas/response";
import { counts, standing } from "#schemas/standing";
import { type PushReply, pushReply, type Verdict } from "#schemas/sync";
import { readLog } from "#server/store/log";
import type { Store } from "#server/store/open";
import { insertStudy } from "#server/store/studies";
import { draftOf, fileOf, Hand, noon, questions } from "../store/people.ts";
import { engines, freshPlace, type Place } from "../store/places.ts";
import { ask, pushOf, syncApp } from "./world.ts";

describe.each(engines)("field reports on %s", (engine) => {
  let place: Place;
  let store: Store;
  let app: Hono;
  let hands: Hand[];
  let study: string;
  let number = 0;
  beforeAll(async () => {
    place = await freshPlace(engine);
    store = place.store;
    app = syncApp(store);
  });
  afterAll(() => place.end());
  const fresh = async (settings: object = {}): Promise<Hand> => {
    number += 1;
    study = `report${number}`;
    const draft = draftOf(fileOf(study, "choice", settings), questions(2), ["E1", "E2", "E3"]);
    const { people } = await insertStudy(store, draft, { coordinators: [], now: noon, state: "open" });
    hands = await Promise.all([...people.values()].map((person) => Hand.of(store, study, person)));
    return hands[0] as Hand;
  };
  const push = async (hand: Hand, records: readonly Response[]): Promise<Verdict[]> => {
    const { body } = await ask(app, "/api/sync/push", hand.deviceKey, pushOf(hand, records));
    return (pushReply.parse(body) as PushReply).verdicts;
  };
  const held = async () =>
    (await readLog(store, study, 0, 100)).map(({ body, flags }) => ({
      response: JSON.parse(body) as Response,
      flags: JSON.parse(flags) as [],
    }));

  it("FR-04: one answer sent again and again, also at once, is one entry", async () => {
    const hand = await fresh();
    const answer = hand.choice("q0");
    const verdicts = (await Promise.all([1, 2, 3, 4, 5].map(() => push(hand, [answer])))).flat();
    expect(verdicts.filter(({ verdict }) => verdict === "stored")).toHaveLength(1);
    expect(verdicts.filter(({ verdict }) => verdict === "duplicate")).toHaveLength(4);
    expect(new Set(verdicts.map(({ seq }) => seq))).toEqual(new Set([1]));
    expect(await held()).toHaveLength(1);
  });

  it("FR-07: of three people who answer at once where two are wanted, two count and the third is kept and told", async () => {
    await fresh({ perItem: 2 });
    for (const hand of hands)
      await store.db
        .insertInto("assignments")
        .values({ study, version: 1, person: hand.person, item: "q0", occasion: 1, position: 50, removed_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const verdicts = (await Promise.all(hands.map((hand) => push(hand, [hand.choice("q0")])))).flat();
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(["stored", "stored", "stored"]);
    expect(verdicts.filter(({ flags }) => flags?.includes("beyond-k"))).toHaveLength(1);
    expect((await held()).filter(counts)).toHaveLength(2);
  });

  it("practice and items that check attention belong to everybody, however few people an item is wanted from", async () => {
    number += 1;
    study = `report${number}`;
    const [practice, check, ...others] = questions(2);
    const items = [{ ...practice, practice: true }, { ...check, attention: true }, ...others] as typeof others;
    const draft = draftOf(fileOf(study, "choice", { perItem: 1, attention: true }), items, ["E1", "E2"]);
    const { people } = await insertStudy(store, draft, { coordinators: [], now: noon, state: "open" });
    for (const person of people.values()) {
      const hand = await Hand.of(store, study, person);
      const verdicts = await push(hand, [hand.choice("q0"), hand.choice("q1")]);
      expect(verdicts.map(({ verdict, flags }) => [verdict, flags])).toEqual([
        ["stored", undefined],
        ["stored", undefined],
      ]);
    }
  });

  it("FR-13: five answers of which two were committed and never acknowledged arrive once each", async () => {
    const hand = await fresh();
    const five = [0, 1, 2, 3, 4].map((k) => hand.choice(`q${k}`));
    await push(hand, five.slice(0, 2));
    expect((await push(hand, five)).map(({ verdict }) => verdict)).toEqual([
      "duplicate",
      "duplicate",
      "stored",
      "stored",
      "stored",
    ]);
    expect((await held()).map(({ response }) => response.id)).toEqual(five.map(({ id }) => id));
  });

  it("FR-14: a fast clock does not win silently, and three quick edits never conflict with themselves", async () => {
    const tablet = await fresh();
    const phone = await Hand.of(store, study, tablet.person);
    const early = tablet.choice("q0", { at: "2026-03-01T12:00:00.000Z", skewMs: -10_800_000 });
    const later = phone.choice("q0", {
      at: "2026-03-01T09:30:00.000Z",
      skewMs: 0,
      answer: { option: "A", shown: ["A", "B", "C"] },
    });
    await push(tablet, [early]);
    const [verdict] = await push(phone, [later]);
    expect(verdict?.flags).toEqual(["conflict"]);
    const stands = standing(await held());
    expect(stands).toMatchObject({ conflict: true, response: { id: later.id } });
    const first = tablet.choice("q1");
    const second = tablet.choice("q1", { replaces: first.id });
    const third = tablet.choice("q1", { replaces: second.id });
    const quick = (
      await Promise.all([[first], [first, second], [second, third]].map((some) => push(tablet, some)))
    ).flat();
    expect(quick.every(({ flags }) => flags === undefined)).toBe(true);
    expect((await held()).filter(({ response }) => "item" in response && response.item === "q1")).toHaveLength(3);
  });
});

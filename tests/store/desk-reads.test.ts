// What the desk asks of a large log without walking it says the same as a walk over the whole of it.
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { flagsThatDoNotCount } from "#schemas/standing";
import type { Item } from "#schemas/study";
import { inboxOf } from "#server/store/inbox";
import { itemCounts, itemTexts } from "#server/store/items";
import { appendDecision, appendPush, readLog } from "#server/store/log";
import type { Store } from "#server/store/open";
import { insertStudy, itemsOf } from "#server/store/studies";
import { draftOf, fileOf, Hand, noon, questions, textOf } from "./people.ts";
import { engines, freshPlace, type Place } from "./places.ts";

describe.each(engines)("the desk's questions to a log on %s", (engine) => {
  let place: Place;
  let store: Store;
  const study = "large";
  beforeAll(async () => {
    place = await freshPlace(engine);
    store = place.store;
    const items = questions(8).map((item, k) => ({
      ...item,
      practice: k < 2,
      ...(k === 5 || k === 9 ? { attention: true } : {}),
    })) as Item[];
    const draft = draftOf(fileOf(study, "choice"), items, ["E1", "E2"]);
    const { people } = await insertStudy(store, draft, { coordinators: [], now: noon, state: "open" });
    const admitted: string[] = [];
    for (const [who, person] of people) {
      const hand = await Hand.of(store, study, person);
      const push = async (more: number) => {
        const given = Array.from({ length: more }, (_, k) => [
          hand.choice(`q${k + 2}`),
          ...(k % 3 === 0 ? [hand.gives({ kind: "note", item: `q${k}`, answer: { text: `${who} asks ${k}` } })] : []),
          ...(k % 4 === 0 ? [hand.gives({ kind: "flag", item: `q${k}`, answer: { reason: "bad-video" } })] : []),
        ]).flat();
        await appendPush(store, { device: hand.device, person, texts: given.map(textOf), now: noon });
        return given;
      };
      await push(9);
      const at = noon.toISOString();
      await appendDecision(store, { v: 1, id: uuid(), study, at, by: "carla", kind: "remove", person }, noon);
      const late = await push(5);
      admitted.push(late[0]?.id ?? "");
    }
    for (const response of admitted) {
      const at = noon.toISOString();
      await appendDecision(store, { v: 1, id: uuid(), study, at, by: "carla", kind: "admit", response }, noon);
    }
  });
  afterAll(() => place.end());

  it("find the questions, the flags and what does not count yet, newest first", async () => {
    const log = (await readLog(store, study, 0, 10_000)).reverse();
    const admitted = new Set(
      log.filter(({ kind }) => kind === "admit").map(({ body }) => JSON.parse(body).response as string),
    );
    const { notes, flags, held } = await inboxOf(store, study);
    expect(notes.map(({ response }) => response)).toEqual(
      log.filter(({ kind }) => kind === "note").map(({ id }) => id),
    );
    expect(flags.map(({ response }) => response)).toEqual(
      log.filter(({ kind }) => kind === "flag").map(({ id }) => id),
    );
    const withheld = log.filter(
      ({ entry, id, flags: noted }) =>
        entry === "response" &&
        !admitted.has(id) &&
        (JSON.parse(noted) as string[]).some((flag) => (flagsThatDoNotCount as string[]).includes(flag)),
    );
    expect(withheld.length).toBeGreaterThan(5);
    expect(held.map(({ response }) => response)).toEqual(withheld.map(({ id }) => id));
  });

  it("count and list the items as reading each of them does", async () => {
    const items = await itemsOf(store, study);
    const plain = items.filter((item) => item.attention !== true);
    expect(await itemCounts(store, study)).toEqual({
      counted: plain.filter(({ practice }) => !practice).length,
      practice: plain.filter(({ practice }) => practice).length,
    });
    expect(plain.length).toBe(items.length - 2);
    expect((await itemTexts(store, study)).map((text) => JSON.parse(text))).toEqual(items);
  });
});

import { createHash } from "node:crypto";
import fc from "fast-check";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Problem } from "#schemas/problem";
import type { Response } from "#schemas/response";
import { emptyDigest, type Verdict } from "#schemas/sync";
import { createDevice, deviceTotals } from "#server/store/devices";
import { appendDecision, appendPush, readLog } from "#server/store/log";
import type { Store } from "#server/store/open";
import { quarantineOf } from "#server/store/quarantine";
import { insertStudy } from "#server/store/studies";
import { draftOf, fileOf, Hand, noon, openStudy, textOf, type World } from "./people.ts";
import { engines, freshPlace, type Place } from "./places.ts";

const half = (id: string): Buffer => createHash("sha256").update(id).digest().subarray(0, 16);
const digestOf = (ids: readonly string[]): string => {
  const sum = Buffer.from(emptyDigest, "hex");
  for (const id of ids) for (const [at, byte] of half(id).entries()) sum[at] = (sum[at] as number) ^ byte;
  return sum.toString("hex");
};

describe.each(engines)("a push on %s", (engine) => {
  let place: Place;
  let store: Store;
  let world: World;
  let number = 0;
  beforeAll(async () => {
    place = await freshPlace(engine);
    store = place.store;
  });
  afterAll(() => place.end());

  const fresh = async (given: Parameters<typeof openStudy>[1] = {}): Promise<Hand> => {
    number += 1;
    world = await openStudy(store, { id: `study${number}`, ...given });
    return Hand.of(store, world.study, world.people.get("E1") as string);
  };
  const push = (hand: Hand, records: readonly (Response | string)[]): Promise<Verdict[]> =>
    appendPush(store, {
      device: hand.device,
      person: hand.person,
      texts: records.map((record) => (typeof record === "string" ? record : textOf(record))),
      now: noon,
    });
  const one = async (hand: Hand, record: Response | string): Promise<Verdict> => {
    const [verdict] = await push(hand, [record]);
    return verdict as Verdict;
  };
  const stored = async (): Promise<string[]> => (await readLog(store, world.study, 0, 1000)).map(({ id }) => id);

  it("stores each response once, in the order sent, and keeps the very text", async () => {
    const hand = await fresh();
    const records = [hand.choice("q0"), hand.choice("q1"), hand.choice("q2")];
    const verdicts = await push(hand, records);
    expect(verdicts).toEqual(records.map(({ id }, at) => ({ id, verdict: "stored", seq: at + 1 })));
    const rows = await readLog(store, world.study, 0, 10);
    expect(rows.map(({ body }) => body)).toEqual(records.map(textOf));
    expect(rows[0]).toMatchObject({
      person: hand.person,
      device: hand.device,
      n: 1,
      item: "q0",
      occasion: 1,
      kind: "choice",
      flags: "[]",
      hash: createHash("sha256").update(textOf(records[0])).digest("hex"),
    });
    expect(await push(hand, records)).toEqual(records.map(({ id }, at) => ({ id, verdict: "duplicate", seq: at + 1 })));
    expect(await stored()).toHaveLength(3);
    expect(await deviceTotals(store, hand.device)).toEqual({
      count: 3,
      digest: digestOf(records.map(({ id }) => id)),
    });
  });

  it("judges a bad response among good ones by itself", async () => {
    const hand = await fresh();
    const good = hand.choice("q0");
    const last = hand.choice("q1");
    const verdicts = await push(hand, [good, "{ not json", "[]", "{}", last]);
    expect(verdicts.map(({ verdict, id }) => [verdict, id])).toEqual([
      ["stored", good.id],
      ["refused", null],
      ["refused", null],
      ["refused", null],
      ["stored", last.id],
    ]);
    expect(await stored()).toEqual([good.id, last.id]);
  });

  const wrong: [string, (hand: Hand) => unknown, RegExp][] = [
    ["an unknown study", (hand) => ({ ...hand.choice("q0"), study: "nowhere" }), /no such study/],
    ["an unknown item", (hand) => hand.choice("q999"), /no such item/],
    [
      "an option that the item lacks",
      (hand) => hand.choice("q0", { answer: { option: "D", shown: ["D", "A"] } }),
      /no option D/,
    ],
    [
      "an option that was not shown",
      (hand) => hand.choice("q0", { answer: { option: "A", shown: ["B", "C"] } }),
      /not among/,
    ],
    ["a version to come", (hand) => hand.choice("q0", { studyVersion: 2 }), /no version 2/],
    [
      "an emotion answer in a quiz",
      (hand) => hand.gives({ kind: "emotion", item: "q0", occasion: 1, answer: { emotions: {}, cues: [] } }),
      /protocol choice/,
    ],
    [
      "sentiment 4",
      (hand) =>
        hand.gives({ kind: "emotion", item: "q0", occasion: 1, answer: { sentiment: 4, emotions: {}, cues: [] } }),
      /sentiment/,
    ],
    ["a field that no record has", (hand) => hand.choice("q0", { more: 1 }), /./],
    ["a record that replaces itself", (hand) => ((r) => ({ ...r, replaces: r.id }))(hand.choice("q0")), /itself/],
  ];
  it.each(wrong)("keeps %s aside, outside log and digest", async (_, make, problem) => {
    const hand = await fresh();
    const record = make(hand) as Response;
    expect(await one(hand, record)).toMatchObject({
      id: record.id,
      verdict: "quarantined",
      problem: expect.stringMatching(problem),
    });
    expect((await one(hand, record)).verdict).toBe("quarantined");
    expect(await stored()).toEqual([]);
    expect(await deviceTotals(store, hand.device)).toEqual({ count: 0, digest: emptyDigest });
    const kept = await quarantineOf(store, record.study);
    expect(kept.map(({ id, body }) => [id, body])).toEqual([[record.id, textOf(record)]]);
  });

  it("stores what was given on a device that a restored server has forgotten, and sets another person's device aside", async () => {
    const hand = await fresh();
    const record = { ...hand.choice("q0"), device: uuid() } as Response;
    expect(await one(hand, record)).toMatchObject({ verdict: "stored", flags: ["fork"] });
    expect(await deviceTotals(store, hand.device)).toEqual({ count: 0, digest: emptyDigest });
    const other = await createDevice(store, { person: world.people.get("E2") as string, shared: false, now: noon });
    const theirs = { ...hand.choice("q1"), device: other.device } as Response;
    expect(await one(hand, theirs)).toMatchObject({ verdict: "quarantined", problem: expect.stringMatching(/device/) });
  });

  it("keeps a text aside that is not canonical", async () => {
    const hand = await fresh();
    const record = hand.choice("q0");
    expect(await one(hand, JSON.stringify({ z: 1, ...record }, null, 1))).toMatchObject({
      verdict: "quarantined",
      id: record.id,
    });
    expect((await one(hand, record)).verdict).toBe("stored");
  });

  it("keeps other content under a known id aside and never changes what stands", async () => {
    const hand = await fresh();
    const record = hand.choice("q0");
    await one(hand, record);
    const other = { ...record, answer: { option: "A", shown: ["A", "B", "C"] } } as Response;
    expect((await one(hand, other)).verdict).toBe("quarantined");
    const again = hand.choice("q1");
    const twice = await push(hand, [again, { ...again, offset: 60 } as Response, again]);
    expect(twice.map(({ verdict }) => verdict)).toEqual(["stored", "quarantined", "duplicate"]);
    expect((await readLog(store, world.study, 0, 10)).map(({ body }) => body)).toEqual([record, again].map(textOf));
  });

  it("refuses a whole batch that holds another person's response, and stores nothing of it", async () => {
    const hand = await fresh();
    const theirs = { ...hand.choice("q1"), person: world.people.get("E2") } as Response;
    const batch = push(hand, [hand.choice("q0"), theirs]);
    await expect(batch).rejects.toThrowError(Problem);
    await expect(push(hand, [theirs])).rejects.toMatchObject({ code: "another-person" });
    expect(await stored()).toEqual([]);
  });

  it("lets an answer be changed and taken back, and keeps a change of another item's answer aside", async () => {
    const hand = await fresh();
    const first = hand.choice("q0");
    const changed = hand.choice("q0", { replaces: first.id });
    const back = hand.gives({ kind: "retract", item: "q0", occasion: 1, replaces: changed.id, answer: {} });
    const crossed = hand.choice("q1", { replaces: first.id });
    const verdicts = await push(hand, [first, changed, back, crossed]);
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(["stored", "stored", "stored", "quarantined"]);
    expect(verdicts.slice(0, 3).every(({ flags }) => flags === undefined)).toBe(true);
  });

  it("keeps what replaces another person's response aside", async () => {
    const hand = await fresh();
    const other = await Hand.of(store, world.study, world.people.get("E2") as string);
    const theirs = other.choice("q0");
    await one(other, theirs);
    expect(await one(hand, hand.choice("q0", { replaces: theirs.id }))).toMatchObject({
      verdict: "quarantined",
      problem: expect.stringMatching(/another person/),
    });
  });

  it("flags two answers of one person from two devices, and a cloned device", async () => {
    const hand = await fresh();
    const second = await Hand.of(store, world.study, hand.person);
    await one(hand, hand.choice("q0"));
    expect(await one(second, second.choice("q0"))).toMatchObject({ verdict: "stored", flags: ["conflict"] });
    const clone = new Hand(hand.study, hand.person, hand);
    expect(await one(clone, clone.choice("q1"))).toMatchObject({ verdict: "stored", flags: ["fork"] });
    const carried = await Hand.of(store, world.study, hand.person);
    const byOther = await push(carried, [hand.choice("q2")]);
    expect(byOther[0]).toMatchObject({ verdict: "stored", flags: ["fork"] });
  });

  it("stores late answers that count, and flags changes after the study closed", async () => {
    const hand = await fresh();
    const before = hand.choice("q0");
    await one(hand, before);
    const decided = { v: 1, id: uuid(), study: world.study, at: noon.toISOString(), by: world.coordinator } as const;
    await appendDecision(store, { ...decided, kind: "state", state: "closed" }, noon);
    const verdicts = await push(hand, [
      hand.choice("q1"),
      hand.choice("q0", { replaces: before.id }),
      hand.gives({ kind: "note", answer: { text: "which sign?" } }),
    ]);
    expect(verdicts.map(({ flags }) => flags)).toEqual([["late"], ["late", "after-lock"], ["late"]]);
  });

  it("flags answers to items that the person does not owe or owes no more", async () => {
    const hand = await fresh();
    await store.db
      .updateTable("assignments")
      .set({ removed_at: noon.toISOString() })
      .where("study", "=", world.study)
      .where("person", "=", hand.person)
      .where("item", "=", "q0")
      .execute();
    expect(await one(hand, hand.choice("q0"))).toMatchObject({ verdict: "stored", flags: ["removed"] });
    expect(await one(hand, hand.choice("q1", { occasion: 2 }))).toMatchObject({ flags: ["beyond-k"] });
    await store.db
      .updateTable("members")
      .set({ removed_at: noon.toISOString() })
      .where("study", "=", world.study)
      .where("person", "=", hand.person)
      .execute();
    expect(await one(hand, hand.choice("q2"))).toMatchObject({ verdict: "stored", flags: ["removed"] });
  });

  it("flags an answer beyond the k that others have given", async () => {
    const hand = await fresh({ entries: 2, people: ["E1", "E2"], settings: { perItem: 1 } });
    const other = await Hand.of(store, world.study, world.people.get("E2") as string);
    const owes = async (person: string) =>
      store.db
        .selectFrom("assignments")
        .select("item")
        .where("study", "=", world.study)
        .where("person", "=", person)
        .execute();
    const [mine] = await owes(hand.person);
    const theirs = await owes(other.person);
    expect(theirs.map(({ item }) => item)).not.toContain(mine?.item);
    expect((await one(hand, hand.choice(mine?.item as string))).flags).toBeUndefined();
    expect((await one(other, other.choice(mine?.item as string))).flags).toEqual(["beyond-k"]);
    await store.db
      .insertInto("assignments")
      .values({
        study: world.study,
        version: 1,
        person: other.person,
        item: mine?.item as string,
        occasion: 1,
        position: 99,
        removed_at: null,
      })
      .execute();
    expect((await one(other, other.choice(mine?.item as string))).flags).toEqual(["beyond-k"]);
  });

  it("locks the clip without its caption once the clip with its caption is answered", async () => {
    number += 1;
    const study = `after${number}`;
    const clip = {
      protocol: "emotion" as const,
      practice: false,
      clip: "c1",
      media: "0".repeat(64),
    };
    const items = [
      { ...clip, id: "c1", name: "c1", condition: "hidden" as const },
      { ...clip, id: "c1~caption", name: "c1~caption", condition: "shown" as const, caption: "hi", locks: "c1" },
    ];
    const draft = draftOf(fileOf(study, "emotion", { captions: "shown-after" }), items, ["A1"]);
    const { people } = await insertStudy(store, draft, { coordinators: [], now: noon, state: "open" });
    world = { study, coordinator: "", people };
    const hand = await Hand.of(store, study, people.get("A1") as string);
    const rates = (item: string, more = {}) =>
      hand.gives({ kind: "emotion", item, occasion: 1, answer: { sentiment: 0, emotions: {}, cues: [] }, ...more });
    const before = rates("c1");
    const early = rates("c1", { replaces: before.id });
    const captioned = rates("c1~caption");
    const late = rates("c1", { replaces: early.id });
    const verdicts = await push(hand, [before, captioned, early, late]);
    expect(verdicts.map(({ flags }) => flags)).toEqual([undefined, undefined, undefined, ["after-lock"]]);
  });

  it("answers `erased` for what was erased, which still counts in digest", async () => {
    const hand = await fresh();
    const record = hand.choice("q0");
    await one(hand, record);
    const decided = { v: 1, id: uuid(), study: world.study, at: noon.toISOString(), by: world.coordinator } as const;
    const { epoch } = await appendDecision(store, { ...decided, kind: "erase", person: hand.person }, noon);
    expect(epoch).toBe(2);
    expect(await one(hand, record)).toEqual({ id: record.id, verdict: "erased" });
    expect(await deviceTotals(store, hand.device)).toEqual({ count: 1, digest: digestOf([record.id]) });
    expect((await stored()).includes(record.id)).toBe(false);
  });

  it("keeps the same decision once and moves a seat with it", async () => {
    const hand = await fresh();
    const decided = {
      v: 1,
      id: uuid(),
      study: world.study,
      at: noon.toISOString(),
      by: world.coordinator,
      kind: "seat",
      person: hand.person,
      seat: "comparison",
    } as const;
    const at = await appendDecision(store, decided, noon);
    expect(await appendDecision(store, decided, noon)).toEqual(at);
    await expect(appendDecision(store, { ...decided, seat: "pilot" }, noon)).rejects.toMatchObject({
      code: "conflict",
    });
    const seat = await store.db
      .selectFrom("members")
      .select("seat")
      .where("study", "=", world.study)
      .where("person", "=", hand.person)
      .executeTakeFirst();
    expect(seat?.seat).toBe("comparison");
    expect(await readLog(store, world.study, 0, 10)).toHaveLength(1);
  });

  it("gives one gapless order to pushes of many people at once", async () => {
    await fresh({ entries: 8 });
    const second = engine === "postgres" ? await place.again() : store;
    const hands = await Promise.all(
      ["E1", "E2", "E3"].map((code) => Hand.of(store, world.study, world.people.get(code) as string)),
    );
    const rounds = hands.flatMap((hand) =>
      [0, 1, 2, 3].map((k) => ({ hand, texts: [0, 1, 2, 3, 4].map((i) => textOf(hand.choice(`q${k * 5 + i}`))) })),
    );
    const answers = await Promise.all(
      rounds.map(({ hand, texts }, at) =>
        appendPush(at % 2 === 0 ? store : second, { device: hand.device, person: hand.person, texts, now: noon }),
      ),
    );
    if (second !== store) await second.close();
    expect(answers.flat().every(({ verdict }) => verdict === "stored")).toBe(true);
    expect((await readLog(store, world.study, 0, 1000)).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 60 }, (_, k) => k + 1),
    );
  });

  it("holds the same responses whatever the order and repetition of batches", async () => {
    const hand = await fresh({ entries: 4 });
    const second = await createDevice(store, { person: hand.person, shared: false, now: noon });
    const other = new Hand(hand.study, hand.person, second);
    const records: Response[] = [];
    for (let k = 0; k < 6; k++) {
      const first = hand.choice(`q${k}`);
      records.push(first, hand.choice(`q${k}`, { replaces: first.id }), other.choice(`q${k}`));
    }
    const wanted = records.map(({ id }) => id).sort();
    const batches = fc.array(fc.array(fc.nat(records.length - 1), { maxLength: 8 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(batches, async (order) => {
        await store.db.deleteFrom("log").where("study", "=", world.study).execute();
        await store.db.updateTable("studies").set({ seq: 0 }).where("id", "=", world.study).execute();
        await store.db
          .updateTable("devices")
          .set({ count: 0, digest: emptyDigest })
          .where("person", "=", hand.person)
          .execute();
        const all = [...order, records.map((_, at) => at).reverse()];
        for (const batch of all)
          await push(
            hand,
            batch.map((at) => records[at] as Response),
          );
        expect((await stored()).sort()).toEqual(wanted);
        for (const device of [hand.device, other.device]) {
          const own = records.filter((record) => record.device === device).map(({ id }) => id);
          expect(await deviceTotals(store, device)).toEqual({ count: own.length, digest: digestOf(own) });
        }
      }),
      { numRuns: 15 },
    );
  });
});

// Figures of a study: by hand, while the log grows, and after decisions.
import { v7 as uuid } from "uuid";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { VotedLabel } from "#schemas/label";
import { labelsOf } from "#schemas/labels";
import { type Response, ratingsOf } from "#schemas/response";
import { type Held, standing } from "#schemas/standing";
import { createFigures, type Figures } from "#server/figures/figures";
import { vote } from "#server/measures/vote";
import { readLog } from "#server/store/log";
import { membersOf } from "#server/store/members";
import { engines, freshPlace, type Place } from "../store/places.ts";
import { clip, Study, sign, wander } from "./histories.ts";

describe.each(engines)("figures on %s", (engine) => {
  let place: Place;
  let figures: Figures;
  const clock = () => new Date(0);
  beforeEach(async () => {
    place = await freshPlace(engine);
    figures = createFigures({ store: place.store, clock });
  });
  afterEach(() => place.end());
  const emotions = (more: Partial<Parameters<typeof Study.of>[1]> = {}) =>
    Study.of(place.store, {
      id: "s",
      items: [clip("c1"), clip("c2"), clip("p1", true)],
      people: ["a", "b", "h"],
      seats: { h: "comparison" },
      ...more,
    });
  const labelOf = async (item: string, label: string): Promise<VotedLabel | undefined> =>
    (await figures.labels("s")).labels.find((row) => row.item === item && row.label === label);

  it("vote over the panel's standing answers, and leave comparison and practice out", async () => {
    const study = await emotions();
    const first = await study.feel("a", "c1", 3, 40);
    await study.feel("b", "c1", 1, 60);
    await study.feel("h", "c1", 3, 100);
    await study.feel("a", "p1", 2, 100);
    expect(await labelOf("clip c1", "sentiment")).toMatchObject({ value: 1, rule: "confidence", tied: [1, 3], of: 2 });
    expect(await labelOf("clip p1", "sentiment")).toBeUndefined();
    await study.feel("a", "c1", 1, 10, { replaces: first });
    expect(await labelOf("clip c1", "sentiment")).toMatchObject({ value: 1, rule: "unanimous", of: 2, spread: 0 });
    expect(await labelOf("clip c2", "sentiment")).toMatchObject({ value: null, rule: "no-votes", spread: null });
    const ground = await figures.agreement("s");
    expect(await figures.progress("s")).toMatchObject({ ties: 0 });
    await study.feel("a", "c2", 3, 70);
    await study.feel("b", "c2", 2, 70);
    expect(await figures.progress("s")).toMatchObject({ ties: 1, labelled: 2 });
    await study.decide({ kind: "adjudicate", item: "c2", label: "sentiment", value: null });
    expect(await figures.progress("s")).toMatchObject({ ties: 0 });
    expect(ground).toMatchObject({ position: { epoch: 1, seq: 5 }, people: 2, items: 2 });
  });

  it("take a seat, a retired item and an admitted response into account at once", async () => {
    const study = await emotions();
    await study.feel("a", "c1", 3);
    await study.feel("b", "c1", 1);
    await study.feel("h", "c1", 1);
    const alpha = async () => (await figures.agreement("s")).labels.find(({ label }) => label === "sentiment");
    expect(await alpha()).toMatchObject({ pairable: 2, people: 2 });
    await study.decide({ kind: "seat", person: study.hand("h").person, seat: "panel" });
    expect(await alpha()).toMatchObject({ pairable: 3, people: 3 });
    expect(await labelOf("clip c1", "sentiment")).toMatchObject({ value: 1, rule: "majority" });
    await study.decide({ kind: "state", state: "closed" });
    const late = await study.feel("a", "c1", 2);
    expect((await figures.progress("s")).held).toBe(1);
    expect(await labelOf("clip c1", "sentiment")).toMatchObject({ value: 1, of: 3 });
    await study.decide({ kind: "admit", response: late });
    expect((await figures.progress("s")).held).toBe(0);
    await study.decide({ kind: "retire", item: "c1" });
    expect(await labelOf("clip c1", "sentiment")).toBeUndefined();
    expect(await alpha()).toMatchObject({ pairable: 0, state: "insufficient" });
  });

  it("forget an erased person, from 0 in a new epoch", async () => {
    const study = await emotions();
    await study.feel("a", "c1", 3);
    await study.feel("b", "c1", 1);
    expect((await figures.labels("s")).people).toBe(2);
    await study.decide({ kind: "erase", person: study.hand("a").person });
    const after = await figures.labels("s");
    expect(after).toMatchObject({ people: 1, position: { epoch: 2 } });
    expect(await labelOf("clip c1", "sentiment")).toMatchObject({ value: 1, rule: "single" });
  });

  it("give progress that adds up, by person and reason", async () => {
    const study = await emotions();
    await study.feel("a", "c1", 3);
    await study.skip("a", "c2", "upsetting");
    await study.give("b", { kind: "flag", item: "c1", answer: { reason: "bad-video" } });
    const { rows } = await figures.progress("s");
    expect(
      rows.map(({ code, assigned, answered, skipped, open, flags }) => [
        code,
        assigned,
        answered,
        skipped,
        open,
        flags,
      ]),
    ).toEqual([
      ["a", 2, 1, 1, 0, 0],
      ["b", 2, 0, 0, 2, 1],
      ["h", 2, 0, 0, 2, 0],
    ]);
    expect(rows[0]?.skips).toEqual({ upsetting: 1 });
  });

  it("score a quiz by its key, its key decisions, and what a skip means", async () => {
    const quiz = await Study.of(place.store, {
      id: "s",
      items: [sign("q1"), sign("q2"), sign("q3", { articulations: [] })],
      people: ["a", "b"],
      settings: { cannotTell: true },
      keys: { q1: "A", q2: "B", q3: "C" },
    });
    await quiz.choose("a", "q1", "A");
    await quiz.choose("a", "q2", "A");
    await quiz.skip("a", "q3", "bad-video");
    await quiz.choose("b", "q1", "B");
    await quiz.skip("b", "q2", "cannot-tell");
    await quiz.choose("b", "q3", "C");
    const row = async (articulation: string) =>
      (await figures.baseline("s")).rows.find((one) => one.modality === "text" && one.articulation === articulation);
    expect(await row("All")).toMatchObject({ right: 2, asked: 5, people: 2, least: 1 / 3, greatest: 0.5 });
    expect(await row("AW")).toMatchObject({ right: 1, asked: 4 });
    expect(await row("FS")).toMatchObject({ right: 0, asked: 0, pooled: null });
    expect(await labelOf("name-q1", "choice")).toMatchObject({ value: null, rule: "unresolved", tied: ["A", "B"] });
    expect(await labelOf("name-q3", "choice")).toMatchObject({ value: "C", rule: "single" });
    expect((await figures.baseline("s")).beside).toMatchObject({
      asAsked: null,
      skips: { "bad-video": 1 },
      cannotTell: 1,
      gap: { difference: null },
      lexicon: null,
    });
    const first = (await figures.baseline("s")).beside.firstExposure?.find((one) => one.articulation === "All");
    expect(first).toMatchObject({ right: 2, asked: 5 });
    const { lexicon } = (await figures.baseline("s", { tagged: 1, others: 1 })).beside;
    expect(lexicon?.[0]).toMatchObject({ modality: "text", share: 0.5 * 0.25 + 0.5 * 1 });
    await quiz.decide({ kind: "key", item: "q1", act: "accept-two", option: "B" });
    expect(await row("All")).toMatchObject({ right: 3, asked: 5 });
    await quiz.decide({ kind: "key", item: "q2", act: "replace-key", option: "A" });
    expect(await row("All")).toMatchObject({ right: 4, asked: 5 });
    await quiz.decide({ kind: "key", item: "q2", act: "drop-item" });
    expect(await row("All")).toMatchObject({ right: 3, asked: 3 });
    const { asAsked } = (await figures.baseline("s")).beside;
    expect(asAsked?.find((one) => one.articulation === "All")).toMatchObject({ right: 2, asked: 5 });
  });

  it("compare the times of the panel's cues", async () => {
    const study = await emotions();
    const cue = (startMs: number, endMs: number) => ({ id: uuid(), startMs, endMs });
    const mark = (who: string, ...cues: object[]) =>
      study.give(who, { kind: "emotion", item: "c1", answer: { sentiment: 1, emotions: {}, cues } });
    await mark("a", cue(0, 1000), { id: uuid() });
    await mark("b", cue(500, 1500));
    await mark("h", cue(0, 10));
    expect((await figures.hints("s")).cues).toEqual({ clips: 1, pairs: 1, iou: 1 / 3 });
  });

  it("ask about what stands only: times, lines, ten equal cards, and distractors that nobody chose", async () => {
    const quiz = await Study.of(place.store, {
      id: "s",
      items: [sign("q1"), sign("q2"), sign("p", { practice: true })],
      people: ["a", "b", "h"],
      seats: { h: "comparison" },
      keys: { q1: "A", q2: "B" },
    });
    const first = await quiz.choose("a", "q1", "C", { latencyMs: 200 });
    await quiz.choose("a", "q1", "D", { latencyMs: 4000, replaces: first });
    await quiz.choose("b", "q1", "A", { activeMs: 900 });
    await quiz.choose("h", "q1", "B");
    await quiz.choose("a", "p", "A", { latencyMs: 5 });
    const got = await figures.hints("s");
    expect(got.people).toMatchObject([
      { person: "a", answers: 1, medianMs: 4000, underSecond: 0, longestLine: 1 },
      { person: "b", answers: 1, medianMs: 900, underSecond: 1 },
      { person: "h", answers: 1, timed: 0, medianMs: null },
    ]);
    expect(got.items).toEqual([
      { item: "q1", name: "name-q1", answers: 2, missed: 1, neverChosen: ["B", "C"], medianMs: 2450 },
      { item: "q2", name: "name-q2", answers: 0, missed: 0, neverChosen: [], medianMs: null },
    ]);
    expect(got.places).toEqual([1, 0, 1, 1]);
  });

  it("count cannot-tell as not asked where the study does not offer it", async () => {
    const quiz = await Study.of(place.store, { id: "s", items: [sign("q1")], people: ["a"] });
    await quiz.skip("a", "q1", "cannot-tell");
    expect((await figures.baseline("s")).rows.every(({ asked }) => asked === 0)).toBe(true);
  });

  it("answer many who ask at once alike, and refuse a study that is not there", async () => {
    const study = await emotions();
    await study.feel("a", "c1", 3);
    const all = await Promise.all(Array.from({ length: 20 }, () => figures.labels("s")));
    expect(new Set(all).size).toBe(1);
    await expect(figures.labels("none")).rejects.toMatchObject({ code: "not-found" });
  });

  it("read an answer that was changed many times as its last change", async () => {
    const study = await emotions();
    let last = await study.feel("a", "c1", 0);
    for (let i = 1; i < 33; i++) last = await study.feel("a", "c1", (i % 7) - 3, 50, { replaces: last });
    await study.feel("b", "c1", 1);
    expect(await labelOf("clip c1", "sentiment")).toMatchObject({ of: 2, tied: [], value: 1 });
  });

  it.each([1, 2, 3, 4])(
    "are the same grown step by step as from the start, and as each person's standing answers (history %i)",
    async (seed) => {
      const items = seed % 2 === 0 ? [sign("q1"), sign("q2"), sign("q3")] : [clip("c1"), clip("c2"), clip("c3")];
      const study = await Study.of(place.store, {
        id: "s",
        items,
        people: ["a", "b", "c"],
        settings: { cannotTell: true },
      });
      const all = async (of: Figures) => ({
        labels: await of.labels("s"),
        agreement: await of.agreement("s"),
        quick: await of.agreement("s", { companions: false }),
        progress: await of.progress("s"),
        ...(seed % 2 === 0 ? { baseline: await of.baseline("s") } : {}),
      });
      await wander(study, items, seed, 150, async () => {
        await figures.labels("s");
      });
      const grown = await all(figures);
      const open = grown.labels.labels.filter((row) => row.rule === "unresolved");
      expect(grown.progress.ties).toBeLessThanOrEqual(open.length);
      expect(grown.progress.ties > 0 || open.length < 3).toBe(true);
      expect(grown).toEqual(await all(createFigures({ store: place.store, clock })));
      grown.agreement.labels.forEach((row, l) => {
        const { alpha, interval, pairable, people } = row;
        expect(grown.quick.labels[l]).toMatchObject({ alpha, interval, pairable, people });
      });
      expect(grown.labels.labels.map(({ id, counts, ...row }) => row)).toEqual(await labelsByHand(place, items));
    },
  );
});

/** The same labels without a table: every person's chain by the rule of the schemas, then the vote. */
async function labelsByHand(
  { store }: Place,
  items: readonly { id: string; name: string; protocol: "choice" | "emotion" }[],
) {
  const log = await readLog(store, "s", 0, 10_000);
  const seats = new Map((await membersOf(store, "s")).map(({ person, seat }) => [person, seat]));
  const decisions = log.filter(({ entry }) => entry === "decision").map(({ body }) => JSON.parse(body));
  const admitted = new Set(decisions.map(({ response }) => response));
  const retired = new Set(decisions.filter(({ kind }) => kind === "retire").map(({ item }) => item));
  const chains = new Map<string, Held[]>();
  for (const row of log) {
    if (row.entry !== "response" || seats.get(row.person as string) !== "panel" || row.item === null) continue;
    const held = {
      response: JSON.parse(row.body) as Response,
      flags: JSON.parse(row.flags),
      admitted: admitted.has(row.id),
    };
    const key = `${row.person} ${row.item}`;
    chains.set(key, [...(chains.get(key) ?? []), held]);
  }
  return items
    .filter(({ id }) => !retired.has(id))
    .flatMap(({ id, name, protocol }) =>
      labelsOf(protocol).map(({ id: label, scale }) => {
        const votes = [...chains].flatMap(([key, held]) => {
          const { response } = standing(held);
          if (response === undefined || !key.endsWith(` ${id}`)) return [];
          const value = ratingsOf(response).get(label);
          const confidence = response.kind === "emotion" ? response.answer.confidence : undefined;
          return value === undefined ? [] : [confidence === undefined ? { value } : { value, confidence }];
        });
        const { value, tied, ...rest } = vote(votes);
        const out = (place: number) => (scale === "options" ? "ABCD".charAt(place) : place);
        const numbers = votes.map((one) => one.value);
        return {
          ...{ item: name, label, value: value === null ? null : out(value), ...rest, tied: tied.map(out) },
          spread: numbers.length === 0 || scale === "options" ? null : Math.max(...numbers) - Math.min(...numbers),
        };
      }),
    );
}

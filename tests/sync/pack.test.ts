import type { Hono } from "hono";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Decision } from "#schemas/decision";
import { emotionIds } from "#schemas/labels";
import type { Item } from "#schemas/study";
import { type Pack, pack } from "#schemas/sync";
import { appendDecision, appendPush } from "#server/store/log";
import { insertStudy } from "#server/store/studies";
import { draftOf, fileOf, Hand, noon, openStudy, questions, textOf } from "../store/people.ts";
import { engines, freshPlace, type Place } from "../store/places.ts";
import { ask, syncApp } from "./world.ts";

const video = (k: number) => ({
  hash: String(k).padStart(64, "0"),
  bytes: 1000 + k,
  type: "video/mp4" as const,
  codec: "avc1.42E01E",
  width: 320,
  height: 240,
  durationMs: 2000,
  fps: 25,
  name: `media/secret-name-${k}.mp4`,
  rights: "team" as const,
  credit: "secret-credit",
});

describe.each(engines)("a pack on %s", (engine) => {
  let place: Place;
  let app: Hono;
  beforeAll(async () => {
    place = await freshPlace(engine);
    app = syncApp(place.store);
  });
  afterAll(() => place.end());
  const packFor = async (hand: Hand): Promise<{ text: string; pack: Pack }> => {
    const { status, body } = await ask(app, "/api/sync/pack", hand.deviceKey);
    expect(status).toBe(200);
    return { text: JSON.stringify(body), pack: pack.parse(body) };
  };

  it("gives an expert the questions and nothing that tells the answer", async () => {
    const world = await openStudy(place.store, { id: "quiz", entries: 3 });
    const hand = await Hand.of(place.store, world.study, world.people.get("E1") as string);
    const { text, pack } = await packFor(hand);
    const study = pack.studies[0];
    expect(study?.items.map(({ id }) => id)).toEqual(questions(3).map(({ id }) => id));
    expect(study?.items[0]).toEqual({
      id: "q0",
      occasion: 1,
      practice: false,
      modality: "text",
      question: "Which sign is this?",
      options: { A: "one", B: "two", C: "three" },
      text: "hands move 0",
    });
    expect(text).not.toMatch(/secret|gloss|entry|articulation|gesture|air-writing|"key"|"answer"|"name"|seed/);
    const row = await place.store.db.selectFrom("studies").select("secret").executeTakeFirst();
    expect(text).not.toContain(row?.secret);
  });

  it("gives an annotator the clips, their facts, and a caption only where it is shown", async () => {
    const clip = (k: number, more: object): Item =>
      ({
        protocol: "emotion",
        id: `c${k}`,
        name: `n${k}`,
        practice: false,
        clip: `c${k}`,
        media: video(k).hash,
        signer: "secret-signer",
        source: "secret-source",
        ...more,
      }) as Item;
    const items = [
      clip(1, { condition: "hidden", caption: "secret-caption" }),
      clip(2, { condition: "shown", caption: "hello" }),
      clip(3, { condition: "hidden" }),
    ];
    const draft = {
      ...draftOf(fileOf("clips", "emotion", { captions: "shown", shuffleEmotions: true }), items, ["A1"]),
      media: [video(1), video(2), video(3), video(4)],
    };
    const { people } = await insertStudy(place.store, draft, { coordinators: [], now: noon, state: "open" });
    const hand = await Hand.of(place.store, "clips", people.get("A1") as string);
    const { text, pack } = await packFor(hand);
    const study = pack.studies[0];
    expect(study?.items.map(({ id, caption }) => [id, caption])).toEqual([
      ["c1", undefined],
      ["c2", "hello"],
      ["c3", undefined],
    ]);
    expect(study?.media.map(({ hash }) => hash)).toEqual([1, 2, 3].map((k) => video(k).hash));
    expect([...(study?.emotionOrder ?? [])].sort()).toEqual([...emotionIds].sort());
    expect(study?.emotionOrder).toEqual((await packFor(hand)).pack.studies[0]?.emotionOrder);
    expect(text).not.toMatch(/secret/);
    await appendDecision(
      place.store,
      { v: 1, id: uuid(), study: "clips", at: noon.toISOString(), by: "c", kind: "retire", item: "c1" },
      noon,
    );
    await place.store.db
      .updateTable("study_media")
      .set({ retired_at: noon.toISOString() })
      .where("hash", "=", video(3).hash)
      .execute();
    const after = (await packFor(hand)).pack.studies[0];
    expect(after?.items.map(({ id }) => id)).toEqual(["c2"]);
    expect(after?.media.map(({ hash }) => hash)).toEqual([video(2).hash]);
  });

  it("carries instructions, consent and what was announced since, in the order in which it was", async () => {
    const consent = {
      version: 2,
      sections: [{ id: "what", title: { en: "What it is about" }, text: { en: "Signs.", "zh-Hans": "手语。" } }],
      board: "Board 7",
      expires: "2027-01-01",
    };
    const file = { ...fileOf("told", "choice", { passMark: 0.5 }), instructions: { en: "Look first." }, consent };
    const { people } = await insertStudy(place.store, draftOf(file, questions(1), ["E1"]), {
      coordinators: [],
      now: noon,
      state: "open",
    });
    const hand = await Hand.of(place.store, "told", people.get("E1") as string);
    const plain = (await packFor(hand)).pack.studies[0];
    expect([plain?.instructions, plain?.consent, plain?.announcements]).toEqual([
      file.instructions,
      consent,
      undefined,
    ]);
    expect(plain?.settings.passMark).toBe(0.5);
    const announced = ["One hand is enough.", "Ask again if unsure."].map((en, at) => ({
      at: new Date(noon.getTime() + at).toISOString(),
      texts: { en },
    }));
    for (const { at, texts } of announced)
      await appendDecision(
        place.store,
        { v: 1, id: uuid(), study: "told", at, by: "secret-coordinator", kind: "announce", texts, note: uuid() },
        noon,
      );
    const { text, pack } = await packFor(hand);
    expect(pack.studies[0]?.announcements).toEqual(announced);
    expect(text).not.toContain("secret-coordinator");
  });

  it("tells a person's own score only where the study does and once it is closed, with key decisions in it", async () => {
    const world = await openStudy(place.store, { id: "scored", settings: { ownScore: true }, entries: 2 });
    const hand = await Hand.of(place.store, "scored", world.people.get("E1") as string);
    const chosen = { q0: "B", q1: "A", q2: "B", q3: "A" };
    const texts = Object.entries(chosen).map(([item, option]) =>
      textOf(hand.choice(item, { answer: { option, shown: ["A", "B", "C"] } })),
    );
    const said = { maxN: hand.n, pending: 0 };
    await appendPush(place.store, { device: hand.device, person: hand.person, texts, now: noon, said });
    const score = async () => (await packFor(hand)).pack.studies[0]?.score;
    const decide = (more: object) =>
      appendDecision(
        place.store,
        { v: 1, id: uuid(), study: "scored", at: noon.toISOString(), by: "c", ...more } as Decision,
        noon,
      );
    expect(await score()).toBeUndefined();
    await decide({ kind: "key", item: "q1", act: "accept-two", option: "A" });
    await decide({ kind: "key", item: "q3", act: "drop-item" });
    expect(await score()).toBeUndefined();
    await decide({ kind: "state", state: "closed" });
    expect(await score()).toEqual({ right: 3, asked: 3 });
  });

  it("holds no study of others, no draft and no coordinator's study", async () => {
    const world = await openStudy(place.store, { id: "other", people: ["E9"] });
    const draft = draftOf(fileOf("unopened", "choice"), questions(1), ["E1"]);
    const { people } = await insertStudy(place.store, draft, { coordinators: [], now: noon, state: "draft" });
    const stranger = await Hand.of(place.store, "unopened", people.get("E1") as string);
    expect((await packFor(stranger)).pack.studies).toEqual([]);
    const coordinator = await Hand.of(place.store, world.study, world.coordinator);
    expect((await packFor(coordinator)).pack.studies).toEqual([]);
  });
});

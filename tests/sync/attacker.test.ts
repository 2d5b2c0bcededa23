// What an expert is sent does not tell the answers: solvers that see no sign stay at chance on a large built quiz, and no
// word of the key, the glosses' owners or the file names is in the pack.
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Letter, letters } from "#schemas/labels";
import { mulberry32 } from "#schemas/seeded";
import { articulations, type Item, type MediumFacts } from "#schemas/study";
import type { Pack } from "#schemas/sync";
import { buildQuiz, type SignEntry } from "#server/build/quiz";
import { packOf } from "#server/store/packs";
import { createPerson } from "#server/store/persons";
import { insertStudy } from "#server/store/studies";
import { fileOf, noon } from "../store/people.ts";
import { freshPlace, type Place } from "../store/places.ts";
import { solvers } from "./solvers.ts";

const count = 400;

function entries(): SignEntry[] {
  const chance = mulberry32(11);
  const sign = () => String.fromCodePoint(0x4e00 + Math.floor(chance() * 9000));
  return Array.from({ length: count }, (_, k) => ({
    entry: `entry-${k}`,
    glosses: [Array.from({ length: 1 + Math.floor(chance() * 3) }, sign).join("")],
    description: Array.from({ length: 12 }, sign).join(""),
    image: `image-of-${k}.jpg`,
    video: `video-of-${k}.mp4`,
    articulations: chance() < 0.2 ? [articulations[k % 3] as (typeof articulations)[number]] : [],
    gestures: 1 + Math.floor(chance() * 4),
  }));
}

describe("an attacker with an expert's pack", () => {
  let place: Place;
  let pack: Pack;
  const keys = new Map<string, Letter>();
  const entryOf = new Map<string, string>();

  beforeAll(async () => {
    place = await freshPlace("sqlite");
    const plan = {
      seed: "not to be known",
      inputs: "hash of the inputs",
      distractors: "random",
      sample: "all",
    } as const;
    const { questions } = buildQuiz(entries(), { ...plan, others: 0, leaks: "keep", options: "per-entry" });
    const media = new Map<string, MediumFacts & { name: string; rights: "open" }>();
    const items = questions.map((question): Item => {
      keys.set(question.id, question.key);
      entryOf.set(question.id, question.entry);
      const hash = createHash("sha256").update(question.input).digest("hex");
      const isText = question.modality === "text";
      const type = question.modality === "image" ? ("image/jpeg" as const) : ("video/mp4" as const);
      if (!isText)
        media.set(hash, { hash, bytes: 9000, type, width: 512, height: 512, name: question.input, rights: "open" });
      return {
        ...{ protocol: "choice", id: question.id, name: question.id, practice: false, modality: question.modality },
        ...{ entry: question.entry, articulations: [...question.articulations], gloss: question.gloss },
        ...(question.gestures === undefined ? {} : { gestures: question.gestures }),
        options: question.options,
        ...(isText ? { text: question.input } : { media: hash }),
      };
    });
    const coordinator = await createPerson(place.store, { name: "Carla", language: "en" }, noon);
    const draft = {
      study: fileOf("quiz", "choice", { order: "interleaved" }),
      items,
      keys,
      people: [{ code: "E1", role: "expert", seat: "panel", language: "en" }] as const,
      media: [...media.values()],
    };
    const { people } = await insertStudy(place.store, draft, { coordinators: [coordinator], now: noon, state: "open" });
    pack = await packOf(place.store, people.get("E1") as string, noon);
  }, 60_000);
  afterAll(() => place.end());

  const itemsHere = () => pack.studies[0]?.items ?? [];

  it("holds every question of the quiz", () => {
    expect(itemsHere()).toHaveLength(count * 3);
    expect(new Set(itemsHere().map(({ modality }) => modality))).toEqual(new Set(["text", "image", "video"]));
  });

  it.each(Object.keys(solvers))("gets no more than chance with %s", (name) => {
    const items = itemsHere();
    const guesses = solvers[name]?.(items) ?? [];
    const right = new Map<string, number>();
    for (const [at, item] of items.entries()) {
      const entry = entryOf.get(item.id) as string;
      right.set(entry, (right.get(entry) ?? 0) + (guesses[at] === keys.get(item.id) ? 1 : 0));
    }
    const shares = [...right.values()].map((hits) => hits / 3);
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    const variance = shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / (shares.length - 1);
    const above = (mean - 0.25) / Math.sqrt(variance / shares.length);
    expect(above, `${(mean * 100).toFixed(1)} % right`).toBeLessThan(3);
  });

  it("finds the same solvers far above chance where the key leaks, so that the test can fail", () => {
    const items = itemsHere();
    const leaking = items.map((item) => {
      const key = keys.get(item.id) as Letter;
      return { ...item, options: { ...item.options, [key]: "长长长长长长长长" } };
    });
    const guesses = solvers["the longest option"]?.(leaking as typeof items) ?? [];
    expect(leaking.filter((item, at) => guesses[at] === keys.get(item.id)).length).toBeGreaterThan(
      leaking.length * 0.9,
    );
  });

  it("finds no gloss's owner, entry, file name, articulation, gesture count or seed in what is sent", () => {
    const text = JSON.stringify(pack);
    for (const word of [
      "entry-",
      "image-of-",
      "video-of-",
      "gloss",
      "articulation",
      "gestures",
      "not to be known",
      "secret",
      "key",
    ])
      expect(text, word).not.toContain(word);
    expect(new Set(itemsHere().flatMap((item) => Object.keys(item)))).toEqual(
      new Set(["id", "occasion", "practice", "modality", "options", "media", "text"]),
    );
    expect(letters.every((letter) => itemsHere().every((item) => item.options?.[letter] !== undefined))).toBe(true);
  });
});

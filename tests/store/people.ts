// Small studies, people and responses for the tests of store and sync.
import canonicalize from "canonicalize";
import { v7 as uuid } from "uuid";
import type { Response } from "#schemas/response";
import { type Item, type StudyDraft, type StudyFile, studyFile } from "#schemas/study";
import { createDevice } from "#server/store/devices";
import type { Store } from "#server/store/open";
import { createPerson } from "#server/store/persons";
import { insertStudy } from "#server/store/studies";

export const noon = new Date("2026-01-05T12:00:00.000Z");

export const fileOf = (id: string, protocol: "choice" | "emotion", settings: object = {}): StudyFile =>
  studyFile.parse({
    id,
    title: `Study ${id}`,
    protocol,
    languages: ["en"],
    signLanguage: "ase",
    settings: { ...settings },
  });

const modalities = ["text", "image", "video"] as const;
export const questions = (entries: number): Item[] =>
  Array.from({ length: entries * 3 }, (_, k) => ({
    protocol: "choice" as const,
    id: `q${k}`,
    name: `entry${Math.floor(k / 3)}-${modalities[k % 3]}`,
    practice: false,
    modality: modalities[k % 3] as (typeof modalities)[number],
    entry: `entry${Math.floor(k / 3)}`,
    articulations: ["air-writing" as const],
    gestures: 2,
    gloss: `secret-gloss-${Math.floor(k / 3)}`,
    question: "Which sign is this?",
    options: { A: "one", B: "two", C: "three" },
    ...(k % 3 === 0 ? { text: `hands move ${k}` } : {}),
  })) as unknown as Item[];

export const draftOf = (study: StudyFile, items: readonly Item[], people: readonly string[]): StudyDraft => ({
  study,
  items,
  keys: new Map(items.filter((item) => item.protocol === "choice").map((item) => [item.id, "B"])),
  people: people.map((code) => ({
    code,
    role: study.protocol === "choice" ? "expert" : "annotator",
    seat: "panel",
    language: "en",
  })),
  media: [],
});

export interface World {
  readonly study: string;
  readonly coordinator: string;
  readonly people: ReadonlyMap<string, string>;
}

export async function openStudy(
  store: Store,
  given: { id?: string; settings?: object; entries?: number; people?: readonly string[] } = {},
): Promise<World> {
  const coordinator = await createPerson(store, { name: "Carla", language: "en" }, noon);
  const study = given.id ?? "quiz";
  const draft = draftOf(
    fileOf(study, "choice", given.settings),
    questions(given.entries ?? 4),
    given.people ?? ["E1", "E2", "E3"],
  );
  const { people } = await insertStudy(store, draft, { coordinators: [coordinator], now: noon, state: "open" });
  return { study, coordinator, people };
}

/** One person at one device, who gives responses with a gapless `n`. */
export class Hand {
  n = 0;
  readonly study: string;
  readonly person: string;
  readonly device: string;
  readonly deviceKey: string;
  constructor(study: string, person: string, made: { device: string; deviceKey: string }) {
    this.study = study;
    this.person = person;
    this.device = made.device;
    this.deviceKey = made.deviceKey;
  }

  static async of(store: Store, study: string, person: string): Promise<Hand> {
    return new Hand(study, person, await createDevice(store, { person, shared: false, now: noon }));
  }

  gives(more: Record<string, unknown>): Response {
    this.n += 1;
    const at = new Date(noon.getTime() + this.n * 1000).toISOString();
    return {
      v: 1,
      app: "test",
      id: uuid(),
      device: this.device,
      n: this.n,
      study: this.study,
      studyVersion: 1,
      person: this.person,
      at,
      offset: 0,
      ...more,
    } as unknown as Response;
  }

  choice(item: string, more: Record<string, unknown> = {}): Response {
    return this.gives({
      kind: "choice",
      item,
      occasion: 1,
      answer: { option: "B", shown: ["C", "B", "A"] },
      ...more,
    });
  }
}

export const textOf = (given: unknown): string => canonicalize(given) as string;
